// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/diagram.h"

#include "core/bounds/machine.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <unordered_map>
#include <utility>

namespace lanewright::bounds {

namespace {

/// Edges kept at a time, beyond which the diagram is given up.
constexpr std::size_t kMostEdges = 6'000'000;

constexpr Time kNoEnd = std::numeric_limits<Time>::max();
constexpr int kMostRanks = 1 + RankDiagram::kMostBeside;

/// What two nodes lose when they become one.
Time lossOf(const Time* one, const Time* other, int size) {
    Time loss = 0;
    for (int each = 0; each < size; ++each)
        loss += one[each] > other[each] ? one[each] - other[each] : other[each] - one[each];
    return loss;
}

} // namespace

/// The nodes after so many ops.
struct RankDiagram::Layer {
    /// Nodes with the same counts, and so with as many times each: those of `ownTimes`, then per series when each op
    /// can start whose values are on their way, the next one first.
    struct State {
        Counts counts = {};
        int size = 0;            ///< times of a node
        std::vector<int> nodes;  ///< the numbers of those that are not dropped
        std::vector<Time> times; ///< theirs, in the same order
        /// Per node some bits for each time, which are set where that is beyond some others: it is nowhere later than
        /// another only where no bit is set that is not set there too.
        std::vector<std::uint64_t> marks;
        std::vector<Time> first; ///< the times of the first node, which those of others are marked by

        int count() const { return static_cast<int>(nodes.size()); }
        Time* of(int place) { return times.data() + static_cast<std::ptrdiff_t>(place) * size; }
        /// Three bits for each time as far as there is room: whether it is above the first node's less a step, above
        /// that, and above that and a step.
        std::uint64_t markOf(const Time* own, Time step) const {
            std::uint64_t mark = 0;
            const int marked = std::min(size, 64 / 3);
            for (int each = 0; each < marked; ++each) {
                const Time above = own[each] - first[each];
                const int beyond = int{above > -step} + int{above > 0} + int{above > step};
                mark |= ((std::uint64_t{1} << beyond) - 1) << (3 * each);
            }
            return mark;
        }
        void push(int number, const Time* own, std::uint64_t mark) {
            nodes.push_back(number);
            times.insert(times.end(), own, own + size);
            marks.push_back(mark);
        }
        /// Whether these times are nowhere later than those of a node.
        bool isNoLaterThan(int place, const Time* own, std::uint64_t mark) {
            return (mark & ~marks[place]) == 0 && isNoLater(own, of(place), size);
        }
        /// What stands for one soon stands for another, and is found sooner. Its new place.
        int bringForward(int place) {
            const int to = place / 2;
            if (to < place) {
                std::swap_ranges(of(place), of(place) + size, of(to));
                std::swap(nodes[place], nodes[to]);
                std::swap(marks[place], marks[to]);
            }
            return to;
        }
        /// The last takes its place.
        void drop(int place) {
            if (place + 1 < count())
                std::copy_n(of(count() - 1), size, of(place));
            nodes[place] = nodes.back();
            nodes.pop_back();
            marks[place] = marks.back();
            marks.pop_back();
            times.resize(times.size() - static_cast<std::size_t>(size));
        }
    };
    Time apart = 0; ///< `State::markOf`
    std::unordered_map<Counts, int, HashOfCounts> numbers = {};
    std::vector<State> states = {}; ///< the first `used`; the others keep their memory for later
    int used = 0;
    std::vector<int> replaced = {}; ///< per node: that which stands for it, or itself
    std::vector<int> gone = {};     ///< places of a state, in order
    std::vector<Time> merged = {};  ///< the times of two nodes that become one

