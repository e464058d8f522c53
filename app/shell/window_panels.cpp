// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window_panels.h"

#include "app/dialogs/watch_sign.h"
#include "app/document/translate.h"
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
#include "app/shell/main_window.h"
#include "app/timeline/view_history.h"
#include "app/widgets/banner.h"
#include "app/widgets/controls.h"
#include "app/widgets/elided_line.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/status_row.h"
#include "app/widgets/window_parts.h"
#include "core/generate/catalogue.h"

#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanewright::app {
namespace {

void makeBottom(WindowPanels& panels, WindowModel& model) {
    panels.bottom = named(new FoldingTabs(panels.rows), "bottom");
    panels.bottom->setAttribute(Qt::WA_StyledBackground);
    FoldingTabs* bottom = panels.bottom;
    const auto add = [bottom]<typename Panel>(Panel*& panel, Panel* made, const QString& title) {
        panel = made;
        bottom->addTab(made, title);
    };
    Document& document = model.document;
    add(panels.findings, new FindingsPanel(document, model.selection, bottom), MainWindow::tr("Findings"));
    add(panels.deviations, new DeviationPanel(document, model.selection, bottom), MainWindow::tr("Deviations"));
    add(panels.runList, new RunsPanel(document, model.store, bottom), MainWindow::tr("Runs"));
    add(panels.ops, new OpsPanel(document, model.selection, bottom), MainWindow::tr("Ops"));
    add(panels.costs, new CostsPanel(document, bottom), MainWindow::tr("Costs"));
    add(panels.solve, new SolvePanel(document, model.solving, bottom), MainWindow::tr("Solve"));
    add(panels.history, new HistoryPanel(document, model.variants, model.bounds, bottom), MainWindow::tr("History"));
    add(panels.log, new LogPanel(bottom), MainWindow::tr("Log"));
}

/// The causes come first where somebody opened a job to see them; with a run of the window's own plan they stand below
/// what is compared with the plan.
void keepCausesInPlace(QVBoxLayout& layout, CausesPanel& causes, LostTimePanel& lost, const Document& document) {
    QObject::connect(&document, &Document::runChanged, &causes, [&] {
        const std::shared_ptr<const Run> run = document.run();
        const bool isJob = !run || isOfAJob(*run);
        const int place = isJob ? 0 : layout.indexOf(&lost);
        // Once it is taken out, what stood behind it is one place further up.
        if (isJob == (layout.indexOf(&causes) > layout.indexOf(&lost))) {
            layout.removeWidget(&causes);
            layout.insertWidget(place, &causes);
        }
    });
}

QWidget* makeSide(WindowPanels& panels, WindowModel& model) {
    auto* area =
        named(new QScrollArea(panels.columns), {.name = "sideArea", .spoken = MainWindow::tr("Inspector and run")});
    area->setWidgetResizable(true);
    area->setMinimumWidth(260);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* side = named(new QWidget(area), "side");
    panels.causes = new CausesPanel(model.document, side);
    panels.inspector = new Inspector(model.document, model.selection, model.bounds, side);
    panels.lost = new LostTimePanel(model.document, side);
    panels.runPanel = new RunPanel(model.document, model.runs, model.settings.run(), side);
    QVBoxLayout* layout =
        makeColumn(side, {.margins = {20, 14, 20, 16}, .between = 16},
                   {panels.causes, panels.inspector, makeRule(side), panels.lost, panels.runPanel, freeRoom()});
    keepCausesInPlace(*layout, *panels.causes, *panels.lost, model.document);
    area->setWidget(side);
    return area;
}

void makeStatusBar(WindowPanels& panels, QMainWindow& window, WindowModel& model) {
    auto* hint = new ElidedLine(&window);
    auto* summary = new ElidedLine(&window);
    for (ElidedLine* each : {hint, summary})
        each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    panels.hint = hint;
    panels.summary = summary;
    panels.watchSign = new WatchSign(model.watch, &window);
    panels.legend = new OpLegend(&window);
    window.statusBar()->setSizeGripEnabled(false);
    window.statusBar()->addWidget(new StatusRow(hint, panels.watchSign, panels.legend, summary, &window), 1);
}

QToolButton* makeGenerateButton(MainWindow& window, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(MainWindow::tr("Generate ▾"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    for (const Generator& generator : generators()) {
        const QString name = toQt(generator.name);
        menu->addAction(translatedTitle(titleOf(generator)), &window,
                        [&window, name] { window.files().showGenerateDialog(name); });
    }
    button->setMenu(menu);
    return button;
}

QWidget* makeFindBox(MainWindow& window, QWidget* parent) {
    auto* box = named(new QToolButton(parent), "findBox");
    box->setText(MainWindow::tr("Find block, rank, command …   Ctrl+Shift+P"));
    box->setToolButtonStyle(Qt::ToolButtonTextOnly);
    box->setCursor(Qt::IBeamCursor);
    box->setFocusPolicy(Qt::TabFocus);
    QObject::connect(box, &QToolButton::clicked, &window.findActions(), &FindActions::showPalette);
    return box;
}

} // namespace

void makePanels(WindowPanels& panels, MainWindow& window, WindowModel& model) {
    auto* content = new QWidget(&window);
    // What it says stays true in another language.
    if (panels.banner)
        panels.banner->setParent(content);
    else
        panels.banner = new Banner(content);
    panels.againCard = new PlanAgainCard(model.again, content);
    panels.search = new SearchBar(model.document, model.selection, content);
    panels.columns = makeSplitter(Qt::Horizontal, content);
    makeColumn(content, {.between = 0}, {panels.banner, panels.againCard, panels.search, {panels.columns, 1}});

    auto* left = new QWidget(panels.columns);
    panels.job = new JobPanel(model.document, left);
    panels.rows = new Rows(left);
    makeColumn(left, {.between = 0}, {panels.job, {panels.rows, 1}});
    panels.lanes = new TimelineView(model.document, model.selection, model.range, panels.rows);
    panels.lanes->setFrameShape(QFrame::NoFrame);
    panels.lanes->viewport()->installEventFilter(&window);
    panels.viewHistory = new ViewHistory(model.range, &window);
    QObject::connect(panels.search, &SearchBar::found, panels.lanes, &TimelineView::setMatches);
    QObject::connect(panels.search, &SearchBar::closed, panels.lanes, qOverload<>(&QWidget::setFocus));
    panels.playback = new Playback(model.document, *panels.lanes, &window);
    panels.overview = new Overview(panels.rows);
    panels.memory = new MemoryPlot(model.document, model.selection, model.range, panels.overview);
    panels.minimap = new Minimap(model.document, model.range, panels.overview);
    panels.minimap->share(panels.lanes->covers());
    panels.overview->fill(panels.memory, panels.minimap);
    makeBottom(panels, model);
    panels.rows->fill(panels.lanes, panels.overview, panels.bottom);
    panels.columns->addWidget(left);
    panels.columns->addWidget(makeSide(panels, model));
    panels.columns->setStretchFactor(0, 1);
    window.setCentralWidget(content);
    makeStatusBar(panels, window, model);
    panels.lanes->setFocus();
}

void makeToolBars(WindowPanels& panels, MainWindow& window, WindowModel& model) {
    // Each bar holds one widget: what stands in it is laid out by us, the same before and after a change of look.
    QToolBar* bar = makeBar(window, MainWindow::tr("Tools"), QStringLiteral("tools"));
    auto* tools = new QWidget(bar);
    const auto button = [&](const char* id) { return window.actionRegistry().makeButton(id, tools); };
    const auto sign = [&](const char* id) {
        QToolButton* made = named(button(id), "sign");
        made->setIconSize({16, 16});
        made->setToolButtonStyle(Qt::ToolButtonIconOnly);
        return made;
    };
    QToolButton* generate = makeGenerateButton(window, tools);
    QToolButton* check = button("run.check");
    panels.runButton = named(new QToolButton(tools), "primary");
    makeRow(tools, {.margins = {16, 8, 16, 8}, .between = 8},
            {generate, button("run.solve"), check, panels.runButton, gap(16), sign("edit.undo"), sign("edit.redo"),
             gap(8), sign("view.zoomOut"), sign("view.zoomIn"), sign("view.fitAll"), freeRoom(),
             makeFindBox(window, tools)});
    bar->addWidget(tools);
    window.addToolBarBreak();
    QToolBar* strip = makeBar(window, MainWindow::tr("Numbers"), QStringLiteral("numbers"));
    panels.numbers = new NumbersStrip(model.document, model.bounds, strip);
    strip->addWidget(panels.numbers);
}

} // namespace lanewright::app
