// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/metrics.h"
#include "core/simulate/replay.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// The longest path from the start of the rank's first block to the end of each rank's last one, through the order of
/// the ranks, the values, the gaps between blocks and (where links are serial) the order on the links inside one
/// iteration. Far below zero where there is no path.
std::vector<Time> longestPaths(Replay& replay, const Schedule& schedule, int rank) {
    std::vector<Time> free(schedule.ranks(), Replay::kNever);
    free[rank] = -schedule.order[rank].front().gap;
    return replay.ends({.free = std::move(free), .firstBackward = {}, .lengths = {}});
}

} // namespace

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
    if (!mayLookFromEach(schedule, busy.size()))
        return {};
    std::vector<std::vector<Time>> paths;
    for (const int from : busy) {
        const std::vector<Time> ends = longestPaths(replay, schedule, from);
        std::vector<Time>& row = paths.emplace_back();
        for (const int to : busy)
            row.push_back(ends[to] > Replay::kNever / 2 ? ends[to] : kNoPath);
    }
    return largestCycleMean(paths);
}

} // namespace lanewright
