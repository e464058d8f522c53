// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/explain/playback_query.h"
#include "core/lesson/coach.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_work.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What lessons and playback say to people.
namespace lanewright {

/// `makespan at most 27`, with the units of the plan.
Message goalText(const Goal& goal, const Plan& problem);
/// What is missing to the first goal that is not reached: `Not there yet: makespan is 15, the goal is at most 13.`; of
/// memory with the rank that holds the most; empty when all are reached. `board`: what was judged.
Message gapText(const Assessment& assessment, const Plan& board);
/// The generators of these names by their titles: `ZB-H1 / 1F1B`.
Message titlesOf(const std::vector<std::string>& names);
/// `makespan`, `time per iteration`.
Message numberName(GoalKind kind);
/// `27`, `4 activations`, `11.1 %`.
Message numberText(GoalKind kind, double value, const Plan& problem);

/// Sentences that are said one after the other.
using Sentences = std::vector<Message>;
/// The words with a capital letter at their front and a full stop at their end.
std::string asSentence(std::string words);
/// Says each in whatever language, as a sentence.
std::string spoken(const Sentences& sentences, const std::function<std::string(const Message&)>& say);

/// The step in the imperative, as the history says it: `Place W1.2 before F1.6`.
Message nextStepText(const CoachStep& step, const Plan& plan);
/// The step and why it is the next: what the coach says.
Sentences coachText(const CoachStep& step, const Plan& plan);
/// What the history says of a board that was fetched from where it was left.
Message resumeSentence();
/// `Could run next: F0.1, BW1.0`, at most a handful; empty where nothing could.
Message readyText(const std::vector<Op>& ready, const Plan& plan);

/// What helped, to stand beside the score: `Without help, in 4 min`, `With 2 hints and 3 steps of the coach, in 9 min`.
Message usedText(const HelpUsed& used);

/// What the card of a classroom says of the work.
struct LessonSpeech {
    enum class Tone : std::uint8_t { Plain, Good, Warn };
    Sentences sentence = {};
    Sentences more = {};
    Sentences keys = {}; ///< behind those, where there is a keyboard
    Tone tone = Tone::Plain;
};
/// That all is reached, else what helps on: what is wrong first, the coach's step, what could run, what is missing.
/// `canRun`: whether the board can be run by an engine; `isRun`: whether it has been.
LessonSpeech speechOf(const LessonWork& work, bool canRun, bool isRun = false);

/// One line about what a rank does: `W0.2 runs`, `waits for B2.3`.
Message momentText(const RankState& moment, const Plan& plan);
/// The sentence about a wait to come, and a second one about what would fill it; the second may be empty.
struct WaitText {
    Message sentence = {};
    Message filler = {};
    bool toCome = false; ///< it speaks of a wait to come, not of the present
};
WaitText waitText(const NextWait& next, const Plan& plan);
/// Where no wait is to come any more: who waits or stalls at present, as the lanes have it, or that nobody does.
WaitText presentText(const std::vector<RankState>& ranks, const Plan& plan);

} // namespace lanewright
