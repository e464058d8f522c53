// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_table.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

namespace lanewright {

namespace {

/// The most pairs of chunks on a rank whose times are looked up; with more, the rank makes no pairs. Higher: large
/// problems take longer to lay out, and may gain by pairs.
constexpr int kMostPairsOfRank = 1 << 16;

constexpr int numberOf(OpKind kind) { return kind == OpKind::R ? 3 : static_cast<int>(kind); }

/// The cell of an `OpTable` as a cell of blocks: behind the F, B and W of each chunk comes a cell of R.
constexpr int blockCellOf(int cell) { return cell / kKinds * BlockTable::kBlockKinds + cell % kKinds; }

/// How long a B and its W take where they run one after the other.
Time lengthApart(const BlockTable& table, int gradient) {
    Time time = table.ops[gradient].length;
    for (int part = 0; part < table.weightParts; ++part)
        time += table.ops[table.weightOf(gradient) + part].length;
    return time;
}

/// Notes what the ops wait for.
void link(const OpTable& table, BlockTable& blocks) {
    const auto opOf = [&](int cell, int index) { return blocks.first[blockCellOf(cell)] + index; };
    for (int number = 0; number < static_cast<int>(table.cells.size()); ++number) {
        const Cell& cell = table.cells[number];
        for (int index = 0; index < cell.count; ++index) {
            BlockOp& op = blocks.ops[opOf(number, index)];
            if (cell.follows >= 0)
                op.follows = opOf(table.firstCell[op.rank] + cell.follows, index / cell.parts);
            if (cell.source < 0)
                continue;
            op.source = opOf(cell.source, index);
            op.travel = table.cells[cell.source].travelOf(index);
            blocks.ops[op.source].waiting = opOf(number, index);
        }
    }
}

/// The table of what sequences express, with room for R, which nothing is known of but for its number.
/// `recomputes(rank, place)`: the chunk there has R.
template <class Recomputes>
BlockTable layOut(const OpTable& table, const Recomputes& recomputes) {
    BlockTable blocks{.limit = table.limit,
                      .gains = std::vector<BlockTable::Gains>(table.ranks()),
                      .optimizerMode = table.optimizerMode,
                      .iterationEnd = table.iterationEnd};
    for (const int cell : table.firstCell)
        blocks.firstCell.push_back(blockCellOf(cell));
    const auto add = [&](const Cell& cell, int rank, OpKind kind) {
        blocks.inTurn = blocks.inTurn || cell.count > 1;
        blocks.first.push_back(static_cast<int>(blocks.ops.size()));
        for (int index = 0; index < cell.count; ++index)
            blocks.ops.push_back({.length = cell.timeOf(index),
                                  .cell = static_cast<int>(blocks.first.size()) - 1,
                                  .rank = rank,
                                  .kind = kind,
                                  .rise = cell.rise,
                                  .change = cell.changeOf(index)});
    };
    for (int rank = 0; rank < table.ranks(); ++rank)
        for (int place = 0; place < table.places(rank); ++place) {
            for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W})
                add(table.cell(rank, codeOf(place, kind)), rank, kind);
            const int forwards = table.cell(rank, codeOf(place, OpKind::F)).count;
            add({.count = recomputes(rank, place) ? forwards : 0}, rank, OpKind::R);
        }
    blocks.first.push_back(static_cast<int>(blocks.ops.size()));
    link(table, blocks);
    return blocks;
}

/// Makes the table of a problem.
class TableBuilder {
public:
    TableBuilder(const Plan& problem, const Instance& instance)
        : m_problem(problem), m_instance(instance), m_dealt(dealOf(problem, instance)),
          m_gaps(gapsIn(problem.schedule)),
          m_table(layOut(tableOf(instance, FreeWeights::Kept), [&](int rank, int place) {
              return instance.chunks[instance.onRank[rank][place]].recompute.has_value();
          })) {
        m_table.hasGaps = !m_gaps.empty();
        m_table.stages = instance.stages;
        m_table.weightParts = instance.weightParts;
        m_table.pairs.resize(instance.onRank.size());
        m_table.cellsOf.resize(instance.chunks.size());
        for (const std::vector<int>& chunks : instance.onRank)
            for (const int chunk : chunks) {
                m_table.cellsOf[chunk] = static_cast<int>(m_table.chunk.size());
                m_table.chunk.insert(m_table.chunk.end(), BlockTable::kBlockKinds, chunk);
            }
        for (int microbatch = 0; instance.apart && microbatch < problem.schedule.microbatches; ++microbatch)
            m_table.direction.push_back(problem.schedule.direction(microbatch));
    }

