// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_board.h"

#include "app/lesson/player/playback.h"
#include "app/plots/memory_plot.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tray/tray.h"
#include "core/lesson/setting.h"
#include "core/simulate/memory.h"

#include <QMainWindow>
#include <QStackedWidget>

#include <algorithm>

namespace lanewright::app {
namespace {

/// How much larger than in the main window the type is, in a classroom of usual size.
constexpr double kLaneType = 1.4;
constexpr double kMemoryType = 1.2;

} // namespace

void LessonBoard::buildLanes(QStackedWidget& pages, QMainWindow& window) {
    lanes = new TimelineView(document, selection, range, &pages);
    lanes->tray().setPlain(true);
    lanes->installEventFilter(&window);
    pages.addWidget(lanes);
    playback = new Playback(document, *lanes, &window);
}

void LessonBoard::buildMemory(QStackedWidget& pages, QMainWindow& window) {
    memory = new MemoryPlot(document, selection, range, &pages);
    pages.addWidget(memory);
    lanes->viewport()->installEventFilter(&window);
    QObject::connect(playback, &Playback::changed, memory, [this] {
        memory->setMoment(playback->isActive() ? std::optional(playback->player().now()) : std::nullopt);
    });
}

void LessonBoard::placeMemory() {
    memory->setLeftMargin(lanes->headerPixels());
    memory->setRightMargin(std::max(0, lanes->width() - lanes->viewport()->geometry().right() - 1));
}

void LessonBoard::showGoal(const Lesson& lesson) {
    const auto goal = std::ranges::find(lesson.goals, GoalKind::PeakMemory, &Goal::kind);
    Bytes room = 0;
    for (const Result<Attempt>& each : {startOf(lesson), solutionOf(lesson)})
        if (each && !each->plan.isProblem())
            room = std::max(room, std::ranges::max(peakMemory(each->plan.schedule, each->plan.memory,
                                                              each->plan.costs.weightParts)));
    memory->setGoal(goal == lesson.goals.end() ? std::nullopt : std::optional<Bytes>(goal->most), room);
}

void LessonBoard::setType(double type) {
    lanes->setType(kLaneType * type);
    QFont font = memory->window()->font();
    font.setPointSizeF(font.pointSizeF() * kMemoryType * type);
    memory->setFont(font);
    placeMemory();
}

} // namespace lanewright::app
