// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson.h"

#include <algorithm>
#include <utility>

namespace lanewright {

std::string_view toText(GoalKind kind) {
    switch (kind) {
    case GoalKind::Complete: return "complete";
    case GoalKind::Valid: return "valid";
    case GoalKind::Makespan: return "makespan";
    case GoalKind::LongestSpan: return "longest_span";
    case GoalKind::Period: return "period";
    case GoalKind::IterationTime: return "iteration_time";
    case GoalKind::BubbleShare: return "bubble_share";
    case GoalKind::BubbleRate: return "bubble_rate";
    case GoalKind::IdleShare: return "idle_share";
    case GoalKind::Overhead: return "overhead";
    case GoalKind::PeakMemory: return "peak_memory";
    case GoalKind::ParameterCopies: return "parameter_copies";
    case GoalKind::Recognised: return "recognised";
    }
    return "?";
}

bool isTime(GoalKind kind) {
    using enum GoalKind;
    return kind == Makespan || kind == LongestSpan || kind == Period || kind == IterationTime;
}

bool isShare(GoalKind kind) {
    using enum GoalKind;
    return kind == BubbleShare || kind == BubbleRate || kind == IdleShare || kind == Overhead;
}

bool isNumber(GoalKind kind) {
    return isTime(kind) || isShare(kind) || kind == GoalKind::PeakMemory || kind == GoalKind::ParameterCopies;
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
    LessonText words{lesson.title, lesson.task, lesson.text, lesson.hints};
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
    take(words.hints, found->second.hints);
    return words;
}

Lesson inLanguage(Lesson lesson, std::string_view language) {
    LessonText words = textIn(lesson, language);
    lesson.title = std::move(words.title);
    lesson.task = std::move(words.task);
    lesson.text = std::move(words.text);
    lesson.hints = std::move(words.hints);
    return lesson;
}

bool Lesson::allows(LessonEdit edit) const { return std::ranges::find(allowed, edit) != allowed.end(); }

} // namespace lanewright