    BlockTable build() {
        for (int own = 0; own < static_cast<int>(m_table.ops.size()); ++own)
            describe(own);
        addJoins();
        if (m_problem.costs.pairs.areGiven() ||
            std::ranges::any_of(m_instance.chunks, [](const Chunk& chunk) { return chunk.overlapped.has_value(); }))
            for (int rank = 0; rank < m_instance.ranks(); ++rank)
                addPairs(rank);
        return std::move(m_table);
    }

private:
    Op opAt(int own) const {
        const BlockOp& op = m_table.ops[own];
        return opOf(m_table.chunk[op.cell], op.kind, m_table.indexOf(own));
    }
    Op opOf(int chunk, OpKind kind, int index) const {
        const Chunk& own = m_instance.chunks[chunk];
        const int parts = kind == OpKind::W ? m_instance.weightParts : 1;
        return {.kind = kind,
                .part = index % parts,
                .stage = own.stage,
                .microbatch = m_dealt[own.direction][index / parts]};
    }
    Time lengthOf(const Op& op) const { return durationOf(m_problem.schedule, m_problem.costs, {.op = op}); }

    /// Notes what the op takes by itself; R comes between F and B.
    void describe(int own) {
        BlockOp& op = m_table.ops[own];
        const Op named = opAt(own);
        op.length = lengthOf(named);
        op.change = changeOf(named);
        op.rise = std::max<Bytes>(0, op.change);
        op.gap = gapOf(m_gaps, {.op = named});
        if (op.kind == OpKind::R) {
            const int backwards = m_table.cellsOf[m_table.chunk[op.cell]] + numberOf(OpKind::B);
            BlockOp& gradient = m_table.ops[m_table.first[backwards] + m_table.indexOf(own)];
            op.follows = std::exchange(gradient.follows, own);
        }
    }
    Bytes changeOf(const Op& op) const {
        const StageMemory memory =
            m_problem.memory.of(m_problem.schedule.direction(op.microbatch), op.stage, op.microbatch);
        switch (op.kind) {
        case OpKind::F: return memory.forward;
        case OpKind::R: return memory.recompute;
        case OpKind::B: return memory.backwardInput;
        default: return shareOf(memory.backwardWeight, op.part, m_instance.weightParts);
        }
    }

    void addJoins() {
        m_table.joined.assign(m_table.ops.size(), 0);
        for (int own = 0; own < static_cast<int>(m_table.ops.size()); ++own) {
            const BlockOp& op = m_table.ops[own];
            if (op.kind != OpKind::B)
                continue;
            Op both = opAt(own);
            both.kind = OpKind::BW;
            m_table.joined[own] = lengthOf(both);
            if (m_table.joined[own] < lengthApart(m_table, own))
                m_table.gains[op.rank].joins = true;
        }
    }

    /// Looks up the times of all pairs of the rank's chunks, and drops them where none saves time.
    void addPairs(int rank) {
        const std::vector<int>& chunks = m_instance.onRank[rank];
        if (chunks.size() * chunks.size() > kMostPairsOfRank)
            return;
        for (const int front : chunks)
            for (const int back : chunks)
                for (const OpKind kind : {OpKind::B, OpKind::BW})
                    addPair(rank, front, back, kind);
        if (!m_table.gains[rank].pairs)
            m_table.pairs[rank].clear();
    }
    /// Adds the time of an F and a backward of two chunks, whichever their microbatches.
    void addPair(int rank, int front, int back, OpKind kind) {
        if (m_instance.microbatchesOf(front) == 0 || m_instance.microbatchesOf(back) == 0) {
            m_table.pairs[rank].push_back(1); // never run
            return;
        }
        const Op forward = opOf(front, OpKind::F, 0);
        Op backward = opOf(back, OpKind::B, m_instance.microbatchesOf(back) - 1);
        backward.kind = kind;
        const Time apart = lengthOf(forward) + lengthOf(backward);
        // An F and a backward of one microbatch make no pair.
        const bool isOne = forward.microbatch == backward.microbatch && m_instance.apart;
        const Time time = isOne ? apart : durationOf(m_problem.schedule, m_problem.costs, pairOf(forward, backward));
        if (time < apart)
            m_table.gains[rank].pairs = true;
        m_table.pairs[rank].push_back(time);
    }

    const Plan& m_problem;
    const Instance& m_instance;
    std::vector<std::vector<int>> m_dealt;
    Gaps m_gaps;
    BlockTable m_table;
};

