// SPDX-License-Identifier: Apache-2.0
#include "core/solve/partial_order.h"

#include <algorithm>
#include <numeric>

namespace lanewright {

PartialOrder::PartialOrder(const SearchFrame& frame)
    : m_frame(frame), m_table(frame.table), m_sequences(frame.table.ranks()), m_blocks(blockTableOf(frame.table)),
      m_follower(m_blocks.ops.size(), BlockOp::kNone) {
    // The first part stands for a W. That a B waits for its F follows from the way through the stages, but on the last
    // one.
    for (int op = static_cast<int>(m_blocks.ops.size()) - 1; op >= 0; --op)
        if (m_blocks.ops[op].follows >= 0 && m_blocks.ops[op].source < 0)
            m_follower[m_blocks.ops[op].follows] = op;
}

void PartialOrder::freeAll() {
    for (Sequence& sequence : m_sequences)
        sequence.clear();
}

/// Calls with each op that comes after this one, and the time between.
void PartialOrder::visitAfter(int op, const auto& visit) const {
    const std::vector<BlockOp>& ops = m_blocks.ops;
    if (op + 1 < static_cast<int>(ops.size()) && ops[op + 1].cell == ops[op].cell)
        visit(op + 1, Time{0});
    if (const int waiting = ops[op].waiting; waiting >= 0)
        visit(waiting, ops[waiting].travel);
    if (m_follower[op] >= 0)
        visit(m_follower[op], Time{0});
    if (m_next[op] >= 0)
        visit(m_next[op], Time{0});
}

bool PartialOrder::settle() {
    const int ops = static_cast<int>(m_blocks.ops.size());
    m_next.assign(ops, BlockOp::kNone);
    for (const BlockRow& row : rowsOf(m_blocks, m_sequences))
        for (std::size_t place = 1; place < row.size(); ++place)
            m_next[row[place - 1].op] = row[place].op;
    m_missing.assign(ops, 0);
    for (int op = 0; op < ops; ++op)
        visitAfter(op, [&](int after, Time) { ++m_missing[after]; });
    m_sorted.clear();
    for (int op = 0; op < ops; ++op)
        if (m_missing[op] == 0)
            m_sorted.push_back(op);
    m_heads.assign(ops, 0);
    m_tails.assign(ops, 0);
    m_places.assign(ops, 0);
    for (std::size_t place = 0; place < m_sorted.size(); ++place) {
        const int op = m_sorted[place];
        m_places[op] = static_cast<int>(place);
        visitAfter(op, [&](int after, Time delay) {
            m_heads[after] = std::max(m_heads[after], m_heads[op] + m_blocks.ops[op].length + delay);
            if (--m_missing[after] == 0)
                m_sorted.push_back(after);
        });
    }
    if (m_sorted.size() < m_blocks.ops.size())
        return false;
    for (auto op = m_sorted.rbegin(); op != m_sorted.rend(); ++op) {
        visitAfter(*op, [&](int after, Time delay) { m_tails[*op] = std::max(m_tails[*op], delay + m_tails[after]); });
        m_tails[*op] += m_blocks.ops[*op].length;
    }
    return true;
}

Time PartialOrder::longest() const {
    Time longest = 0;
    for (std::size_t op = 0; op < m_blocks.ops.size(); ++op)
        longest = std::max(longest, m_heads[op] + m_tails[op]);
    return longest;
}

RankAlone PartialOrder::among(int rank) {
    RankAlone alone = seriesOf(rank);
    for (int series = 0; series < static_cast<int>(alone.series.size()); ++series)
        if (!alone.series[series].isWeight())
            for (int index = 0; index < alone.series[series].count; ++index)
                findWays(rank, series, index, alone);
    return alone;
}

double PartialOrder::areaOf(int rank) {
    RankAlone alone = seriesOf(rank);
    double area = 0;
    for (int series = 0; series < static_cast<int>(alone.series.size()); ++series) {
        if (!alone.series[series].isWeight())
            findWays(rank, series, 0, alone);
        area += alone.series[series].count * alone.series[series].areas.front();
    }
    return area;
}

/// The rank's series without the ways between their ops.
RankAlone PartialOrder::seriesOf(int rank) const {
    RankAlone alone{.limit = m_table.limit[rank]};
    const Instance& instance = m_frame.instance;
    const std::vector<int>& chunks = instance.onRank[rank];
    std::vector<int> last(instance.microbatches.size(), BlockOp::kNone); // per direction
    std::vector<Bytes> held(instance.microbatches.size(), 0);
    const auto visit = [&](int place, OpKind kind) {
        const Chunk& chunk = instance.chunks[chunks[place]];
        const Bytes before = held[chunk.direction];
        held[chunk.direction] += kind == OpKind::F ? chunk.forwardMemory : -chunk.forwardMemory;
        const Bytes most = std::max(before, held[chunk.direction]);
        const int own = addSeries(rank, codeOf(place, kind), last[chunk.direction], most, alone);
        if (own < 0)
            return;
        alone.series[own].held = held[chunk.direction];
        last[chunk.direction] = own;
        if (kind == OpKind::B)
            addSeries(rank, codeOf(place, OpKind::W), own, -chunk.weightMemory, alone);
    };
    // A microbatch comes by in the order of the stages, and back.
    std::vector<int> places(chunks.size());
    std::iota(places.begin(), places.end(), 0);
    std::ranges::sort(places, {}, [&](int place) { return instance.chunks[chunks[place]].stage; });
    for (const int place : places)
        visit(place, OpKind::F);
    for (auto place = places.rbegin(); place != places.rend(); ++place)
        visit(*place, OpKind::B);
    return alone;
}

/// The number of the new series of all ops with the code; −1 where there are none. `holds` is what an op of it holds
/// while it runs.
int PartialOrder::addSeries(int rank, Code code, int source, Bytes holds, RankAlone& alone) const {
    const Cell& cell = m_table.cell(rank, code);
    const int count = cell.count / cell.parts;
    if (count == 0)
        return BlockOp::kNone;
    const int first = firstOf(rank, code);
    RankAlone::Series& series = alone.series.emplace_back();
    series.code = code;
    series.count = count;
    series.length = cell.time;
    series.rise = cell.rise;
    series.change = cell.change;
    series.source = source;
    series.ways.resize(count);
    series.areas.assign(count, static_cast<double>(holds) * static_cast<double>(cell.time));
    series.tails.assign(count, 0);
    series.heads.assign(count, 0);
    if (!series.isWeight())
        for (int index = 0; index < count; ++index) {
            series.heads[index] = m_heads[first + index];
            series.tails[index] = m_tails[first + index] - series.length;
        }
    return static_cast<int>(alone.series.size()) - 1;
}

/// Finds how long after the end of the op each op can start that waits for it through other ranks, by the longest
/// paths.
void PartialOrder::reachFrom(int from) {
    m_since.assign(m_blocks.ops.size(), BlockOp::kNone);
    if (const int waiting = m_blocks.ops[from].waiting; waiting >= 0)
        m_since[waiting] = m_blocks.ops[waiting].travel;
    for (std::size_t place = m_places[from] + 1; place < m_sorted.size(); ++place) {
        const int op = m_sorted[place];
        if (m_since[op] < 0 || m_blocks.ops[op].rank == m_blocks.ops[from].rank)
            continue;
        visitAfter(op, [&](int after, Time delay) {
            m_since[after] = std::max(m_since[after], m_since[op] + m_blocks.ops[op].length + delay);
        });
    }
}

/// Finds the ways from the op to others of its rank, and adds what its microbatch holds while it is with other ranks.
void PartialOrder::findWays(int rank, int number, int index, RankAlone& alone) {
    RankAlone::Series& series = alone.series[number];
    reachFrom(firstOf(rank, series.code) + index);
    for (int other = 0; other < static_cast<int>(alone.series.size()); ++other) {
        const RankAlone::Series& each = alone.series[other];
        if (each.isWeight())
            continue;
        const Time* const since = m_since.data() + firstOf(rank, each.code);
        if (each.source == number && since[index] >= 0)
            series.areas[index] += static_cast<double>(series.held) * static_cast<double>(since[index]);
        Time before = BlockOp::kNone; // the earliest end of the op before it in its series
        for (int to = 0; to < each.count; ++to) {
            if (since[to] > before)
                series.ways[index].push_back({other, to, since[to]});
            if (since[to] >= 0)
                before = std::max(before, since[to]) + each.length;
        }
    }
}

} // namespace lanewright
