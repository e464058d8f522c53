// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/diagram.h"

#include "core/base/switches.h"
#include "core/bounds/diagram_step.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright::bounds {

namespace {

/// Edges kept at a time, beyond which the diagram is given up.
constexpr std::size_t kMostEdges = 6'000'000;

/// While it lives, an op more has run of a series.
class OneMoreRan {
public:
    explicit OneMoreRan(int& ran) : m_ran(ran) { ++m_ran; }
    ~OneMoreRan() { --m_ran; }
    OneMoreRan(const OneMoreRan&) = delete;
    OneMoreRan& operator=(const OneMoreRan&) = delete;

private:
    int& m_ran;
};

} // namespace

/// What the nodes of a state have in common.
struct RankDiagram::Common {
    Counts counts = {};
    Counts had = {};                          ///< per series how many times a node has
    Bytes held = 0;                           ///< on the rank itself
    std::array<Time, kMostRanks> left = {};   ///< per rank: the work of its series
    std::array<Time, kMostRanks> latest = {}; ///< per rank: start of what it runs next
    /// Per rank, where there are several: W that can have run, and when it must be free, less its W till then.
    std::array<Time, kMostRanks> most = {};
    std::array<Time, kMostRanks> latestFree = {};
    std::vector<int> ran = {}; ///< per series of the lines, but for W
};

RankDiagram::RankDiagram(const Lines& lines, int rank, const std::vector<int>& beside, Weights weights)
    : m_lines(lines), m_ranks{rank}, m_ordersWeights(beside.empty() || weights == Weights::Order) {
    m_ranks.insert(m_ranks.end(), beside.begin(), beside.end());
    for (int side = 0; side < ranks(); ++side)
        for (const int series : lines.onRank[m_ranks[side]])
            if ((side == 0 && m_ordersWeights) || lines.series[series].kind != OpKind::W) {
                m_series.push_back(series);
                m_side.push_back(side);
            }
    m_size = static_cast<int>(m_series.size());
    for (int side = 0; side < ranks() && ranks() > 1; ++side)
        m_weights.push_back((side == 0 && m_ordersWeights) || isOff("refuting:weight-time")
                                ? WeightTime(lines)
                                : WeightTime(lines, m_ranks[side]));
    m_lag.assign(m_series.size() * m_series.size(), kNever);
    for (int number = 0; number < m_size; ++number)
        addLags(lines, number);
}

/// The longest ways from the series through those of other ranks, up to where they come back.
void RankDiagram::addLags(const Lines& lines, int number) {
    const int own = m_series[static_cast<std::size_t>(number)];
    const auto isOwn = [&](int series) {
        return std::ranges::find(m_ranks, lines.series[series].rank) != m_ranks.end();
    };
    // Per series: how long after the end of the op of the same number it can start.
    std::vector<Time> start(lines.series.size(), kNever);
    for (int to = own + 1; to < lines.size(); ++to) {
        for (const Arc& arc : lines.before[to]) {
            // Parts of W have numbers of their own, and W is waited for by nobody.
            if (lines.series[to].count != lines.series[arc.from].count)
                continue;
            if (arc.from == own)
                start[to] = std::max(start[to], arc.delay);
            else if (!isOwn(arc.from) && start[arc.from] > kNever)
                start[to] = std::max(start[to], start[arc.from] + lines.series[arc.from].each + arc.delay);
        }
        // On one rank ops follow each other anyway.
        if (start[to] <= (lines.series[to].rank == lines.series[own].rank ? 0 : kNever))
            continue;
        const auto at = std::ranges::find(m_series, to);
        if (at == m_series.end())
            continue;
        setLag(static_cast<int>(at - m_series.begin()), number, start[to]);
    }
}

int RankDiagram::pending(const Counts& counts, int number) const {
    int most = counts[number];
    for (int from = 0; from < m_size; ++from)
        if (lagOf(number, from) > kNever)
            most = std::max<int>(most, counts[from]);
    return most - counts[number];
}

void RankDiagram::summarise(Common& common, const Counts& counts, const Within& within) const {
    common.counts = counts;
    common.held = 0;
    common.left = {};
    std::array<Time, kMostRanks> shortest; // that follows the last op of any series with ops left
    shortest.fill(kNoEnd);
    const auto shorten = [&](int side, const Series& line) {
        shortest[side] = std::min(shortest[side], within.tails[m_lines.ops - line.first - line.count]);
    };
    for (int number = 0; number < m_size; ++number) {
        const Series& line = series(number);
        const int side = m_side[number];
        common.had[number] = static_cast<std::uint16_t>(pending(counts, number));
        common.ran[m_series[number]] = counts[number];
        common.held += side == 0 ? counts[number] * line.net() : 0;
        common.left[side] += (line.count - counts[number]) * line.each;
        if (counts[number] < line.count)
            shorten(side, line);
    }
    const auto latestFor = [&](int side, Time left) {
        return shortest[side] == kNoEnd ? kNoEnd : within.value - left - shortest[side];
    };
    for (int side = 0; side < ranks(); ++side) {
        common.latest[side] = latestFor(side, common.left[side]);
        if (m_weights.empty())
            continue;
        common.most[side] = m_weights[side].mostAt(common.ran);
        for (const int weight : m_weights[side].series())
            shorten(side, m_lines.series[weight]);
        common.latestFree[side] = latestFor(side, common.left[side] + m_weights[side].all());
    }
}

