// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/metrics.h"
#include "core/analyse/replay.h"
#include "core/analyse/simulate.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lanewright {

namespace {

__extension__ using Wide = __int128;

bool less(const Fraction& a, const Fraction& b) {
    return static_cast<Wide>(a.numerator) * b.denominator < static_cast<Wide>(b.numerator) * a.denominator;
}

/// The longest path from the start of the rank's first block to the end of each rank's last one, through the order of
/// the ranks, the values, the gaps between blocks and (where links are serial) the order on the links inside one
/// iteration. Far below zero where there is no path.
std::vector<Time> longestPaths(Replay& replay, const Schedule& schedule, int rank) {
    std::vector<Time> free(schedule.ranks(), Replay::kNever);
    free[rank] = -schedule.order[rank].front().gap;
    return replay.ends({.free = std::move(free), .firstBackward = {}, .lengths = {}});
}

constexpr bool exists(Time path) { return path > Replay::kNever / 2; }

/// The largest mean of a circle: Karp, "A characterization of the minimum cycle mean in a digraph" (1978), where every
/// node is a start. `paths[from][to]`.
Fraction largestCycleMean(const std::vector<std::vector<Time>>& paths) {
    const std::size_t nodes = paths.size();
    // longest[k][v]: of all walks of k arcs that end in v.
    std::vector<std::vector<Time>> longest(nodes + 1, std::vector<Time>(nodes, Replay::kNever));
    longest[0].assign(nodes, 0);
    for (std::size_t arcs = 1; arcs <= nodes; ++arcs)
        for (std::size_t from = 0; from < nodes; ++from)
            for (std::size_t to = 0; exists(longest[arcs - 1][from]) && to < nodes; ++to)
                if (exists(paths[from][to]))
                    longest[arcs][to] = std::max(longest[arcs][to], longest[arcs - 1][from] + paths[from][to]);
    Fraction largest;
    for (std::size_t node = 0; node < nodes; ++node) {
        if (!exists(longest[nodes][node]))
            continue;
        std::optional<Fraction> smallest;
        for (std::size_t arcs = 0; arcs < nodes; ++arcs) {
            if (!exists(longest[arcs][node]))
                continue;
            const Fraction mean{longest[nodes][node] - longest[arcs][node], static_cast<Time>(nodes - arcs)};
            if (!smallest || less(mean, *smallest))
                smallest = mean;
        }
        if (smallest && less(largest, *smallest))
            largest = *smallest;
    }
    return fractionOf(largest.numerator, largest.denominator);
}

} // namespace

Fraction fractionOf(Time numerator, Time denominator) {
    const Time divisor = std::max<Time>(1, std::gcd(numerator, denominator));
    return {numerator / divisor, denominator / divisor};
}

std::optional<Fraction> periodOf(const Schedule& schedule, const Costs& costs, const Timeline& timeline) {
    if (!reachesEnd(schedule, timeline))
        return {};
    std::vector<int> busy;
    int widest = -1;
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        if (schedule.order[rank].empty())
            continue;
        busy.push_back(rank);
        if (widest < 0 || extentOf(timeline.lanes[rank]).length() > extentOf(timeline.lanes[widest]).length())
            widest = rank;
    }
    if (busy.empty())
        return Fraction{};
    Replay replay(schedule, costs);
    const Time span = extentOf(timeline.lanes[widest]).length();
    // The period lies between the rank's own longest path and the longest span; nearly always they are equal.
    if (longestPaths(replay, schedule, widest)[widest] == span)
        return Fraction{span, 1};
    std::vector<std::vector<Time>> paths;
    for (const int from : busy) {
        const std::vector<Time> ends = longestPaths(replay, schedule, from);
        std::vector<Time>& row = paths.emplace_back();
        for (const int to : busy)
            row.push_back(ends[to]);
    }
    return largestCycleMean(paths);
}

} // namespace lanewright
