// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lanewright::app {

/// A lesson that comes with the program.
struct BuiltInLesson {
    QString name = {}; ///< its file's name without number and ending: `zb-h1`
    int number = 0;    ///< that its file's name begins with
    Lesson lesson = {};
};

/// The lessons of the program, in their order.
const std::vector<BuiltInLesson>& builtInLessons();

/// What a lesson says in the language of the desktop.
LessonText localizedText(const Lesson& lesson);

/// The place of a lesson of the program by its name or its number; −1: none.
int builtInIndexOf(const QString& nameOrNumber);

/// A line for each lesson of the program: number, name, title; in English, as all that is printed.
QString builtInList();

/// The person at the desk: which lessons of the program they have finished; kept between starts.
class Student {
public:
    static bool isDone(const QString& name);
    static void setDone(const QString& name);
    static void forget();
    /// What they are called, as typed last.
    static QString name();
    static void setName(const QString& name);
};

} // namespace lanewright::app
