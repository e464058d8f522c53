// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QPoint>
#include <QString>

namespace lanewright::app {

class MainWindow;
struct WindowModel;

/// All that a window shows. Null before `makePanels`. Who uses a panel includes its header.
struct WindowPanels {
    class Banner* banner = nullptr;
    class PlanAgainCard* againCard = nullptr;
    class SearchBar* search = nullptr;
    QSplitter* columns = nullptr;
    class Rows* rows = nullptr;

    class JobPanel* job = nullptr;
    class NumbersStrip* numbers = nullptr;
    class TimelineView* lanes = nullptr;
    class ViewHistory* viewHistory = nullptr;
    class Playback* playback = nullptr;
    class Overview* overview = nullptr;
    class MemoryPlot* memory = nullptr;
    class Minimap* minimap = nullptr;

    class FoldingTabs* bottom = nullptr;
    class FindingsPanel* findings = nullptr;
    class DeviationPanel* deviations = nullptr;
    class RunsPanel* runList = nullptr;
    class OpsPanel* ops = nullptr;
    class CostsPanel* costs = nullptr;
    class SolvePanel* solve = nullptr;
    class HistoryPanel* history = nullptr;
    class LogPanel* log = nullptr;

    class CausesPanel* causes = nullptr;
    class Inspector* inspector = nullptr;
    class LostTimePanel* lost = nullptr;
    class RunPanel* runPanel = nullptr;

    QMenu* recent = nullptr;
    QToolButton* runButton = nullptr;
    QLabel* hint = nullptr;
    class WatchSign* watchSign = nullptr;
    class OpLegend* legend = nullptr;
    QLabel* summary = nullptr;
};

/// Makes the panels and lays them out in the window. A banner that is there already is kept: what it says stays true in
/// another language.
void makePanels(WindowPanels& panels, MainWindow& window, WindowModel& model);

/// Makes the bars above the panels. The actions are there already.
void makeToolBars(WindowPanels& panels, MainWindow& window, WindowModel& model);

/// Fills the menu bar, and the menu of the lanes.
void makeMenus(WindowPanels& panels, MainWindow& window);
void showLaneMenu(MainWindow& window, const QPoint& position);

} // namespace lanewright::app
