// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/diagram.h"

#include "core/bounds/machine.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace lanewright::bounds {

namespace {

/// Edges kept at a time, beyond which the diagram is given up.
constexpr std::size_t kMostEdges = 6'000'000;

/// Whether one is nowhere later than the other.
bool isNoLater(const std::vector<Time>& one, const std::vector<Time>& other) {
    for (std::size_t each = 0; each < one.size(); ++each)
        if (one[each] > other[each])
            return false;
    return true;
}

/// What two nodes lose when they become one.
Time lossOf(const std::vector<Time>& one, const std::vector<Time>& other) {
    Time loss = 0;
    for (std::size_t each = 0; each < one.size(); ++each)
        loss += one[each] > other[each] ? one[each] - other[each] : other[each] - one[each];
    return loss;
}

} // namespace

/// The nodes after so many ops.
struct RankDiagram::Layer {
    std::map<Counts, int> states = {};
    std::vector<Counts> counts = {};            ///< per state
    std::vector<std::vector<int>> ofState = {}; ///< per state: its nodes that are not dropped
    std::vector<Node> nodes = {};
    std::vector<int> replaced = {}; ///< per node: that which stands for it, or itself

    int stateOf(const Counts& key) {
        const auto [at, isNew] = states.try_emplace(key, static_cast<int>(counts.size()));
        if (isNew) {
            counts.push_back(key);
            ofState.emplace_back();
        }
        return at->second;
    }
    int find(int node) {
        while (replaced[static_cast<std::size_t>(node)] != node)
            node = replaced[static_cast<std::size_t>(node)];
        return node;
    }
    /// The node that stands for this one.
    int add(int state, std::vector<Time> times, int width, std::int64_t& effort) {
        std::vector<int>& same = ofState[static_cast<std::size_t>(state)];
        effort -= static_cast<std::int64_t>(same.size());
        for (const int node : same)
            if (isNoLater(nodes[static_cast<std::size_t>(node)].times, times))
                return node;
        const int number = static_cast<int>(nodes.size());
        std::erase_if(same, [&](int node) {
            if (!isNoLater(times, nodes[static_cast<std::size_t>(node)].times))
                return false;
            replaced[static_cast<std::size_t>(node)] = number;
            return true;
        });
        if (static_cast<int>(same.size()) < width) {
            nodes.push_back({state, std::move(times)});
            replaced.push_back(number);
            same.push_back(number);
            return number;
        }
        const int nearest = *std::ranges::min_element(
            same, {}, [&](int node) { return lossOf(nodes[static_cast<std::size_t>(node)].times, times); });
        std::vector<Time>& merged = nodes[static_cast<std::size_t>(nearest)].times;
        for (std::size_t each = 0; each < times.size(); ++each)
            merged[each] = std::min(merged[each], times[each]);
        std::erase_if(same, [&](int node) {
            if (node == nearest || !isNoLater(merged, nodes[static_cast<std::size_t>(node)].times))
                return false;
            replaced[static_cast<std::size_t>(node)] = nearest;
            return true;
        });
        return nearest;
    }
};

RankDiagram::RankDiagram(const Lines& lines, int rank)
    : m_lines(lines), m_rank(rank), m_size(static_cast<int>(lines.onRank[rank].size())), m_series(lines.onRank[rank]),
      m_lags(m_series.size()) {
    for (int number = 0; number < m_size; ++number)
        addLags(lines, number);
}

/// The longest ways from the series through those of other ranks, up to where they come back.
void RankDiagram::addLags(const Lines& lines, int number) {
    const int own = m_series[static_cast<std::size_t>(number)];
    // Per series: how long after the end of the op of the same number it can start.
    std::vector<Time> start(lines.series.size(), kNever);
    for (int to = own + 1; to < lines.size(); ++to) {
        for (const Arc& arc : lines.before[to]) {
            // Parts of W have numbers of their own, and W is waited for by nobody.
            if (lines.series[to].count != lines.series[arc.from].count)
                continue;
            if (arc.from == own)
                start[to] = std::max(start[to], arc.delay);
            else if (lines.series[arc.from].rank != m_rank && start[arc.from] > kNever)
                start[to] = std::max(start[to], start[arc.from] + lines.series[arc.from].each + arc.delay);
        }
        if (lines.series[to].rank != m_rank || start[to] <= 0)
            continue;
        const auto at = std::ranges::find(m_series, to);
        m_lags[static_cast<std::size_t>(at - m_series.begin())].push_back({number, start[to]});
    }
}

int RankDiagram::pending(const Counts& counts, int number) const {
    int most = counts[number];
    for (const Lag& lag : m_lags[number])
        most = std::max<int>(most, counts[lag.from]);
    return most - counts[number];
}

