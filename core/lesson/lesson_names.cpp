// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanewright {

namespace {

/// What a goal is told in.
enum class GoalUnit : std::uint8_t { Yes, Time, Share, Bytes, Count, Names };

struct GoalFacts {
    GoalKind kind;
    std::string_view name; ///< as files spell it
    GoalUnit unit;
};
constexpr std::array kGoals = {GoalFacts{GoalKind::Complete, "complete", GoalUnit::Yes},
                               GoalFacts{GoalKind::Valid, "valid", GoalUnit::Yes},
                               GoalFacts{GoalKind::Makespan, "makespan", GoalUnit::Time},
                               GoalFacts{GoalKind::LongestSpan, "longest_span", GoalUnit::Time},
                               GoalFacts{GoalKind::Period, "period", GoalUnit::Time},
                               GoalFacts{GoalKind::IterationTime, "iteration_time", GoalUnit::Time},
                               GoalFacts{GoalKind::BubbleShare, "bubble_share", GoalUnit::Share},
                               GoalFacts{GoalKind::BubbleRate, "bubble_rate", GoalUnit::Share},
                               GoalFacts{GoalKind::IdleShare, "idle_share", GoalUnit::Share},
                               GoalFacts{GoalKind::Overhead, "overhead", GoalUnit::Share},
                               GoalFacts{GoalKind::PeakMemory, "peak_memory", GoalUnit::Bytes},
                               GoalFacts{GoalKind::ParameterCopies, "parameter_copies", GoalUnit::Count},
                               GoalFacts{GoalKind::Recognised, "recognised", GoalUnit::Names}};
static_assert(std::ranges::equal(kGoals, kAllGoals, {}, &GoalFacts::kind));

const GoalFacts& factsOf(GoalKind kind) { return *std::ranges::find(kGoals, kind, &GoalFacts::kind); }

} // namespace

std::string_view toText(GoalKind kind) { return factsOf(kind).name; }

bool isTime(GoalKind kind) { return factsOf(kind).unit == GoalUnit::Time; }

Objective objectiveOf(GoalKind time) {
    if (time == GoalKind::LongestSpan)
        return Objective::LongestSpan;
    if (time == GoalKind::Period)
        return Objective::Period;
    return time == GoalKind::IterationTime ? Objective::Iteration : Objective::Makespan;
}

bool isShare(GoalKind kind) { return factsOf(kind).unit == GoalUnit::Share; }

bool isNumber(GoalKind kind) {
    const GoalUnit unit = factsOf(kind).unit;
    return unit != GoalUnit::Yes && unit != GoalUnit::Names;
}

std::string_view toText(LessonEdit edit) {
    switch (edit) {
    case LessonEdit::Move: return "move";
    case LessonEdit::Place: return "place";
    case LessonEdit::Gap: return "gap";
    case LessonEdit::Split: return "split";
    case LessonEdit::Pair: return "pair";
    case LessonEdit::Stage: return "stage";
    case LessonEdit::Costs: return "costs";
    case LessonEdit::Optimizer: return "optimizer";
    case LessonEdit::Halve: return "halve";
    case LessonEdit::Microbatches: return "microbatches";
    case LessonEdit::Generator: return "generator";
    }
    return "?";
}

std::string_view toText(LessonLevel level) {
    switch (level) {
    case LessonLevel::Easy: return "easy";
    case LessonLevel::Medium: return "medium";
    case LessonLevel::Hard: return "hard";
    }
    return "?";
}

std::string_view toText(HelpLevel level) {
    switch (level) {
    case HelpLevel::Check: return "check";
    case HelpLevel::Ready: return "ready";
    case HelpLevel::Coach: return "coach";
    }
    return "?";
}

LessonText textIn(const Lesson& lesson, std::string_view language) {
    LessonText words{lesson.title, lesson.task, lesson.text, lesson.hints, lesson.learnt};
    const auto found = lesson.in.find(std::string{language});
    if (found == lesson.in.end())
        return words;
    const auto take = [](auto& into, const auto& from) {
        if (!from.empty())
            into = from;
    };
    take(words.title, found->second.title);
    take(words.task, found->second.task);
    take(words.text, found->second.text);
    take(words.learnt, found->second.learnt);
    take(words.hints, found->second.hints);
    return words;
}

Lesson inLanguage(Lesson lesson, std::string_view language) {
    LessonText words = textIn(lesson, language);
    lesson.title = std::move(words.title);
    lesson.task = std::move(words.task);
    lesson.text = std::move(words.text);
    lesson.learnt = std::move(words.learnt);
    lesson.hints = std::move(words.hints);
    return lesson;
}

bool Lesson::allows(LessonEdit edit) const { return std::ranges::find(allowed, edit) != allowed.end(); }

} // namespace lanewright