    void clear() {
        numbers.clear();
        replaced.clear();
        used = 0;
    }
    int stateOf(const Counts& key, int size) {
        const auto [at, isNew] = numbers.try_emplace(key, used);
        if (isNew) {
            if (used == static_cast<int>(states.size()))
                states.emplace_back();
            State& state = states[used++];
            state.counts = key;
            state.size = size;
            state.nodes.clear();
            state.times.clear();
            state.marks.clear();
        }
        return at->second;
    }
    int nodes() const { return static_cast<int>(replaced.size()); }
    int find(int node) {
        while (replaced[node] != node)
            node = replaced[node];
        return node;
    }
    /// A node with these times stands for all others of the state that are nowhere earlier.
    void replace(State& state, int node, const Time* own, std::uint64_t mark) {
        for (int place = 0; place < state.count();)
            if (state.nodes[place] != node && state.isNoLaterThan(place, own, mark)) {
                replaced[state.nodes[place]] = node;
                state.drop(place);
            } else
                ++place;
    }
    /// The place of a node that is nowhere later than these times; −1 where there is none. Then `gone` has the places
    /// of all that are nowhere earlier; where there is one there are none, since they would have been dropped for that.
    /// Marks are looked at many at a time: which of them rule a node out can't be foreseen.
    int compare(State& state, const Time* own, std::uint64_t mark) {
        constexpr int kAtOnce = 64;
        gone.clear();
        for (int from = 0; from < state.count(); from += kAtOnce) {
            const int count = std::min(state.count() - from, kAtOnce);
            std::uint64_t earlier = 0;
            std::uint64_t later = 0;
            for (int bit = 0; bit < count; ++bit) {
                const std::uint64_t other = state.marks[from + bit];
                earlier |= std::uint64_t{(other & ~mark) == 0} << bit;
                later |= std::uint64_t{(mark & ~other) == 0} << bit;
            }
            for (; earlier != 0; earlier &= earlier - 1)
                if (const int place = from + std::countr_zero(earlier); isNoLater(state.of(place), own, state.size))
                    return place;
            for (; later != 0; later &= later - 1)
                if (const int place = from + std::countr_zero(later); isNoLater(own, state.of(place), state.size))
                    gone.push_back(place);
        }
        return -1;
    }
    /// The node that stands for one of the state with these times.
    int add(int number, const Time* own, int width, std::int64_t& effort) {
        State& state = states[number];
        effort -= state.count();
        if (state.count() == 0)
            state.first.assign(own, own + state.size);
        const std::uint64_t mark = state.markOf(own, apart);
        if (const int stands = compare(state, own, mark); stands >= 0)
            return state.nodes[state.bringForward(stands)];
        const int node = nodes();
        for (auto each = gone.rbegin(); each != gone.rend(); ++each) {
            replaced[state.nodes[*each]] = node;
            state.drop(*each);
        }
        if (state.count() < width) {
            replaced.push_back(node);
            state.push(node, own, mark);
            return node;
        }
        int nearest = 0;
        Time least = std::numeric_limits<Time>::max();
        for (int place = 0; place < state.count(); ++place)
            if (const Time loss = lossOf(state.of(place), own, state.size); loss < least) {
                least = loss;
                nearest = place;
            }
        const int stands = state.nodes[nearest];
        merged.assign(state.of(nearest), state.of(nearest) + state.size);
        for (int each = 0; each < state.size; ++each)
            merged[each] = std::min(merged[each], own[each]);
        std::ranges::copy(merged, state.of(nearest));
        const std::uint64_t both = state.markOf(merged.data(), apart);
        state.marks[nearest] = both;
        replace(state, stands, merged.data(), both);
        return stands;
    }
};

/// How the times of the nodes that follow come from those of the nodes of a state when an op runs: the same for all
/// nodes of the state.
struct RankDiagram::Step {
    /// One time of the node that follows.
    struct Slot {
        int from = -1;     ///< which time of the node before it takes over; −1: none
        Time head = 0;     ///< it is not earlier
        Time lag = kNever; ///< nor than so long after the end of the op that runs
        Time length = 0;   ///< the op that it is the time of takes so long
        Time latest = 0;   ///< when that op must start
        Time weights = 0;  ///< W that must run before it
    };
    /// Where the slots of a series end, and the first of its ops that has no time yet.
    struct Rest {
        int side = 0;
        int slots = 0;
        Time head = kNever;
        Time latest = kNoEnd; ///< whatever has no time yet comes no sooner than those that have
    };

    int op = 0;
    int side = 0; ///< which of the ranks runs it
    int ranks = 1;
    int waits = -1;                           ///< which time of the node before says when the op can start; −1: none
    Time head = 0;                            ///< the op starts no earlier
    Time length = 0;                          ///< that the op takes
    std::array<Time, kMostRanks> latest = {}; ///< per rank: start of what it runs next
    WeightTime::Span weights = {};            ///< on the rank that runs it, before it
    Time latestFree = kNoEnd;                 ///< when that rank must be free, less its W till then
    std::array<Time, kMostRanks> most = {};   ///< per rank: W that can have run then
    std::vector<Slot> slots = {};
    std::vector<Rest> rests = {};

