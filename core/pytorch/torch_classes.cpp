// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/torch_classes.h"

#include "core/generate/recognise/recognise.h"

#include <array>

namespace lanewright {

namespace {

// The first of each number of chunks, and of the V, is the one that other orders are named by.
constexpr auto kTorchClasses = std::to_array<TorchClass>({
    {"1f1b", "Schedule1F1B", 4, 1},
    {"gpipe", "ScheduleGPipe", 4, 1},
    {"interleaved-1f1b", "ScheduleInterleaved1F1B", 4, 0},
    {"looped-bfs", "ScheduleLoopedBFS", 4, 0},
    {"interleaved-zb", "ScheduleInterleavedZeroBubble", 5, 0},
    {"zbv-fixed", "ScheduleZBVZeroBubble", 6, 2},
    {"dualpipev", "ScheduleDualPipeV", 9, 2},
});

constexpr int kMostCompared = 1'000'000; ///< ops

bool liesSo(const TorchClass& each, const Plan& plan, StageMap map) {
    const bool isV = each.chunks == 2;
    const bool isSingle = each.chunks == 1;
    return isV == (map == StageMap::V) && (isV || isSingle == (plan.schedule.stages() == plan.schedule.ranks()));
}

} // namespace

std::span<const TorchClass> torchClasses() { return kTorchClasses; }

StageMap stageMapOf(const std::vector<int>& rankOf, int ranks) {
    const int stages = static_cast<int>(rankOf.size());
    if (stages % ranks != 0)
        return StageMap::Other;
    if (rankOf == looped(ranks, stages).directions.front())
        return StageMap::Loop;
    return stages == 2 * ranks && rankOf == zigzag(ranks, stages).directions.front() ? StageMap::V : StageMap::Other;
}

std::optional<NamedClass> classFor(const Plan& plan) {
    const StageMap map = stageMapOf(plan.schedule.placement.directions.front(), plan.schedule.ranks());
    if (map == StageMap::Other)
        return {};
    const bool isShort = opCount(plan.schedule) <= kMostCompared;
    NamedClass plainest;
    for (const TorchClass& each : kTorchClasses) {
        if (!liesSo(each, plan, map))
            continue;
        if (isShort && isOrderOf(plan, each.generator))
            return NamedClass{&each, true};
        if (!plainest.torchClass)
            plainest.torchClass = &each;
    }
    return plainest;
}

} // namespace lanewright
