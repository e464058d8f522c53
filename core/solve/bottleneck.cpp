// SPDX-License-Identifier: Apache-2.0
#include "core/solve/bottleneck.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanewright {

namespace {

/// Ops of a rank and its series, beyond which its own order takes too long.
constexpr int kMostOps = 2000;
constexpr std::size_t kMostSeries = RankAlone::kMostSeries;
/// The most by which ways through other ranks are drawn out.
constexpr double kMostStretch = 0.15;
/// List schedules made of one order.
constexpr int kLists = 12;
/// The most by which urgencies are off at random, in mean lengths of an op.
constexpr double kMostNoise = 4;

} // namespace

bool BottleneckSearch::isFor(const Frame& frame) {
    const auto suits = [&](int rank) {
        const std::size_t chunks = frame.instance.onRank[rank].size();
        return chunks > 1 && chunks * kKinds <= kMostSeries && frame.table.limit[rank] > 0 &&
               frame.table.limit[rank] < Instance::kNoLimit && frame.table.length[rank] <= kMostOps;
    };
    for (int rank = 0; rank < frame.table.ranks(); ++rank)
        if (!suits(rank))
            return false;
    return frame.problem.costs.microbatches.areEqual() && frame.table.ranks() > 1;
}

BottleneckSearch::BottleneckSearch(const Frame& frame)
    : m_frame(frame), m_table(frame.table), m_timer(frame.table, frame.objective), m_scheduler(frame.table) {
    int nodes = 0;
    for (const Cell& cell : m_table.cells) {
        m_first.push_back(nodes);
        nodes += cell.count;
    }
    m_urgent.resize(nodes);
    std::vector<std::pair<double, int>> least;
    least.reserve(m_table.ranks());
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        least.emplace_back(-leastOf(rank), rank);
    std::ranges::sort(least);
    for (const auto& [length, rank] : least)
        m_ranks.push_back(rank);
}

/// How long the rank takes at least, for its work or for what it must hold.
double BottleneckSearch::leastOf(int rank) const {
    const RankAlone alone = aloneOf(m_frame, rank, 0);
    Time work = 0;
    double area = 0;
    for (const RankAlone::Series& series : alone.series) {
        work += series.count * series.length;
        area += series.count * series.area;
    }
    return std::max(static_cast<double>(work), area / static_cast<double>(alone.limit));
}

/// Mostly the first.
int BottleneckSearch::drawnRank(Random& random) const {
    std::size_t place = 0;
    while (place + 1 < m_ranks.size() && random.chance(25))
        ++place;
    return m_ranks[place];
}

/// Says of each F and B how soon it must run.
void BottleneckSearch::follow(int rank, const Sequence& order) {
    std::vector<std::vector<Arc>> after(m_urgent.size());
    std::vector<int> missing(m_urgent.size(), 0);
    std::vector<Time> length(m_urgent.size(), 0);
    const auto tie = [&](int from, int to, Time delay) {
        after[from].push_back({to, delay});
        ++missing[to];
    };
    for (int own = 0; own < m_table.ranks(); ++own)
        for (int number = m_table.firstCell[own]; number < m_table.firstCell[own + 1]; ++number) {
            const Cell& cell = m_table.cells[number];
            for (int index = 0; index < cell.count; index += cell.parts) {
                const int node = nodeOf(number, index);
                length[node] = cell.time;
                if (index > 0)
                    tie(nodeOf(number, index - cell.parts), node, 0);
                if (cell.source >= 0)
                    tie(nodeOf(cell.source, index), node, m_table.cells[cell.source].travel);
                if (cell.follows >= 0)
                    tie(nodeOf(m_table.firstCell[own] + cell.follows, index / cell.parts), node, 0);
            }
        }
    std::vector<int> count(m_table.firstCell[rank + 1] - m_table.firstCell[rank], 0);
    int last = -1;
    for (const Code code : order) {
        const int node = nodeOf(m_table.firstCell[rank] + code, count[code]);
        count[code] += m_table.cell(rank, code).parts;
        if (last >= 0)
            tie(last, node, 0);
        last = node;
    }
    std::vector<int> sorted;
    for (int node = 0; node < static_cast<int>(missing.size()); ++node)
        if (missing[node] == 0)
            sorted.push_back(node);
    for (std::size_t next = 0; next < sorted.size(); ++next)
        for (const Arc& arc : after[sorted[next]])
            if (--missing[arc.to] == 0)
                sorted.push_back(arc.to);
    std::ranges::fill(m_urgent, 0);
    for (auto node = sorted.rbegin(); node != sorted.rend(); ++node) {
        for (const Arc& arc : after[*node])
            m_urgent[*node] = std::max(m_urgent[*node], arc.delay + m_urgent[arc.to]);
        m_urgent[*node] += length[*node];
    }
}

