// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/metrics.h"
#include "core/analyse/replay.h"
#include "core/analyse/simulate.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

// Walks add up many iterations, and means are compared crosswise: 64 bits would not always do.
__extension__ using Wide = __int128;

/// The mean of a walk.
struct Mean {
    Wide length = 0;
    Wide arcs = 1;
};

bool less(const Mean& a, const Mean& b) { return a.length * b.arcs < b.length * a.arcs; }

Fraction lowest(Wide numerator, Wide denominator) {
    Wide divisor = numerator < 0 ? -numerator : numerator;
    for (Wide rest = denominator; rest != 0;) {
        divisor %= rest;
        std::swap(divisor, rest);
    }
    return {static_cast<Time>(numerator / divisor), static_cast<Time>(denominator / divisor)};
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
/// node is a start. `paths[from][to]`; each node has a path to itself, so that there are walks of any length to it.
Fraction largestCycleMean(const std::vector<std::vector<Time>>& paths) {
    const std::size_t nodes = paths.size();
    // longest[k][v]: of all walks of k arcs that end in v.
    std::vector<std::vector<Wide>> longest(nodes + 1, std::vector<Wide>(nodes, 0));
    for (std::size_t arcs = 1; arcs <= nodes; ++arcs)
        for (std::size_t to = 0; to < nodes; ++to) {
            Wide best = longest[arcs - 1][to] + paths[to][to];
            for (std::size_t from = 0; from < nodes; ++from)
                if (exists(paths[from][to]))
                    best = std::max(best, longest[arcs - 1][from] + paths[from][to]);
            longest[arcs][to] = best;
        }
    Mean largest;
    for (std::size_t node = 0; node < nodes; ++node) {
        Mean smallest{longest[nodes][node], static_cast<Wide>(nodes)};
        for (std::size_t arcs = 1; arcs < nodes; ++arcs) {
            const Mean mean{longest[nodes][node] - longest[arcs][node], static_cast<Wide>(nodes - arcs)};
            if (less(mean, smallest))
                smallest = mean;
        }
        if (less(largest, smallest))
            largest = smallest;
    }
    return lowest(largest.length, largest.arcs);
}

/// All ways from rank to rank are one pass per rank, and the circles then a cube: past this many steps there is no
/// answer rather than a long wait.
constexpr double kMostSteps = 4e8;

bool isQuick(const Schedule& schedule, std::size_t ranks) {
    std::size_t blocks = 0;
    for (const Row& row : schedule.order)
        blocks += row.size();
    const auto count = static_cast<double>(ranks);
    return count * static_cast<double>(blocks) + count * count * count < kMostSteps;
}

} // namespace

Fraction fractionOf(Time numerator, Time denominator) { return lowest(numerator, denominator); }

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
    if (!isQuick(schedule, busy.size()))
        return {};
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