    /// Writes the times of the node that follows and when the op starts. False when something is late.
    bool run(const Time* before, Time* after, Time& start) const {
        start = std::max({before[side], head, waits < 0 ? kNever : before[waits]});
        const bool hasWeights = ranks > 1;
        if (hasWeights)
            start = std::max(start, before[ranks + side] + weights.least);
        if (start > latest[side])
            return false;
        const Time end = start + length;
        for (int other = 0; other < ranks; ++other) {
            after[other] = std::max(before[other], start);
            if (other != side && after[other] > latest[other])
                return false;
        }
        after[side] = end;
        if (hasWeights) {
            for (int other = 0; other < ranks; ++other)
                after[ranks + other] = std::max(before[ranks + other], after[other] - most[other]);
            // W runs while the rank waits, as far as there is any.
            Time& free = after[ranks + side];
            free = std::max({free, before[ranks + side] + length, end - weights.most});
            if (free > latestFree)
                return false;
        }
        int slot = 0;
        Time* waiting = after + (hasWeights ? 2 * ranks : 1);
        for (const Rest& rest : rests) {
            Time earliest = after[rest.side];
            for (; slot < rest.slots; ++slot) {
                const Slot& one = slots[slot];
                Time ready = std::max(earliest, one.head);
                if (hasWeights)
                    ready = std::max(ready, after[ranks + rest.side] + one.weights);
                if (one.from >= 0)
                    ready = std::max(ready, before[one.from]);
                if (one.lag > kNever)
                    ready = std::max(ready, end + one.lag);
                if (ready > one.latest)
                    return false;
                waiting[slot] = ready;
                earliest = ready + one.length;
            }
            if (std::max(earliest, rest.head) > rest.latest)
                return false;
        }
        return true;
    }
};

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
        m_weights.push_back(side == 0 && m_ordersWeights ? WeightTime(lines) : WeightTime(lines, m_ranks[side]));
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
        m_lag[(at - m_series.begin()) * m_size + number] = start[to];
    }
}

int RankDiagram::pending(const Counts& counts, int number) const {
    int most = counts[number];
    for (int from = 0; from < m_size; ++from)
        if (m_lag[number * m_size + from] > kNever)
            most = std::max<int>(most, counts[from]);
    return most - counts[number];
}

