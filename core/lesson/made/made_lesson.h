// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// A lesson of a schedule that somebody made.
namespace lanewright {

/// What it may allow: all but that students have the order made anew, which needs a method in place of an order.
inline constexpr std::array kEditsOfOrders = {LessonEdit::Move,  LessonEdit::Place,     LessonEdit::Gap,
                                              LessonEdit::Split, LessonEdit::Pair,      LessonEdit::Stage,
                                              LessonEdit::Costs, LessonEdit::Optimizer, LessonEdit::Halve};

/// What a teacher says of it.
struct LessonRequest {
    LessonText words = {};                     ///< a title; without a task the goals are the task
    std::map<std::string, LessonText> in = {}; ///< the same by language, as in Lesson
    std::optional<LessonLevel> level = {};
    int minutes = 0;
    std::vector<std::string> needs = {};
    bool shuffled =
        false; ///< the same blocks in an order that runs to its end, but takes longer; else ops lie in the tray
    std::vector<std::string> given = {}; ///< patterns of ops that don't, but stand where the schedule has them
    bool locked = false;                 ///< the given ones stay
    std::vector<LessonEdit> allowed = {LessonEdit::Move}; ///< beside what it takes to come to the schedule
    std::vector<Goal> goals = {};                         ///< beside that all is placed and nothing is wrong
    std::vector<GoalKind> score = Lesson{}.score;
    HelpLevel help = HelpLevel::Ready;
    int iterations = 1;
};

/// The goals of these kinds which the schedule just reaches; of names that of the generator whose order it is exactly.
/// Those are left out of which it has no such number or name.
std::vector<Goal> goalsReachedBy(const Plan& plan, std::span<const GoalKind> kinds, int iterations = 1);

/// What students must be allowed to do to come from what the request lets them begin with to the schedule.
std::vector<LessonEdit> editsNeeded(const Plan& plan, const LessonRequest& request);

/// The goals as a task, whose units are those of the problem: `Build a schedule that reaches this: makespan at most 7.`
Message taskOf(const std::vector<Goal>& goals, const Plan& problem);

/// The schedule as the solution of a lesson: its shape, costs and limits are the problem. Whether its goals are the
/// best there are is not looked for; until that is known (`goal_best.h`) the lesson calls them a step on the way.
///
/// Fails, in a sentence, without a title or a number as a goal, where the schedule is not valid and complete or has but
/// one op, where its blocks have no worse order to begin with, where what is given is no pattern, or names none or all
/// of its ops, where another language has other hints, and where `judge` finds an error in what came of it.
Result<Lesson> makeLesson(const Plan& plan, const LessonRequest& request);

} // namespace lanewright
