// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/iterations.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/simulate/replay.h"

#include <algorithm>

namespace lanewright {

namespace {

/// When the norm, summed up from rank to rank, is known on each of them.
std::vector<Time> normsUp(const std::vector<Time>& ends, const IterationEnd& end) {
    std::vector<Time> norms = ends;
    for (int rank = 1; rank < end.ranks(); ++rank)
        norms[rank] = std::max(norms[rank], norms[rank - 1] + end.normDelay[rank - 1] - end.normDelay[rank]);
    return norms;
}

/// When the decision, sent back from the last rank, is known on each of them.
std::vector<Time> decisionsDown(const std::vector<Time>& norms, const IterationEnd& end) {
    std::vector<Time> decisions = end.decisionDelay;
    for (Time& decision : decisions)
        decision += norms.back();
    return decisions;
}

std::vector<StepSpan> stepsFrom(const std::vector<Time>& starts, const std::vector<Time>& lengths) {
    return mapped(countedUp(starts.size()), [&](std::size_t rank) {
        return StepSpan{starts[rank], starts[rank] + lengths[rank]};
    });
}

Time endOf(const Timeline& timeline, const std::vector<StepSpan>& steps) {
    Time end = extentOf(timeline).end;
    for (const StepSpan& step : steps)
        end = std::max(end, step.end);
    return end;
}

Fraction iterationTimeOf(const Iterations& iterations) {
    const Time last = endOf(iterations.timelines.back(), iterations.steps.back());
    if (iterations.timelines.size() == 1)
        return {last - extentOf(iterations.timelines.front()).start, 1};
    const Time first = endOf(iterations.timelines.front(), iterations.steps.front());
    return fractionOf(last - first, static_cast<Time>(iterations.timelines.size()) - 1);
}

} // namespace

Iterations simulateIterations(const Plan& plan, int count, OptimizerMode mode) {
    const IterationEnd end = iterationEndOf(plan);
    Replay replay(plan.schedule, plan.costs);
    Replay::Begin begin{.free = std::vector<Time>(plan.schedule.ranks(), 0)};
    Iterations iterations;
    for (int iteration = 0; iteration < count; ++iteration) {
        const Timeline& timeline = iterations.timelines.emplace_back(replay.run(begin));
        std::vector<Time> ends = begin.free;
        for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank)
            if (!timeline.lanes[rank].empty())
                ends[rank] = timeline.lanes[rank].back().end;
        const std::vector<Time> norms = normsUp(ends, end);
        const std::vector<Time> decisions = decisionsDown(norms, end);
        const bool waits = mode == OptimizerMode::Synchronous;
        iterations.steps.push_back(stepsFrom(waits ? decisions : norms, end.step));
        if (!waits)
            begin.firstBackward = decisions;
        std::ranges::transform(iterations.steps.back(), begin.free.begin(), &StepSpan::end);
    }
    iterations.iterationTime = iterationTimeOf(iterations);
    return iterations;
}

} // namespace lanewright