/// Writes rows as an order. The ops of a cell get its microbatches in turn; a W gets the next microbatch whose B ran
/// without its W.
class OrderWriter {
public:
    OrderWriter(const BlockTable& table, const Plan& problem, const Instance& instance)
        : m_table(table), m_instance(instance), m_dealt(dealOf(problem, instance)), m_done(table.first.size(), 0),
          m_waiting(table.first.size()) {}

    Row rowOf(const BlockRow& blocks) {
        Row row;
        for (const OpBlock& block : blocks) {
            if (block.isPair()) {
                const Op forward = next(block.op, OpKind::F);
                row.push_back(pairOf(forward, gradient(block.partner, block.isJoined())));
            } else if (m_table.ops[block.op].kind == OpKind::B)
                row.push_back({.op = gradient(block.op, block.isJoined())});
            else if (m_table.ops[block.op].kind == OpKind::W)
                row.push_back({.op = weight(block.op)});
            else
                row.push_back({.op = next(block.op, m_table.ops[block.op].kind)});
        }
        return row;
    }

private:
    Op opOf(int own, OpKind kind, int index) const {
        const Chunk& chunk = m_instance.chunks[m_table.chunk[m_table.ops[own].cell]];
        return {.kind = kind, .stage = chunk.stage, .microbatch = m_dealt[chunk.direction][index]};
    }
    Op next(int own, OpKind kind) { return opOf(own, kind, m_done[m_table.ops[own].cell]++); }
    Op gradient(int own, bool joined) {
        const int cell = m_table.ops[own].cell;
        if (!joined)
            m_waiting[cell + 1].push_back(m_done[cell]);
        return next(own, joined ? OpKind::BW : OpKind::B);
    }
    Op weight(int own) {
        const int cell = m_table.ops[own].cell;
        Op op = opOf(own, OpKind::W, m_waiting[cell].front());
        op.part = m_done[cell]++ % m_table.weightParts;
        if (op.part + 1 == m_table.weightParts)
            m_waiting[cell].pop_front();
        return op;
    }

    const BlockTable& m_table;
    const Instance& m_instance;
    std::vector<std::vector<int>> m_dealt;
    std::vector<int> m_done;                ///< per cell: how many of its ops are written
    std::vector<std::deque<int>> m_waiting; ///< per cell of W: the numbers of the B that ran without their W
};

/// Reads an order as rows.
class RowReader {
public:
    RowReader(const BlockTable& table, const Plan& plan, const Instance& instance)
        : m_table(table), m_plan(plan), m_instance(instance), m_done(table.first.size(), 0) {}

    BlockRow read(int rank) {
        BlockRow row;
        for (const Block& block : m_plan.schedule.order[rank]) {
            const bool pairs = block.paired && m_table.gains[rank].pairs;
            m_fits = m_fits && (!block.paired || arePairKinds(block.op.kind, block.paired->kind));
            put(blockOf(rank, block.op, pairs ? block.paired : std::nullopt), row);
            if (block.paired && !pairs)
                put(blockOf(rank, *block.paired), row);
        }
        return row;
    }
    /// False where an op is missing, stands on a wrong rank, came too often, or was paired with one that it can't be
    /// paired with.
    bool isComplete() const {
        for (std::size_t cell = 0; cell + 1 < m_table.first.size(); ++cell)
            if (m_done[cell] != m_table.count(static_cast<int>(cell)))
                return false;
        return m_fits;
    }

private:
    /// The next op of this one's cell; none where the cell is another rank's, or all its ops are read.
    int next(int rank, const Op& op, OpKind kind) {
        const int direction = m_instance.apart ? op.microbatch : m_plan.schedule.direction(op.microbatch);
        const int chunk = direction * m_instance.stages + op.stage;
        const int cell = m_table.cellsOf[chunk] + numberOf(kind);
        m_fits = m_fits && m_instance.chunks[chunk].rank == rank && m_done[cell] < m_table.count(cell);
        return m_fits ? m_table.first[cell] + m_done[cell]++ : OpBlock::kNone;
    }
    OpBlock blockOf(int rank, const Op& op, const std::optional<Op>& paired = {}) {
        const auto nextOf = [&](const Op& each) {
            return next(rank, each, each.kind == OpKind::BW ? OpKind::B : each.kind);
        };
        OpBlock block{.op = nextOf(op)};
        if (paired)
            block.partner = nextOf(*paired);
        const Op& last = paired ? *paired : op;
        for (int part = 0; last.kind == OpKind::BW && part < m_table.weightParts; ++part) {
            const int weight = next(rank, last, OpKind::W);
            block.weight = part == 0 ? weight : block.weight;
        }
        return block;
    }
    /// Adds the block; a BW that takes no less than its B and W becomes these two.
    void put(const OpBlock& block, BlockRow& row) const {
        if (!m_fits)
            return;
        if (!block.isJoined() || block.isPair() || m_table.lengthOf(block) < lengthApart(m_table, block.op)) {
            row.push_back(block);
            return;
        }
        row.push_back({.op = block.op});
        for (int part = 0; part < m_table.weightParts; ++part)
            row.push_back({.op = block.weight + part});
    }

