// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "app/widgets/qt_names.h"
#include "core/lesson/lesson.h"

namespace lanewright::app {

class MemoryPlot;
class Playback;
class TimelineView;

/// A schedule in the classroom with its lanes, its memory curves and who plays it: the student's, or the teacher's
/// answer. The window hears the events of the lanes.
struct LessonBoard {
    Document document;
    Selection selection;
    TimeRange range;
    TimelineView* lanes = nullptr;
    Playback* playback = nullptr;
    MemoryPlot* memory = nullptr;

    void buildLanes(QStackedWidget& pages, QMainWindow& window);
    void buildMemory(QStackedWidget& pages, QMainWindow& window);
    /// Puts the curves below the lanes' own time axis.
    void placeMemory();
    /// Where the lesson wants the memory, on an axis that stays.
    void showGoal(const Lesson& lesson);
    /// All type is so many times as large as usual.
    void setType(double type);
};

} // namespace lanewright::app