/// What all nodes with the counts have in common.
void RankDiagram::find(Common& common, const Counts& counts, const Within& within) const {
    common.counts = counts;
    common.held = 0;
    common.left = {};
    std::array<Time, kMostRanks> shortest; // that follows what is left
    shortest.fill(kNoEnd);
    for (int number = 0; number < m_size; ++number) {
        const Series& line = series(number);
        const int side = m_side[number];
        common.had[number] = static_cast<std::uint16_t>(pending(counts, number));
        common.ran[m_series[number]] = counts[number];
        common.held += side == 0 ? counts[number] * line.net() : 0;
        common.left[side] += (line.count - counts[number]) * line.each;
        if (counts[number] < line.count)
            shortest[side] = std::min(shortest[side], within.tails[m_lines.ops - line.first - line.count]);
    }
    for (int side = 0; side < ranks(); ++side) {
        common.latest[side] = shortest[side] == kNoEnd ? kNoEnd : within.value - common.left[side] - shortest[side];
        if (m_weights.empty())
            continue;
        common.most[side] = m_weights[side].mostAt(common.ran);
        for (const int weight : m_weights[side].series()) {
            const Series& line = m_lines.series[weight];
            shortest[side] = std::min(shortest[side], within.tails[m_lines.ops - line.first - line.count]);
        }
        common.latestFree[side] = shortest[side] == kNoEnd
                                      ? kNoEnd
                                      : within.value - common.left[side] - m_weights[side].all() - shortest[side];
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
    ++common.ran[m_series[number]];
    step.most[side] = weights.mostAt(common.ran);
    --common.ran[m_series[number]];
    return true;
}

/// When each rank is free before any op.
std::vector<Time> RankDiagram::timesAtBegin(const std::vector<Time>& heads) const {
    std::vector<Time> times(static_cast<std::size_t>(ownTimes()), kNever);
    for (int side = 0; side < static_cast<int>(m_weights.size()); ++side) {
        Time first = kNoEnd;
        for (const int own : m_lines.onRank[m_ranks[side]])
            first = std::min(first, heads[m_lines.series[own].first]);
        times[ranks() + side] = first;
    }
    return times;
}

/// Says in `step` what follows when the next op of the series runs.
void RankDiagram::prepare(Step& step, Common& common, int number, const std::vector<Time>& heads,
                          const std::vector<Time>& latest) const {
    const Counts& counts = common.counts;
    const Counts& had = common.had;
    step.op = series(number).first + counts[number];
    step.length = series(number).each;
    step.head = heads[step.op];
    step.side = m_side[number];
    step.ranks = ranks();
    step.waits = -1;
    step.slots.clear();
    step.rests.clear();
    ++common.ran[m_series[number]];
    int at = ownTimes();
    for (int other = 0; other < m_size; ++other) {
        const Series& line = series(other);
        const int skip = other == number ? 1 : 0;
        const int start = counts[other] + skip; // its ops that have run then
        const Time lag = m_lag[other * m_size + number];
        // Where the op that runs is what it waits for, one more op may have a time.
        const int until = std::max(counts[other] + had[other], lag > kNever ? counts[number] + 1 : 0);
        if (skip > 0 && had[other] > 0)
            step.waits = at;
        for (int index = start; index < until; ++index) {
            const int op = line.first + index;
            const int place = index - counts[other];
            step.slots.push_back(
                {.from = place < had[other] ? at + place : -1,
                 .head = heads[op],
                 .lag = index == counts[number] ? lag : kNever,
                 .length = line.each,
                 .latest = latest[op],
                 .weights =
                     m_weights.empty() ? 0 : m_weights[m_side[other]].waitedFor(common.ran, m_series[other], index)});
        }
        Step::Rest& rest = step.rests.emplace_back();
        rest.side = m_side[other];
        rest.slots = static_cast<int>(step.slots.size());
        if (const int none = std::max(start, until); none < line.count) {
            rest.head = heads[line.first + none];
            rest.latest = latest[line.first + none];
        }
        at += had[other];
    }
    --common.ran[m_series[number]];
}

bool RankDiagram::raise(std::vector<Time>& heads, const Within& within, std::int64_t& effort,
                        const std::stop_token& stop) {
    int total = 0;
    Time work = 0;
    for (int number = 0; number < m_size; ++number) {
        total += series(number).count;
        work += series(number).count * series(number).each;
    }
    std::vector<Edge> edges;
    std::vector<std::size_t> firstEdge;
    std::vector<int> sizes;                    // per layer: nodes
    std::vector<Time> latest(heads.size(), 0); // per op of the rank: when it must start
    for (int number = 0; number < m_size; ++number)
        for (int op = series(number).first; op < series(number).first + series(number).count; ++op)
            latest[op] = within.value - series(number).each - within.tails[m_lines.ops - 1 - op];
    std::vector<Time> times;
    Step step;
    Common common{.ran = std::vector<int>(m_lines.series.size(), 0)};
    const Time apart = work / std::max(1, total) / 2;
    Layer layer{.apart = apart};
    Layer next{.apart = apart};
    const std::vector<Time> begin = timesAtBegin(heads);
    layer.add(layer.stateOf({}, ownTimes()), begin.data(), 1, effort);
    for (int done = 0; done < total; ++done) {
        firstEdge.push_back(edges.size());
        next.clear();
        for (int current = 0; current < layer.used; ++current) {
            Layer::State& state = layer.states[current];
            if (state.nodes.empty())
                continue;
            find(common, state.counts, within);
            for (int number = 0; number < m_size; ++number) {
                if (!mayRun(common, number, within.before) || !prepareWeights(step, common, number))
                    continue;
                Counts after = state.counts;
                ++after[number];
                prepare(step, common, number, heads, latest);
                step.latest = common.latest;
                step.latest[step.side] = std::min(step.latest[step.side], latest[step.op]);
                times.resize(step.slots.size() + static_cast<std::size_t>(ownTimes()));
                int nextState = -1;
                for (int parent = 0; parent < state.count(); ++parent) {
                    if (--effort <= 0 || edges.size() > kMostEdges || stop.stop_requested())
                        return true;
                    Time start = 0;
                    if (!step.run(state.of(parent), times.data(), start))
                        continue;
                    if (nextState < 0)
                        nextState = next.stateOf(after, static_cast<int>(times.size()));
                    edges.push_back(
                        {state.nodes[parent], next.add(nextState, times.data(), within.width, effort), step.op, start});
                }
            }
        }
        if (next.nodes() == 0)
            return false;
        for (std::size_t edge = firstEdge.back(); edge < edges.size(); ++edge)
            edges[edge].child = next.find(edges[edge].child);
        sizes.push_back(next.nodes());
        std::swap(layer, next);
    }
    // Only what leads to the end counts.
    std::vector<Time> earliest(static_cast<std::size_t>(m_lines.ops), std::numeric_limits<Time>::max());
    std::vector<char> leads(static_cast<std::size_t>(sizes.empty() ? 1 : sizes.back()), 1);
    for (int done = total - 1; done >= 0; --done) {
        std::vector<char> parents(static_cast<std::size_t>(done > 0 ? sizes[static_cast<std::size_t>(done - 1)] : 1),
                                  0);
        const std::size_t last = done + 1 < total ? firstEdge[done + 1] : edges.size();
        for (std::size_t edge = firstEdge[static_cast<std::size_t>(done)]; edge < last; ++edge) {
            const Edge& one = edges[edge];
            if (leads[static_cast<std::size_t>(one.child)] == 0)
                continue;
            parents[static_cast<std::size_t>(one.parent)] = 1;
            earliest[static_cast<std::size_t>(one.op)] =
                std::min(earliest[static_cast<std::size_t>(one.op)], one.start);
        }
        leads = std::move(parents);
    }
    for (int number = 0; number < m_size; ++number)
        for (int op = series(number).first; op < series(number).first + series(number).count; ++op)
            if (heads[op] > kNever && earliest[static_cast<std::size_t>(op)] < std::numeric_limits<Time>::max())
                heads[op] = std::max(heads[op], earliest[static_cast<std::size_t>(op)]);
    return true;
}

} // namespace lanewright::bounds
