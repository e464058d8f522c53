// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/dialogs/watch_sign.h"
#include "app/frame/banner.h"
#include "app/frame/rows.h"
#include "app/job/causes_panel.h"
#include "app/job/job_panel.h"
#include "app/lanes/minimap.h"
#include "app/lanes/op_legend.h"
#include "app/lesson/player/playback.h"
#include "app/panels/costs_panel.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/findings_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/log_panel.h"
#include "app/panels/lost_time.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/ops_panel.h"
#include "app/panels/plan_again_card.h"
#include "app/panels/run_panel.h"
#include "app/panels/runs_panel.h"
#include "app/panels/search_bar.h"
#include "app/panels/solve_panel.h"
#include "app/plots/memory_plot.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/view_history.h"
#include "app/widgets/qt_names.h"

#include <QPoint>
#include <QString>

namespace lanewright::app {

class MainWindow;
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
