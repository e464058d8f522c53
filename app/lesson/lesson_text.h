// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/playback_query.h"
#include "core/lesson/answer.h"
#include "core/lesson/coach.h"
#include "core/lesson/goal_check.h"

#include <QString>

/// What lessons and playback say to people.
namespace lanewright::app {

/// `makespan at most 27`, with the units of the plan.
QString goalText(const Goal& goal, const Plan& problem);
/// What is missing to the first goal that is not reached: `Not there yet: memory is 4, the goal is at most 3.`; empty
/// when all are reached.
QString gapText(const Assessment& assessment, const Plan& problem);
/// `makespan`, `time per iteration`.
QString numberName(GoalKind kind);
/// `27`, `4 activations`, `11.1 %`.
QString numberText(GoalKind kind, double value, const Plan& problem);

/// The words with a capital letter at their front and a full stop at their end.
QString asSentence(const QString& words);

/// The step in the imperative, as the history says it: `Place W1.2 before F1.6`.
QString nextStepText(const CoachStep& step, const Plan& plan);
/// The step and why it is the next: what the coach says.
QString coachText(const CoachStep& step, const Plan& plan);
/// `F0.1 and BW1.0 could run next.`, at most a handful.
QString readyText(const std::vector<Op>& ready, const Plan& plan);

/// What helped, to stand beside the score: `Without help, in 4 min`, `With 2 hints and 3 steps of the coach, in 9 min`.
QString usedText(const HelpUsed& used);

/// One line about what a rank does: `W0.2 runs`, `waits for B2.3`.
QString momentText(const RankState& moment, const Plan& plan);
/// The sentence about a wait to come, and a second one about what would fill it; the second may be empty.
struct WaitText {
    QString sentence = {};
    QString filler = {};
    bool toCome = false; ///< it speaks of a wait to come, not of the present
};
WaitText waitText(const NextWait& next, const Plan& plan);
/// Where no wait is to come any more: who waits or stalls at present, as the lanes have it, or that nobody does.
WaitText presentText(const std::vector<RankState>& ranks, const Plan& plan);

} // namespace lanewright::app