bool RankDiagram::mayRun(const Common& common, int number, const Before& before) const {
    const Series& line = series(number);
    if (common.counts[number] >= line.count)
        return false;
    if (m_side[number] == 0 && m_ordersWeights && common.held + line.rise > m_lines.limit[m_ranks.front()])
        return false;
    const int op = line.first + common.counts[number];
    for (int other = 0; other < m_size; ++other)
        if (other != number && before.of(op, m_series[other]) > common.counts[other])
            return false;
    return true;
}

/// Says in `step` what W means for the next op of the series. False where there is no room for that.
bool RankDiagram::prepareWeights(Step& step, Common& common, int number) const {
    if (m_weights.empty())
        return true;
    const int side = m_side[number];
    const WeightTime& weights = m_weights[side];
    step.weights = weights.before(common.ran, m_series[number]);
    if (step.weights.least > step.weights.most)
        return false;
    step.latestFree = common.latestFree[side] == kNoEnd ? kNoEnd : common.latestFree[side] + series(number).each;
    step.most = common.most;
    const OneMoreRan then(common.ran[m_series[number]]);
    step.most[side] = weights.mostAt(common.ran);
    return true;
}

/// When each rank is free before any op.
std::vector<Time> RankDiagram::timesAtBegin(const std::vector<Time>& heads) const {
    std::vector<Time> times(static_cast<std::size_t>(ownTimes()), kNever);
    const NodeTimes<Time> named{times.data(), ranks()};
    for (int side = 0; side < static_cast<int>(m_weights.size()); ++side) {
        Time first = kNoEnd;
        for (const int own : m_lines.onRank[m_ranks[side]])
            first = std::min(first, heads[m_lines.series[own].first]);
        named.freeOfWeights(side) = first;
    }
    return times;
}

/// Adds the times that ops of a series have in the node that follows when the next op of `runs` has run. `firstTime` is
/// where those of the series begin in the node before.
void RankDiagram::addSlots(Step& step, const Common& common, int runs, int number, int firstTime,
                           const std::vector<Time>& heads, const std::vector<Time>& latest) const {
    const Series& line = series(number);
    const int ran = common.counts[number];
    const int had = common.had[number];
    const int next = ran + (number == runs ? 1 : 0);
    // The op that runs may be what one more op of the series waits for.
    const Time lag = lagOf(number, runs);
    const int timed = std::max({next, ran + had, lag > kNever ? common.counts[runs] + 1 : 0});
    for (int index = next; index < timed; ++index)
        step.slots.push_back(
            {.from = index - ran < had ? firstTime + index - ran : -1,
             .head = heads[line.first + index],
             .lag = index == common.counts[runs] ? lag : kNever,
             .length = line.each,
             .latest = latest[line.first + index],
             .weights =
                 m_weights.empty() ? 0 : m_weights[m_side[number]].waitedFor(common.ran, m_series[number], index)});
    Step::Rest& rest = step.rests.emplace_back();
    rest.side = m_side[number];
    rest.slots = static_cast<int>(step.slots.size());
    if (timed < line.count) {
        rest.head = heads[line.first + timed];
        rest.latest = latest[line.first + timed];
    }
}

/// Says in `step` what follows when the next op of the series runs: a node has its own times, then of each series those
/// of the ops whose values are on their way.
void RankDiagram::prepare(Step& step, Common& common, int number, const std::vector<Time>& heads,
                          const std::vector<Time>& latest) const {
    step.op = series(number).first + common.counts[number];
    step.length = series(number).each;
    step.head = heads[step.op];
    step.side = m_side[number];
    step.ranks = ranks();
    step.waits = -1;
    step.slots.clear();
    step.rests.clear();
    const OneMoreRan then(common.ran[m_series[number]]); // for what W must have run
    int firstTime = ownTimes();
    for (int other = 0; other < m_size; ++other) {
        if (other == number && common.had[other] > 0)
            step.waits = firstTime;
        addSlots(step, common, number, other, firstTime, heads, latest);
        firstTime += common.had[other];
    }
}

/// A diagram while it is built, layer by layer.
struct RankDiagram::Growth {
    const std::vector<Time>& heads;
    const Within& within;
    Looks& looks;
    std::vector<Time> latest; ///< per op of the rank: when it must start
    Common common;
    Step step = {};
    DiagramLayer layer;
    DiagramLayer next;
    std::vector<Time> times = {}; ///< those of a node that follows
    std::vector<Edge> edges = {};
    std::vector<std::size_t> firstEdge = {}; ///< per layer but the first: of those that lead to it
    std::vector<int> sizes = {};             ///< as `firstEdge`: nodes

