// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/lesson/lesson_work.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

/// What the session keeps of each kind of window. Reading never fails: what is missing in a record or of another type
/// stays as it is by default.
namespace lanewright::app {

/// What a window showed and how, so that the next start shows it again.
struct WindowRecord {
    QString file = {}; ///< that was opened there: a schedule, a run, a CSV
    QByteArray geometry = {};
    QByteArray columns = {};
    QByteArray rows = {};
    Time from = 0;      ///< start of the visible stretch
    Time to = 0;        ///< 0: all of it was visible
    int laneHeight = 0; ///< 0: as the lanes fit
    int scroll = 0;
    int page = 0; ///< the panel below that is open
    bool memory = true;
    QStringList selected = {}; ///< ops, the current one first

    friend bool operator==(const WindowRecord&, const WindowRecord&) = default;
};

/// A classroom: its lesson, and how far the student is there and in the lessons before.
struct LessonRecord {
    QString lesson = {}; ///< its name on the shelf, or the path of its file
    LessonProgress progress = {};
    QByteArray geometry = {};
    bool ofAnswers = false;                ///< the boards came from a file of answers, somebody's
    QString answersOf = {};                ///< whose, in words
    bool answersChanged = false;           ///< the boards differ from what that file says
    std::vector<LessonRecord> others = {}; ///< lessons that were left, each without others of its own

    QJsonObject toJson() const;
    static LessonRecord fromJson(const QJsonObject& json);
};

/// A row of a comparison: a file, or what never had one.
struct ComparedRecord {
    QString name = {};
    QString file = {};                     ///< empty: none
    std::shared_ptr<const Plan> plan = {}; ///< null: what the file holds
    std::shared_ptr<const Run> run = {};   ///< the same; null, too: none
};

/// A window of plans and runs side by side.
struct CompareRecord {
    QByteArray geometry = {};
    Time from = 0; ///< start of the visible stretch
    Time to = 0;   ///< 0: all of it
    std::vector<ComparedRecord> rows = {};
};

/// All windows of one start of the program, and the boards of lessons that wait for their student.
struct SessionRecord {
    std::vector<WindowRecord> windows = {};
    std::vector<LessonRecord> lessons = {};
    std::vector<CompareRecord> comparisons = {};
    std::vector<LessonRecord> boards = {}; ///< left in classrooms that are closed, each without others

    QJsonObject toJson() const;
    static SessionRecord fromJson(const QJsonObject& json);
};

} // namespace lanewright::app
