// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/lesson/coach.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace lanewright {

namespace {

/// When the rank of the stall has run all that it can.
Time timeOfStall(const Timeline& timeline, const Stall& stall) {
    const Lane& lane = timeline.lanes[stall.rank];
    return lane.empty() ? 0 : lane.back().end;
}

/// The stalls of all ranks, the earliest first.
std::vector<Stall> byTime(std::vector<Stall> stalls, const Timeline& timeline) {
    std::ranges::stable_sort(stalls, {}, [&](const Stall& stall) {
        return std::tuple{timeOfStall(timeline, stall), stall.rank};
    });
    return stalls;
}

/// A block that can never start, whatever is placed later. `stalls` are by rank.
std::optional<FirstWrong> firstDeadlock(const Plan& plan, const Timeline& timeline, const std::vector<Stall>& stalls) {
    const int parts = plan.costs.weightParts;
    for (const Stall& stall : byTime(stalls, timeline))
        if (stall.behind && stall.behind->rank == stall.rank)
            return FirstWrong{say(phrase("check", "%1 on rank %2 waits for %3, which stands behind it."),
                                  toText(stall.op, parts), stall.rank, toText(stall.waitsFor, parts)),
                              stall.op};
    const std::vector<Stall> cycle = cycleOf(stalls);
    if (cycle.empty())
        return {};
    const Stall& first = cycle.front();
    return FirstWrong{
        say(phrase("check", "%1 on rank %2 waits for %3, and the ranks wait for each other in a circle: %4."),
            toText(first.op, parts), first.rank, toText(first.waitsFor, parts), explainCycle(cycle, parts)),
        first.op};
}

} // namespace

std::optional<FirstWrong> firstWrong(const Plan& plan) {
    if (plan.isProblem())
        return {};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const std::vector<Stall> stalls = stallsOf(plan.schedule, plan.costs, timeline);
    if (std::optional<FirstWrong> deadlock = firstDeadlock(plan, timeline, stalls))
        return deadlock;
    for (const Finding& finding : validate(plan, timeline))
        if (finding.severity == Severity::Error && finding.code != "incomplete")
            return FirstWrong{finding.message, finding.op};
    for (const Stall& stall : byTime(stalls, timeline))
        if (!stall.behind)
            return FirstWrong{say(phrase("check", "%1 on rank %2 waits for %3, which is not in the order yet."),
                                  toText(stall.op, plan.costs.weightParts), stall.rank,
                                  toText(stall.waitsFor, plan.costs.weightParts)),
                              stall.op};
    return {};
}

} // namespace lanewright
