// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_bounds.h"

#include "core/bounds/bounds.h"
#include "core/lesson/setting.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

bool hasBackwardApart(const Schedule& schedule) {
    const auto apart = [](const Op& op) { return op.kind == OpKind::B || op.kind == OpKind::W; };
    return std::ranges::any_of(schedule.order, [&](const Row& row) {
        return std::ranges::any_of(
            row, [&](const Block& block) { return apart(block.op) || (block.paired && apart(*block.paired)); });
    });
}

/// A BW is a B that takes as long as both, with a W behind it that takes no time. A bound of the orders in which that W
/// may stand anywhere holds for those in which it stands behind its B.
void makeBackwardsWhole(Costs& costs) {
    for (std::vector<StageCosts>& list : costs.stages)
        for (StageCosts& stage : list)
            stage.backwardInput += std::exchange(stage.backwardWeight, 0);
}

} // namespace

LessonBounds boundsWithin(const Lesson& lesson, const std::stop_token& stop) {
    const bool free =
        lesson.allows(LessonEdit::Costs) || lesson.allows(LessonEdit::Stage) || lesson.allows(LessonEdit::Halve);
    const Result<Attempt> start = startOf(lesson);
    if (free || !start)
        return {};
    Plan problem = start->plan;
    if (!lesson.allows(LessonEdit::Split) && offersBackwardInOne(lesson) && !hasBackwardApart(problem.schedule))
        makeBackwardsWhole(problem.costs);
    problem.schedule.order.clear();
    constexpr std::array kKinds = {std::pair{GoalKind::Makespan, Objective::Makespan},
                                   std::pair{GoalKind::LongestSpan, Objective::LongestSpan},
                                   std::pair{GoalKind::Period, Objective::Period}};
    LessonBounds bounds;
    for (const auto& [kind, objective] : kKinds) {
        if (std::ranges::find(lesson.score, kind) == lesson.score.end())
            continue;
        const std::vector<Bound> all = lowerBounds(problem, objective, BoundEffort::Full, stop);
        if (!all.empty())
            bounds[kind] = all.front().value.value();
    }
    return bounds;
}

} // namespace lanewright::app