/// Whether the op has room, and all that are more urgent on the rank still have it then, one after the other.
bool BottleneckSearch::leavesRoom(int rank, Code code) const {
    const Bytes limit = m_table.limit[rank];
    if (m_scheduler.neededFor(rank, code) > limit)
        return false;
    if (kindOf(code) == OpKind::B)
        return true;
    const int base = m_table.firstCell[rank];
    const Time urgent = m_urgent[nodeOf(base + code, m_scheduler.count(rank, code))];
    std::array<int, kMostSeries> counts = {};
    const int codes = m_table.firstCell[rank + 1] - base;
    std::copy_n(m_scheduler.countsOf(rank), codes, counts.begin());
    ++counts[code];
    Bytes held = m_scheduler.at(rank).held + m_scheduler.at(rank).waitingMemory + m_table.cell(rank, code).change;
    for (;;) {
        int next = ListScheduler::kNothing;
        Time most = urgent;
        for (int other = 0; other < codes; ++other) {
            if (kindOf(static_cast<Code>(other)) == OpKind::W || counts[other] >= m_table.cells[base + other].count)
                continue;
            if (const Time own = m_urgent[nodeOf(base + other, counts[other])]; own > most) {
                most = own;
                next = other;
            }
        }
        if (next == ListScheduler::kNothing)
            return true;
        const Cell& cell = m_table.cells[base + next];
        if (held + cell.rise > limit)
            return false;
        held += cell.change;
        if (kindOf(static_cast<Code>(next)) == OpKind::B && m_table.cells[base + next + 1].count > 0)
            held += m_table.cells[base + next + 1].change;
        ++counts[next];
    }
}

/// The most urgent F or B that can run, or a W while there is none and none comes soon.
int BottleneckSearch::choose(int rank, Time now, Time patience) const {
    const int base = m_table.firstCell[rank];
    int best = ListScheduler::kNothing;
    Time most = 0;
    Time next = ListScheduler::kUnknown;
    for (int place = 0; place < m_table.places(rank); ++place)
        for (const OpKind kind : {OpKind::F, OpKind::B}) {
            const Code code = codeOf(place, kind);
            const Time ready = m_scheduler.readyAt(rank, code);
            if (ready > now) {
                next = std::min(next, ready);
                continue;
            }
            if (!leavesRoom(rank, code))
                continue;
            const Time urgent = m_urgent[nodeOf(base + code, m_scheduler.count(rank, code))];
            if (best == ListScheduler::kNothing || urgent > most) {
                best = code;
                most = urgent;
            }
        }
    if (best != ListScheduler::kNothing || (next != ListScheduler::kUnknown && next - now < patience))
        return best;
    return m_scheduler.oldestWeight(rank, true);
}

/// False where the ranks wait for each other.
bool BottleneckSearch::schedule(int rank, const Sequence& order, Random& random) {
    const double unit = meanOpLength(m_table);
    const double noise = random.chance(30) ? 0 : kMostNoise * unit * random.unit();
    const std::vector<Time> exact = m_urgent;
    for (Time& urgent : m_urgent)
        urgent += static_cast<Time>(noise * random.unit());
    const auto patience = static_cast<Time>(unit * 0.25 * random.below(4));
    std::size_t done = 0;
    const auto take = [&](int own, Time now) -> int {
        if (own != rank)
            return choose(own, now, patience);
        if (done == order.size() || m_scheduler.readyAt(own, order[done]) > now)
            return ListScheduler::kNothing;
        return order[done++];
    };
    const bool complete = m_scheduler.run({}, true, take, m_sequences);
    m_urgent = exact;
    return complete;
}

Draft BottleneckSearch::run(const Effort& effort, Random& random) {
    Allowance allowance(effort);
    Draft best;
    while (best.cost.value > effort.goal) {
        const int rank = drawnRank(random);
        const RankAlone alone = aloneOf(m_frame, rank, random.chance(40) ? 0 : kMostStretch * random.unit());
        const RankOrder own =
            orderAlone(alone, {.ofCounts = random.between(2, 10), .ofLayer = random.between(300, 1500)}, allowance);
        if (!allowance.spend(1))
            break;
        if (own.series.empty())
            continue;
        Sequence order;
        for (const std::uint8_t series : own.series)
            order.push_back(alone.series[series].code);
        follow(rank, order);
        for (int list = 0; list < kLists && allowance.spend(4 * m_table.ops()); ++list) {
            if (!schedule(rank, order, random))
                continue;
            if (const Cost cost = m_timer(m_sequences, best.cost.energy); cost.energy < best.cost.energy) {
                best = {m_sequences, cost};
                if (effort.found)
                    effort.found(m_sequences, cost);
            }
        }
    }
    return best;
}

} // namespace lanewright
