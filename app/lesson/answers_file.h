// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/answer.h"
#include "core/lesson/lesson_work.h"

#include <QString>

#include <map>
#include <set>
#include <vector>

/// What a student has done in all lessons, as one file.
namespace lanewright::app {

/// Lessons that were left, by what `LessonWindow::open` takes to come there again.
using LeftLessons = std::map<QString, LessonProgress>;

/// The boards among them that were edited, as answers. A lesson that is gone is left out.
std::vector<Answer> answersOf(const LeftLessons& left);

/// What a file of answers holds for the lessons that are known.
struct OpenedAnswers {
    LeftLessons left = {}; ///< each on its lesson's own problem
    /// One that has the title of a known lesson and is no answer to it: why, behind the title.
    std::vector<Error> refused = {};
};

/// The answers as lessons that were left: those to lessons of the program, and to the one that is `shown` from `file`.
OpenedAnswers leftOf(const std::vector<Answer>& answers, const QString& file = {}, const Lesson& shown = {});

/// The lessons of the program whose goals these boards reach, by name. A board that is no answer to its lesson reaches
/// none.
std::set<QString> doneIn(const LeftLessons& left);

} // namespace lanewright::app