bool RankDiagram::mayRun(const Counts& counts, Bytes held, int number, const Before& before) const {
    const Series& line = series(number);
    if (counts[number] >= line.count || held + line.rise > m_lines.limit[m_rank])
        return false;
    const int op = line.first + counts[number];
    for (int other = 0; other < m_size; ++other)
        if (other != number && before.of(op, m_series[other]) > counts[other])
            return false;
    return true;
}

bool RankDiagram::raise(std::vector<Time>& heads, const Within& within, std::int64_t& effort,
                        const std::stop_token& stop) {
    int total = 0;
    Time work = 0;
    for (int number = 0; number < m_size; ++number) {
        total += series(number).count;
        work += series(number).count * series(number).each;
    }
    const auto tail = [&](int op) { return within.tails[static_cast<std::size_t>(m_lines.ops - 1 - op)]; };
    std::vector<Edge> edges;
    std::vector<std::size_t> firstEdge;
    Layer layer;
    layer.add(layer.stateOf({}), {kNever}, 1, effort);
    std::vector<std::vector<int>> replaced; // per layer
    std::vector<int> sizes;
    for (int done = 0; done < total; ++done) {
        firstEdge.push_back(edges.size());
        Layer next;
        for (std::size_t state = 0; state < layer.counts.size(); ++state) {
            const Counts& counts = layer.counts[state];
            Bytes held = 0;
            Time left = work;
            Time shortest = std::numeric_limits<Time>::max(); // that follows what is left
            std::array<int, kMostSeries> at{};                // where the times of each series begin
            int size = 1;
            for (int number = 0; number < m_size; ++number) {
                const Series& line = series(number);
                held += counts[number] * line.net();
                left -= counts[number] * line.each;
                if (counts[number] < line.count)
                    shortest = std::min(shortest, tail(line.first + line.count - 1));
                at[number] = size;
                size += pending(counts, number);
            }
            for (int number = 0; number < m_size; ++number) {
                if (layer.ofState[state].empty() || !mayRun(counts, held, number, within.before))
                    continue;
                const Series& line = series(number);
                const int op = line.first + counts[number];
                Counts after = counts;
                ++after[number];
                int nextState = -1;
                for (const int parent : layer.ofState[state]) {
                    if (--effort <= 0 || edges.size() > kMostEdges || stop.stop_requested())
                        return true;
                    const std::vector<Time>& times = layer.nodes[static_cast<std::size_t>(parent)].times;
                    const bool hasTime = pending(counts, number) > 0;
                    const Time start =
                        std::max({times[0], heads[op], hasTime ? times[static_cast<std::size_t>(at[number])] : kNever});
                    const Time end = start + line.each;
                    if (end + tail(op) > within.value || start + left + shortest > within.value)
                        continue;
                    // The times of the node that follows; late ones are late for what comes after them too.
                    std::vector<Time> times2 = {end};
                    times2.reserve(static_cast<std::size_t>(size) + 2);
                    bool isLate = false;
                    for (int other = 0; other < m_size && !isLate; ++other) {
                        const Series& line2 = series(other);
                        const int count = pending(after, other);
                        const int had = pending(counts, other);
                        const int skip = other == number && had > 0 ? 1 : 0;
                        Time earliest = end;
                        for (int each = 0; each < count; ++each) {
                            const int op2 = line2.first + after[other] + each;
                            Time ready = std::max(earliest, heads[op2]);
                            if (each + skip < had)
                                ready = std::max(ready, times[at[other] + each + skip]);
                            for (const Lag& lag : m_lags[other])
                                if (lag.from == number && after[other] + each == counts[number])
                                    ready = std::max(ready, end + lag.delay);
                            if (ready + line2.each + tail(op2) > within.value) {
                                isLate = true;
                                break;
                            }
                            times2.push_back(ready);
                            earliest = ready + line2.each;
                        }
                        // Whatever has no time yet comes no sooner either.
                        if (const int rest = after[other] + count; !isLate && rest < line2.count)
                            isLate =
                                std::max(earliest, heads[line2.first + rest]) + line2.each + tail(line2.first + rest) >
                                within.value;
                    }
                    if (isLate)
                        continue;
                    if (nextState < 0)
                        nextState = next.stateOf(after);
                    const int child = next.add(nextState, std::move(times2), within.width, effort);
                    edges.push_back({parent, child, op, start});
                }
            }
        }
        if (next.nodes.empty())
            return false;
        for (std::size_t edge = firstEdge.back(); edge < edges.size(); ++edge)
            edges[edge].child = next.find(edges[edge].child);
        sizes.push_back(static_cast<int>(next.nodes.size()));
        layer = std::move(next);
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