    bool isGivenUp() const { return looks.areOver() || edges.size() > kMostEdges; }
};

/// Adds what follows the nodes of a state when the next op of the series runs. False when the diagram is given up.
bool RankDiagram::grow(Growth& growth, DiagramLayer::SameCounts& state, int number) const {
    Step& step = growth.step;
    if (!mayRun(growth.common, number, growth.within.before) || !prepareWeights(step, growth.common, number))
        return true;
    Counts after = state.counts;
    ++after[number];
    prepare(step, growth.common, number, growth.heads, growth.latest);
    step.latest = growth.common.latest;
    step.latest[step.side] = std::min(step.latest[step.side], growth.latest[step.op]);
    std::vector<Time>& times = growth.times;
    times.resize(step.slots.size() + static_cast<std::size_t>(ownTimes()));
    const NodeTimes<Time> timesAfter{times.data(), ranks()};
    int nextState = -1;
    for (int parent = 0; parent < state.count(); ++parent) {
        growth.looks.spend(1);
        if (growth.isGivenUp())
            return false;
        const std::optional<Time> start = step.run({state.of(parent), ranks()}, timesAfter);
        if (!start)
            continue;
        if (nextState < 0)
            nextState = growth.next.stateOf(after, static_cast<int>(times.size()));
        const int child = growth.next.add(nextState, times.data(), growth.within.width, growth.looks);
        growth.edges.push_back({state.nodes[parent], child, step.op, *start});
    }
    return true;
}

/// Adds the nodes after one more op. False when the diagram is given up.
bool RankDiagram::growLayer(Growth& growth) const {
    growth.firstEdge.push_back(growth.edges.size());
    growth.next.clear();
    for (int current = 0; current < growth.layer.used; ++current) {
        DiagramLayer::SameCounts& state = growth.layer.states[current];
        if (state.nodes.empty())
            continue;
        summarise(growth.common, state.counts, growth.within);
        for (int number = 0; number < m_size; ++number)
            if (!grow(growth, state, number))
                return false;
    }
    for (std::size_t edge = growth.firstEdge.back(); edge < growth.edges.size(); ++edge)
        growth.edges[edge].child = growth.next.find(growth.edges[edge].child);
    growth.sizes.push_back(growth.next.nodes());
    std::swap(growth.layer, growth.next);
    return true;
}

/// Per op: when it starts at the earliest on a way that leads to the end; the greatest of all times where there is
/// none.
std::vector<Time> RankDiagram::earliestOf(const Growth& growth) const {
    std::vector<Time> earliest(static_cast<std::size_t>(m_lines.ops), std::numeric_limits<Time>::max());
    std::size_t last = growth.edges.size();
    std::vector<char> leads(growth.sizes.empty() ? 1 : static_cast<std::size_t>(growth.sizes.back()), 1);
    for (std::size_t layer = growth.sizes.size(); layer-- > 0;) {
        std::vector<char> parents(layer > 0 ? static_cast<std::size_t>(growth.sizes[layer - 1]) : 1, 0);
        for (std::size_t edge = growth.firstEdge[layer]; edge < last; ++edge) {
            const Edge& one = growth.edges[edge];
            if (leads[static_cast<std::size_t>(one.child)] == 0)
                continue;
            parents[static_cast<std::size_t>(one.parent)] = 1;
            Time& start = earliest[static_cast<std::size_t>(one.op)];
            start = std::min(start, one.start);
        }
        last = growth.firstEdge[layer];
        leads = std::move(parents);
    }
    return earliest;
}

bool RankDiagram::raise(std::vector<Time>& heads, const Within& within, Looks& looks) {
    int total = 0;
    std::vector<Time> latest(heads.size(), 0);
    for (int number = 0; number < m_size; ++number) {
        const Series& line = series(number);
        total += line.count;
        for (int op = line.first; op < line.first + line.count; ++op)
            latest[op] = within.value - line.each - within.tails[m_lines.ops - 1 - op];
    }
    Growth growth{.heads = heads,
                  .within = within,
                  .looks = looks,
                  .latest = std::move(latest),
                  .common = {.ran = std::vector<int>(m_lines.series.size(), 0)},
                  .layer = {},
                  .next = {}};
    const std::vector<Time> begin = timesAtBegin(heads);
    growth.layer.add(growth.layer.stateOf({}, ownTimes()), begin.data(), 1, looks);
    for (int done = 0; done < total; ++done) {
        if (!growLayer(growth))
            return true;
        if (growth.sizes.back() == 0)
            return false;
    }
    const std::vector<Time> earliest = earliestOf(growth);
    for (int number = 0; number < m_size; ++number)
        for (int op = series(number).first; op < series(number).first + series(number).count; ++op)
            if (heads[op] > kNever && earliest[static_cast<std::size_t>(op)] < std::numeric_limits<Time>::max())
                heads[op] = std::max(heads[op], earliest[static_cast<std::size_t>(op)]);
    return true;
}

} // namespace lanewright::bounds
