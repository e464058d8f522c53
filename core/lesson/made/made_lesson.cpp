// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/made/made_lesson.h"

#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/generate/recognise/recognise.h"
#include "core/io/quoted_text.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/judge.h"
#include "core/lesson/lesson_words.h"
#include "core/model/block_ops.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

namespace lanewright {

namespace {

/// Fails on what is no pattern, or names no op of the schedule.
Result<std::vector<OpPattern>> givenOps(const Plan& plan, const std::vector<std::string>& given) {
    std::vector<OpPattern> patterns;
    for (const std::string& text : given) {
        const Result<OpPattern> pattern = opPatternFromText(text);
        if (!pattern)
            return pattern.error();
        if (!matchesAny(*pattern, plan.schedule))
            return Error{say(phrase("refusal", "No op of the schedule is %1, so none can be given."), inQuotes(text))};
        patterns.push_back(*pattern);
    }
    return patterns;
}

/// Moves blocks at random, one after the other, and keeps what still runs to its end. The same schedule gives the same
/// order every time. Equal to `plan` where nothing could be moved.
Schedule shuffledOrder(const Plan& plan) {
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

Result<std::vector<Row>> shuffledBoard(const Plan& plan) {
    Schedule worse = shuffledOrder(plan);
    if (extentOf(simulate(worse, plan.costs)).length() <= extentOf(simulate(plan.schedule, plan.costs)).length())
        return Error{say(phrase("refusal", "Shuffled, this schedule takes no longer; begin with an empty board."))};
    return std::move(worse.order);
}

/// No rows: nothing is given.
Result<std::vector<Row>> boardWith(const std::vector<OpPattern>& given, const Plan& plan) {
    if (given.empty())
        return std::vector<Row>{};
    const auto leaves = [&](const Op& op) {
        return std::ranges::none_of(given, [&](const OpPattern& each) { return matches(each, plan.schedule, op); });
    };
    std::vector<Row> board = plan.schedule.order;
    for (Row& row : board)
        eraseOps(row, leaves);
    if (board == plan.schedule.order)
        return Error{say(phrase("refusal", "Every op is given, so nothing is left to do."))};
    return board;
}

/// The schedule as a problem that says nothing of its order.
Plan problemIn(const Plan& plan) {
    Plan problem = plan;
    problem.title = {};
    problem.schedule.order.clear();
    problem.proof.reset();
    problem.variants.clear();
    problem.approved.clear();
    return problem;
}

std::optional<Error> refusalOf(const Plan& plan, const LessonRequest& request) {
    if (request.words.title.empty())
        return Error{say(phrase("refusal", "A lesson needs a title."))};
    if (plan.isProblem() || !isValid(validate(plan)))
        return Error{
            say(phrase("refusal", "Only a schedule that is complete and valid can be the answer of a lesson."))};
    if (opsOfAll(plan.schedule.order).size() < 2)
        return Error{say(phrase("refusal", "A single op makes no lesson: there is nothing to put in order."))};
    if (request.goals.empty())
        return Error{say(phrase("refusal", "A lesson needs a number to reach, such as the makespan."))};
    const std::size_t hints = request.words.hints.size();
    for (const auto& [language, words] : request.in)
        if (!words.hints.empty() && words.hints.size() != hints)
            return Error{say(phrase("refusal", "Hints: %1 in the lesson, %2 in its other language (%3); give as many "
                                               "there, or none."),
                             hints, words.hints.size(), language)};
    return {};
}

} // namespace

std::vector<Goal> goalsReachedBy(const Plan& plan, std::span<const GoalKind> kinds, int iterations) {
    Lesson asked{.problem = problemIn(plan), .iterations = iterations};
    for (const GoalKind kind : kinds)
        asked.goals.push_back({.kind = kind});
    std::vector<Goal> reached;
    for (const GoalState& state : Checker(asked).check({plan, plan.optimizerMode}).goals) {
        Goal goal = state.goal;
        if (goal.kind == GoalKind::Recognised)
            if (const Recognition known = recognise(plan); known.exact)
                goal.names = {known.name};
        // A share in few digits, none of them less than it is.
        constexpr double kParts = 1e6;
        if (state.value && isShare(goal.kind))
            goal.share = std::ceil(*state.value * kParts - 1e-3) / kParts;
        else if (state.value)
            goal.most = static_cast<std::int64_t>(std::ceil(*state.value));
        if (isNumber(goal.kind) ? state.value.has_value() : goal.kind != GoalKind::Recognised || !goal.names.empty())
            reached.push_back(std::move(goal));
    }
    return reached;
}

std::vector<LessonEdit> editsNeeded(const Plan& plan, const LessonRequest& request) {
    if (request.shuffled)
        return {LessonEdit::Move};
    std::vector<LessonEdit> edits{LessonEdit::Place};
    if (holdsKind(plan.schedule.order, OpKind::BW) && holdsKind(plan.schedule.order, OpKind::B))
        edits.push_back(LessonEdit::Split);
    if (hasPairs(plan.schedule))
        edits.push_back(LessonEdit::Pair);
    if (std::ranges::any_of(plan.schedule.order, [](const Row& row) {
            return std::ranges::any_of(row, [](const Block& block) { return block.gap > 0; });
        }))
        edits.push_back(LessonEdit::Gap);
    return edits;
}

Message taskOf(const std::vector<Goal>& goals, const Plan& problem) {
    Message all;
    for (const Goal& goal : goals) {
        const Message words = goalText(goal, problem);
        all = all.empty() ? words : say(phrase("lesson", "%1; %2"), all, words);
    }
    return say(phrase("lesson", "Build a schedule that reaches this: %1."), all);
}

Result<Lesson> makeLesson(const Plan& plan, const LessonRequest& request) {
    if (std::optional<Error> refusal = refusalOf(plan, request))
        return *std::move(refusal);
    Result<std::vector<OpPattern>> given =
        givenOps(plan, request.shuffled ? std::vector<std::string>{} : request.given);
    if (!given)
        return given.error();
    Result<std::vector<Row>> board = request.shuffled ? shuffledBoard(plan) : boardWith(*given, plan);
    if (!board)
        return board.error();
    const auto& [title, task, text, hints, learnt] = request.words;
    Lesson lesson{.title = title,
                  .task = task.empty() ? taskOf(request.goals, plan).text() : task,
                  .text = text,
                  .learnt = learnt,
                  .hints = hints,
                  .level = request.level,
                  .minutes = request.minutes,
                  .needs = request.needs,
                  .problem = problemIn(plan),
                  .start = {.order = *std::move(board)},
                  .solution = OrderSource{.order = plan.schedule.order, .optimizer = plan.optimizerMode},
                  .allowed = editsNeeded(plan, request),
                  .goals = {{.kind = GoalKind::Complete}, {.kind = GoalKind::Valid}},
                  .score = request.score,
                  .help = request.help,
                  .in = request.in,
                  .step = true,
                  .iterations = request.iterations};
    for (const LessonEdit edit : request.allowed)
        if (!lesson.allows(edit))
            lesson.allowed.push_back(edit);
    std::ranges::sort(lesson.allowed);
    if (!lesson.allows(LessonEdit::Optimizer))
        lesson.start.optimizer = plan.optimizerMode;
    if (request.locked)
        lesson.locked = *std::move(given);
    lesson.goals.insert(lesson.goals.end(), request.goals.begin(), request.goals.end());
    for (const LessonRemark& remark : judge(lesson))
        if (remark.severity == Severity::Error)
            return Error{say(phrase("refusal", "This schedule makes no lesson: %1"), remark.message)};
    return lesson;
}

} // namespace lanewright
