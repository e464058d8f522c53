// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/answers_file.h"

#include "app/lesson/built_in_lessons.h"
#include "core/base/places.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/same_problem.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace lanewright::app {
namespace {

/// In the lesson's own language; none: there is no such lesson any more.
std::optional<std::string> titleOf(const QString& source) {
    if (const int place = builtInIndexOf(source); place >= 0)
        return builtInLessons()[place].lesson.title;
    const Result<Lesson> lesson = openLesson(source.toStdString());
    return lesson ? std::optional(lesson->title) : std::nullopt;
}

} // namespace

std::vector<Answer> answersOf(const LeftLessons& left) {
    std::vector<Answer> answers;
    for (const auto& [source, progress] : left) {
        const std::optional<std::string> title = progress.board ? titleOf(source) : std::nullopt;
        if (title)
            answers.push_back(
                {.lesson = *title, .attempt = {*progress.board, progress.optimizer}, .help = progress.used});
    }
    return answers;
}

OpenedAnswers leftOf(const std::vector<Answer>& answers, const QString& file, const Lesson& shown) {
    OpenedAnswers opened;
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    for (const Answer& answer : answers) {
        const auto known =
            std::ranges::find(shelf, answer.lesson, [](const BuiltInLesson& each) { return each.lesson.title; });
        const bool isShown = !file.isEmpty() && answer.lesson == shown.title;
        if (known == shelf.end() && !isShown)
            continue;
        const Lesson& lesson = isShown ? shown : known->lesson;
        Result<Attempt> attempt = answerTo(lesson, answer.attempt);
        if (!attempt) {
            opened.refused.push_back(Error{within(Message(answer.lesson), attempt.error().message)});
            continue;
        }
        opened.left[isShown ? file : known->name] = {.board = std::make_shared<const Plan>(std::move(attempt->plan)),
                                                     .optimizer = attempt->optimizer,
                                                     .help = lesson.help,
                                                     .hints = answer.help.hints.value_or(0),
                                                     .used = answer.help};
    }
    return opened;
}

std::set<QString> doneIn(const LeftLessons& left) {
    std::set<QString> done;
    for (const BuiltInLesson& each : builtInLessons()) {
        const auto found = left.find(each.name);
        if (found == left.end() || !found->second.board)
            continue;
        const Result<Attempt> attempt = answerTo(each.lesson, {*found->second.board, found->second.optimizer});
        if (attempt && Checker(each.lesson).check(*attempt).reached)
            done.insert(each.name);
    }
    return done;
}

} // namespace lanewright::app
