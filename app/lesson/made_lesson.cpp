// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/made_lesson.h"

#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

/// How long to look for a proof that a schedule is the best of its lesson.
constexpr double kSeconds = 1;

/// What of a block's spelling students must be allowed to change, to come from an empty board to this order.
void allowWhatItTakes(Lesson& lesson, const Schedule& schedule, LessonStart start) {
    lesson.allowed = {LessonEdit::Move};
    if (start == LessonStart::Shuffled)
        return;
    lesson.allowed.push_back(LessonEdit::Place);
    if (holdsKind(schedule.order, OpKind::BW) && holdsKind(schedule.order, OpKind::B))
        lesson.allowed.push_back(LessonEdit::Split);
    if (hasPairs(schedule))
        lesson.allowed.push_back(LessonEdit::Pair);
    if (std::ranges::any_of(schedule.order, [](const Row& row) {
            return std::ranges::any_of(row, [](const Block& block) { return block.gap > 0; });
        }))
        lesson.allowed.push_back(LessonEdit::Gap);
}

/// Moves blocks at random, one after the other, and keeps what still runs to its end. The same schedule gives the same
/// order every time. Equal to `plan` where nothing could be moved.
Schedule shuffled(const Plan& plan) {
    constexpr std::int64_t kMovesPerBlock = 4;
    constexpr std::int64_t kMostMoves = 2'000;
    std::mt19937 random(1);
    const auto below = [&random](std::size_t count) {
        // The distributions of the standard library differ between machines.
        return static_cast<int>(random() % count);
    };
    Schedule schedule = plan.schedule;
    const std::int64_t moves = std::min(kMostMoves, kMovesPerBlock * blockCount(schedule.order));
    for (std::int64_t move = 0; move < moves; ++move) {
        const int rank = below(schedule.order.size());
        const std::size_t length = schedule.order[rank].size();
        if (length < 2)
            continue;
        const Slot from{rank, below(length)};
        Result<Schedule> next = moveBlock(schedule, from, below(length));
        if (next && reachesEnd(*next, simulate(*next, plan.costs)))
            schedule = *std::move(next);
    }
    return schedule;
}

} // namespace

Result<Lesson> lessonOf(const Plan& plan, const LessonRequest& request) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (plan.isProblem() || !isValid(validate(plan, timeline)))
        return Error{
            say(phrase("refusal", "Only a schedule that is complete and valid can be the answer of a lesson."))};
    const Metrics metrics = measure(plan, timeline);
    Lesson lesson{.title = request.title, .task = request.task};
    lesson.problem = plan;
    lesson.problem.title = {};
    lesson.problem.schedule.order.clear();
    lesson.solution = OrderSource{.order = plan.schedule.order};
    allowWhatItTakes(lesson, plan.schedule, request.start);
    lesson.goals = {{.kind = GoalKind::Complete},
                    {.kind = GoalKind::Valid},
                    {.kind = GoalKind::Makespan, .most = metrics.makespan},
                    {.kind = GoalKind::PeakMemory, .most = std::ranges::max(metrics.peakMemory)}};
    lesson.help = HelpLevel::Ready;
    if (request.start == LessonStart::Shuffled) {
        const Schedule worse = shuffled(plan);
        const Time makespan = extentOf(simulate(worse, plan.costs)).length();
        if (makespan <= metrics.makespan)
            return Error{say(phrase("refusal", "Shuffled, this schedule takes no longer; begin with an empty board."))};
        lesson.start.order = worse.order;
    }
    // Whatever is not proved to be the best may be a step on the way.
    const Result<LessonSolution> best = solveLesson(lesson, {.timeLimit = kSeconds, .exact = true});
    lesson.step = !best || best->bound < Fraction{metrics.makespan, 1};
    for (const LessonRemark& remark : judge(lesson))
        if (remark.severity == Severity::Error)
            return Error{say(phrase("refusal", "This schedule makes no lesson: %1"), remark.message)};
    return lesson;
}

} // namespace lanewright::app
