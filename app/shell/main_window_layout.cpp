// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_words.h"
#include "app/document/said.h"
#include "app/lesson/playback.h"
#include "app/panels/costs_panel.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/findings_panel.h"
#include "app/panels/inspector.h"
#include "app/panels/log_panel.h"
#include "app/panels/lost_time.h"
#include "app/panels/numbers_strip.h"
#include "app/panels/ops_panel.h"
#include "app/panels/panel_text.h"
#include "app/panels/plan_again_card.h"
#include "app/panels/runs_panel.h"
#include "app/panels/search_bar.h"
#include "app/panels/solve_panel.h"
#include "app/plots/memory_plot.h"
#include "app/shell/banner.h"
#include "app/shell/look.h"
#include "app/shell/main_window.h"
#include "app/shell/rows.h"
#include "app/shell/screen_fit.h"
#include "app/timeline/minimap.h"
#include "app/timeline/view_history.h"
#include "core/generate/catalogue.h"

#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoView>
#include <QVBoxLayout>

namespace lanewright {
namespace {

constexpr int kSideWidth = 344;
/// Named so since heights are kept only where somebody chose them.
const QString kRowsKey = QStringLiteral("chosenRows");

QToolBar* makeBar(QMainWindow& window, const QString& title, const QString& name) {
    QToolBar* bar = window.addToolBar(title);
    bar->setObjectName(name);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    return bar;
}

QFrame* makeRule(QWidget* parent) {
    auto* rule = new QFrame(parent);
    rule->setProperty("role", QStringLiteral("rule"));
    return rule;
}

} // namespace

void MainWindow::buildCentre() {
    m_content = new QWidget(this);
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    // What it says stays true in another language.
    if (m_banner)
        m_banner->setParent(m_content);
    else
        m_banner = new Banner(m_content);
    layout->addWidget(m_banner);
    m_againCard = new PlanAgainCard(m_again, m_content);
    layout->addWidget(m_againCard);
    m_search = new SearchBar(m_document, m_selection, m_content);
    layout->addWidget(m_search);
    m_columns = new QSplitter(Qt::Horizontal, m_content);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(1);
    layout->addWidget(m_columns, 1);

    m_rows = new Rows(m_columns);
    m_lanes = new TimelineView(m_document, m_selection, m_range, m_rows);
    m_lanes->setFrameShape(QFrame::NoFrame);
    m_lanes->viewport()->installEventFilter(this);
    m_viewHistory = new ViewHistory(m_range, this);
    connect(m_search, &SearchBar::found, m_lanes, &TimelineView::setMatches);
    connect(m_search, &SearchBar::closed, m_lanes, qOverload<>(&QWidget::setFocus));
    m_playback = new Playback(m_document, *m_lanes, this);
    m_overview = new Overview(m_rows);
    m_memory = new MemoryPlot(m_document, m_selection, m_range, m_overview);
    m_minimap = new Minimap(m_document, m_range, m_overview);
    m_overview->fill(m_memory, m_minimap);
    buildBottom();
    m_rows->fill(m_lanes, m_overview, m_bottom);
    m_columns->addWidget(m_rows);
    m_columns->addWidget(buildSide());
    m_columns->setStretchFactor(0, 1);
    setCentralWidget(m_content);
    m_lanes->setFocus();
}

void MainWindow::buildBottom() {
    m_bottom = new FoldingTabs(m_rows);
    m_bottom->setObjectName(QStringLiteral("bottom"));
    m_bottom->setAttribute(Qt::WA_StyledBackground);
    m_findings = new FindingsPanel(m_document, m_selection, m_bottom);
    m_deviations = new DeviationPanel(m_document, m_selection, m_bottom);
    m_runList = new RunsPanel(m_document, m_store, m_bottom);
    m_history = new QUndoView(&m_document.history(), m_bottom);
    m_history->setAccessibleName(tr("History of edits"));
    m_history->setEmptyLabel(tr("As opened"));
    m_history->setFrameShape(QFrame::NoFrame);
    m_solve = new SolvePanel(m_document, m_solving, m_bottom);
    m_costs = new CostsPanel(m_document, m_bottom);
    m_ops = new OpsPanel(m_document, m_selection, m_bottom);
    m_log = new LogPanel(m_bottom);
    m_bottom->addTab(m_findings, tr("Findings"));
    m_bottom->addTab(m_deviations, tr("Deviations"));
    m_bottom->addTab(m_runList, tr("Runs"));
    m_bottom->addTab(m_ops, tr("Ops"));
    m_bottom->addTab(m_costs, tr("Costs"));
    m_bottom->addTab(m_solve, tr("Solve"));
    m_bottom->addTab(m_history, tr("History"));
    m_bottom->addTab(m_log, tr("Log"));
}

QWidget* MainWindow::buildSide() {
    auto* area = new QScrollArea(m_columns);
    area->setAccessibleName(tr("Inspector and run"));
    area->setObjectName(QStringLiteral("sideArea"));
    area->setWidgetResizable(true);
    area->setMinimumWidth(260);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* side = new QWidget(area);
    side->setObjectName(QStringLiteral("side"));
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(20, 14, 20, 16);
    layout->setSpacing(16);
    m_inspector = new Inspector(m_document, m_selection, m_bounds, side);
    m_lost = new LostTimePanel(m_document, side);
    m_runPanel = new RunPanel(m_document, m_runs, m_settings.run(), side);
    layout->addWidget(m_inspector);
    layout->addWidget(makeRule(side));
    layout->addWidget(m_lost);
    layout->addWidget(m_runPanel);
    layout->addStretch(1);
    area->setWidget(side);
    return area;
}

void MainWindow::buildToolBar() {
    // Each bar holds one widget: what stands in it is laid out by us, the same before and after a change of look.
    QToolBar* bar = makeBar(*this, tr("Tools"), QStringLiteral("tools"));
    auto* tools = new QWidget(bar);
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addWidget(makeGenerateButton(tools));
    auto* checkButton = new QToolButton(tools);
    checkButton->setDefaultAction(m_actions.at(QStringLiteral("run.check")));
    m_runButton = new QToolButton(tools);
    m_runButton->setObjectName(QStringLiteral("primary"));
    auto* solveButton = new QToolButton(tools);
    solveButton->setDefaultAction(m_actions.at(QStringLiteral("run.solve")));
    layout->addWidget(solveButton);
    layout->addWidget(checkButton);
    layout->addWidget(m_runButton);
    layout->addSpacing(16);
    for (const char* id : {"edit.undo", "edit.redo", "", "view.zoomOut", "view.zoomIn", "view.fitAll"}) {
        if (*id == '\0') {
            layout->addSpacing(8);
            continue;
        }
        auto* button = new QToolButton(tools);
        button->setObjectName(QStringLiteral("sign"));
        button->setIconSize({16, 16});
        button->setDefaultAction(m_actions.at(QLatin1String(id)));
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    layout->addWidget(makeFindBox(tools));
    bar->addWidget(tools);
    addToolBarBreak();
    QToolBar* strip = makeBar(*this, tr("Numbers"), QStringLiteral("numbers"));
    m_numbers = new NumbersStrip(m_document, m_bounds, strip);
    strip->addWidget(m_numbers);
}

QToolButton* MainWindow::makeGenerateButton(QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(tr("Generate ▾"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    for (const Generator& generator : generators()) {
        const QString name = toQt(generator.name);
        menu->addAction(saidTitle(generator.title), this, [this, name] { showGenerateDialog(name); });
    }
    button->setMenu(menu);
    return button;
}

void MainWindow::buildStatusBar() {
    m_hint = plainLabel(this);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary = plainLabel(this);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_hint, 1);
    statusBar()->addPermanentWidget(m_summary);
}

void MainWindow::restoreLayout() {
    if (const QByteArray state = m_settings.layout(QStringLiteral("window")); !state.isEmpty())
        restoreGeometry(state);
    if (const QByteArray state = m_settings.layout(QStringLiteral("columns")); !state.isEmpty())
        m_columns->restoreState(state);
    m_rows->restoreChoices(m_settings.layout(kRowsKey));
}

void MainWindow::saveLayout() {
    m_settings.setLayout(QStringLiteral("window"), saveGeometry());
    m_settings.setLayout(QStringLiteral("columns"), m_columns->saveState());
    m_settings.setLayout(kRowsKey, m_rows->saveChoices());
}

void MainWindow::resetLayout() {
    constexpr QSize kUsual{1600, 1000};
    // A window that is not shown yet is fitted to its screen when it is.
    if (!isMaximized() && !isFullScreen())
        resize(isVisible() ? fitting(*this, kUsual) : kUsual);
    m_columns->setSizes({kUsual.width() - kSideWidth, kSideWidth});
    m_rows->layOut();
}

} // namespace lanewright
