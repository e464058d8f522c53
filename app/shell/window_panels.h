// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QPoint>
#include <QString>

namespace lanewright::app {

class Banner;
class CausesPanel;
class CostsPanel;
class DeviationPanel;
class FindingsPanel;
class FoldingTabs;
class HistoryPanel;
class Inspector;
class JobPanel;
class LogPanel;
class LostTimePanel;
class MainWindow;
class MemoryPlot;
class Minimap;
class NumbersStrip;
class OpLegend;
class OpsPanel;
class Overview;
class PlanAgainCard;
class Playback;
class Rows;
class RunPanel;
class RunsPanel;
class SearchBar;
class SolvePanel;
class TimelineView;
class ViewHistory;
class WatchSign;
struct WindowModel;

/// All that a window shows. Null before `makePanels`.
struct WindowPanels {
    Banner* banner = nullptr;
    PlanAgainCard* againCard = nullptr;
    SearchBar* search = nullptr;
    QSplitter* columns = nullptr;
    Rows* rows = nullptr;

    JobPanel* job = nullptr;
    NumbersStrip* numbers = nullptr;
    TimelineView* lanes = nullptr;
    ViewHistory* viewHistory = nullptr;
    Playback* playback = nullptr;
    Overview* overview = nullptr;
    MemoryPlot* memory = nullptr;
    Minimap* minimap = nullptr;

    FoldingTabs* bottom = nullptr;
    FindingsPanel* findings = nullptr;
    DeviationPanel* deviations = nullptr;
    RunsPanel* runList = nullptr;
    OpsPanel* ops = nullptr;
    CostsPanel* costs = nullptr;
    SolvePanel* solve = nullptr;
    HistoryPanel* history = nullptr;
    LogPanel* log = nullptr;

    CausesPanel* causes = nullptr;
    Inspector* inspector = nullptr;
    LostTimePanel* lost = nullptr;
    RunPanel* runPanel = nullptr;

    QMenu* recent = nullptr;
    QToolButton* runButton = nullptr;
    QLabel* hint = nullptr;
    WatchSign* watchSign = nullptr;
    OpLegend* legend = nullptr;
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