    const BlockTable& m_table;
    const Plan& m_plan;
    const Instance& m_instance;
    std::vector<int> m_done; ///< per cell: how many of its ops are read
    bool m_fits = true;      ///< all ops so far stand where they may
};

} // namespace

int BlockTable::cellOf(int rank, int place, OpKind kind) const {
    return firstCell[rank] + place * kBlockKinds + numberOf(kind);
}

int BlockTable::opOfMicrobatch(int op, int microbatch) const {
    const int own = ops[op].cell;
    const int stage = chunk[own] % stages;
    return first[cellsOf[microbatch * stages + stage] + (own - cellsOf[chunk[own]])] + indexOf(op);
}

Time BlockTable::lengthOf(const OpBlock& block) const {
    if (block.isPair())
        return pairs[ops[block.op].rank][(placeOf(block.op) * places(ops[block.op].rank) + placeOf(block.partner)) * 2 +
                                         (block.isJoined() ? 1 : 0)];
    return block.isJoined() ? joined[block.op] : ops[block.op].length;
}

Bytes BlockTable::riseOf(const OpBlock& block) const {
    return ops[block.op].rise + (block.isPair() ? ops[block.partner].rise : 0);
}

Bytes BlockTable::changeOf(const OpBlock& block) const {
    Bytes change = ops[block.op].change + (block.isPair() ? ops[block.partner].change : 0);
    for (int part = 0; block.isJoined() && part < weightParts; ++part)
        change += ops[block.weight + part].change;
    return change;
}

BlockTable blockTableOf(const Plan& problem, const Instance& instance) {
    return TableBuilder(problem, instance).build();
}

BlockTable blockTableOf(const OpTable& table) {
    return layOut(table, [](int, int) { return false; });
}

std::optional<BlockRows> rowsOf(const BlockTable& table, const Plan& plan, const Instance& instance) {
    if (static_cast<int>(plan.schedule.order.size()) != table.ranks())
        return {};
    BlockRows rows;
    RowReader reader(table, plan, instance);
    for (int rank = 0; rank < table.ranks(); ++rank)
        rows.push_back(reader.read(rank));
    return reader.isComplete() ? std::optional(std::move(rows)) : std::nullopt;
}

BlockRows rowsOf(const BlockTable& table, const Sequences& sequences) {
    BlockRows rows(sequences.size());
    std::vector<int> done(table.first.size(), 0);
    for (int rank = 0; rank < table.ranks(); ++rank) {
        rows[rank].reserve(sequences[rank].size());
        for (const Code code : sequences[rank]) {
            const int cell = table.cellOf(rank, placeOf(code), kindOf(code));
            rows[rank].push_back({.op = table.first[cell] + done[cell]++});
        }
    }
    return rows;
}

Schedule scheduleOf(const BlockTable& table, const Plan& problem, const Instance& instance, const BlockRows& rows) {
    Schedule schedule = problem.schedule;
    schedule.order.clear();
    OrderWriter writer(table, problem, instance);
    for (const BlockRow& row : rows)
        schedule.order.push_back(writer.rowOf(row));
    return keepGaps(problem, std::move(schedule));
}

Sequences sequencesOf(const BlockTable& table, const BlockRows& rows) {
    Sequences sequences(rows.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        sequences[rank].reserve(rows[rank].size());
        for (const OpBlock& block : rows[rank])
            sequences[rank].push_back(codeOf(table.placeOf(block.op), table.ops[block.op].kind));
    }
    return sequences;
}

bool pairsPay(const BlockTable& table) { return std::ranges::any_of(table.gains, &BlockTable::Gains::pairs); }

bool blocksPay(const BlockTable& table) {
    return pairsPay(table) || table.hasGaps || std::ranges::any_of(table.gains, &BlockTable::Gains::joins) ||
           std::ranges::any_of(table.ops, [](const BlockOp& op) { return op.kind == OpKind::R; });
}

} // namespace lanewright
