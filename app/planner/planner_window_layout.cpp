// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/planner/cluster_view.h"
#include "app/planner/jitter_panel.h"
#include "app/planner/layer_bar.h"
#include "app/planner/planner_text.h"
#include "app/planner/planner_window.h"
#include "app/planner/plans_model.h"
#include "app/planner/what_if_panel.h"
#include "app/plots/front_plot.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/elided_line.h"
#include "app/widgets/figure.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "app/widgets/window_parts.h"
#include "core/planner/input/model_json.h"

#include <QAction>
#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QScrollArea>
#include <QSplitter>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kSideWidth = 372;
constexpr int kScrollBar = 12;

QLabel* makeSection(const QString& words, QWidget* parent) {
    auto* label = plainLabel(words, parent);
    label->setProperty("role", QStringLiteral("section"));
    return label;
}

} // namespace

QAction* PlannerWindow::add(const char* id, const QString& text, std::initializer_list<const char*> keys,
                            std::function<void()> act) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(id));
    QList<QKeySequence> sequences;
    for (const char* key : keys)
        sequences << QKeySequence(QLatin1String(key));
    action->setShortcuts(sequences);
    connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
    addAction(action);
    m_actions[QLatin1String(id)] = action;
    return action;
}

void PlannerWindow::buildActions() {
    QUndoStack& history = m_planner.history();
    add("planner.open", tr("&Open a model or cluster …"), {"Ctrl+O"}, [this] { openWithDialog(); });
    add("planner.schedule", tr("Open as &schedule"), {"Ctrl+Return"}, [this] {
        openShown();
    })->setToolTip(tr("Opens the plan in a window of its own, where its order can be edited, solved and run."));
    add("planner.engine", tr("Send to &engine"), {"Ctrl+R"}, [this] { sendToEngine(); })
        ->setToolTip(tr("Opens the plan and runs it paced: devices and links as unequal as they are here, with a "
                        "small GPT cut in the same way."));
    add("planner.close", tr("&Close"), {"Ctrl+W"}, [this] { close(); });
    add("edit.undo", tr("&Undo"), {"Ctrl+Z"}, [&history] { history.undo(); });
    add("edit.redo", tr("&Redo"), {"Ctrl+Shift+Z", "Ctrl+Y"}, [&history] { history.redo(); });
    add("edit.cutEarlier", tr("Move the cut one layer &earlier"), {"Ctrl+Left"}, [this] { m_layers->moveCut(-1); });
    add("edit.cutLater", tr("Move the cut one layer &later"), {"Ctrl+Right"}, [this] { m_layers->moveCut(1); });
    add("plan.start", tr("&Plan"), {"F9"}, [this] {
        startSearch();
    })->setToolTip(tr("Searches the cuts, the devices and the order that take the least time."));
    add("plan.stop", tr("■ &Stop"), {"Ctrl+."}, [this] {
        m_planner.stop();
    })->setToolTip(tr("Ends the search with the best it has."));
    add("help.planner", tr("About the &planner"), {"F1"}, [this] { Q_EMIT helpRequested(QStringLiteral("planner")); });
}

void PlannerWindow::buildMenus() {
    const auto fill = [this](const QString& title, std::initializer_list<const char*> ids) {
        QMenu* menu = menuBar()->addMenu(title);
        for (const char* id : ids)
            *id == '\0' ? menu->addSeparator() : (menu->addAction(m_actions.at(QLatin1String(id))), nullptr);
    };
    fill(tr("&File"), {"planner.open", "", "planner.schedule", "planner.engine", "", "planner.close"});
    fill(tr("&Edit"), {"edit.undo", "edit.redo", "", "edit.cutEarlier", "edit.cutLater"});
    fill(tr("&Plan"), {"plan.start", "plan.stop"});
    fill(tr("&Help"), {"help.planner"});
}

QToolButton* PlannerWindow::makeMenuButton(const QString& tip, QMenu* menu, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

QMenu* PlannerWindow::makeModelMenu() {
    auto* menu = new QMenu(this);
    for (const ModelPreset& preset : modelPresets()) {
        const LayeredModel model = preset.make();
        menu->addAction(translatedTitle(model.title), this, [this, make = preset.make] {
            LayeredModel chosen = make();
            const QString name = translatedTitle(chosen.title);
            m_planner.setModel(std::move(chosen), name);
            startSearch();
        });
    }
    menu->addSeparator();
    menu->addAction(m_actions.at(QStringLiteral("planner.open")));
    return menu;
}

QMenu* PlannerWindow::makeClusterMenu() {
    auto* menu = new QMenu(this);
    for (const ClusterPreset& preset : clusterPresets()) {
        const Cluster cluster = preset.make();
        menu->addAction(translatedTitle(cluster.title), this, [this, make = preset.make] {
            Cluster chosen = make();
            const QString name = translatedTitle(chosen.title);
            m_planner.setCluster(std::move(chosen), name);
            startSearch();
        });
    }
    menu->addSeparator();
    menu->addAction(m_actions.at(QStringLiteral("planner.open")));
    return menu;
}

void PlannerWindow::buildToolBars() {
    QToolBar* bar = makeBar(*this, tr("Tools"), QStringLiteral("tools"));
    auto* tools = new QWidget(bar);
    auto* layout = new QHBoxLayout(tools);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    m_modelButton = makeMenuButton(tr("The model to plan for"), makeModelMenu(), tools);
    m_clusterButton = makeMenuButton(tr("The cluster to plan on"), makeClusterMenu(), tools);
    layout->addWidget(m_modelButton);
    layout->addWidget(m_clusterButton);
    layout->addSpacing(8);
    m_planButton = new QToolButton(tools);
    m_planButton->setObjectName(QStringLiteral("primary"));
    layout->addWidget(m_planButton);
    m_seconds = new NumberBox(tools);
    m_seconds->setRange(0.5, 3600);
    m_seconds->setDecimals(1);
    m_seconds->setValue(PlannerOptions{}.timeLimit);
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setToolTip(tr("How long to search."));
    m_seconds->setAccessibleName(tr("Time limit"));
    layout->addWidget(m_seconds);
    m_progress = new QProgressBar(tools);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(80, 6);
    layout->addWidget(m_progress);
    m_status = new ElidedLine(tools);
    m_status->setProperty("tone", QStringLiteral("muted"));
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_status, 1);
    for (const char* id : {"planner.schedule", "planner.engine"}) {
        auto* button = new QToolButton(tools);
        button->setDefaultAction(m_actions.at(QLatin1String(id)));
        layout->addWidget(button);
    }
    bar->addWidget(tools);
    addToolBarBreak();
    makeBar(*this, tr("Numbers"), QStringLiteral("numbers"))->addWidget(buildNumbers());
}

QWidget* PlannerWindow::buildLimits(QWidget* parent) {
    auto* limits = new QWidget(parent);
    auto* layout = new QGridLayout(limits);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->setColumnStretch(0, 1);
    layout->setColumnStretch(1, 1);
    m_replicas = new QComboBox(limits);
    for (const int devices : {1, 2, 4, 8})
        m_replicas->addItem(tr("%n device(s) a stage", nullptr, devices), devices);
    m_replicas->setToolTip(tr("How many devices may share a stage; each takes an equal part of every microbatch."));
    m_replicas->setAccessibleName(tr("Devices that may share a stage"));
    layout->addWidget(m_replicas, 0, 0);
    m_shape = new QComboBox(limits);
    m_shape->setObjectName(QStringLiteral("placement"));
    m_shape->addItem(tr("any placement"), QString());
    for (const auto& [words, shape] : {std::pair{tr("linear"), Shape::Linear}, std::pair{tr("V"), Shape::V}})
        m_shape->addItem(words, toQt(toText(shape)));
    m_shape->setToolTip(tr("Linear: each device has one stage. V: the stages go down the devices and back up, so each "
                           "device has two, and the first one also computes the loss."));
    m_shape->setAccessibleName(tr("Placement of the stages"));
    layout->addWidget(m_shape, 0, 1);
    m_optimizer = new QComboBox(limits);
    m_optimizer->setObjectName(QStringLiteral("optimizer"));
    for (const OptimizerMode mode : kOptimizerModes)
        m_optimizer->addItem(modeText(mode), static_cast<int>(mode));
    m_optimizer->setToolTip(
        tr("When the next iteration begins. Synchronous, as every framework does: when all devices have ended and the "
           "norm of all gradients is checked. Post-validated: each device goes on by itself, the check follows."));
    m_optimizer->setAccessibleName(tr("Optimizer"));
    connect(m_optimizer, &QComboBox::currentIndexChanged, this, [this] {
        m_planner.setOptimizerMode(static_cast<OptimizerMode>(m_optimizer->currentData().toInt()));
        startSearch();
    });
    layout->addWidget(m_optimizer, 1, 0);
    return limits;
}

QWidget* PlannerWindow::buildNumbers() {
    auto* strip = new QWidget(this);
    auto* layout = new QHBoxLayout(strip);
    layout->setContentsMargins(20, 8, 20, 10);
    layout->setSpacing(20);
    const auto figure = [&](const QString& name, const QString& what) {
        auto* made = new Figure(name, "makespan", strip);
        made->explain(what);
        layout->addWidget(made);
        return made;
    };
    m_iteration =
        figure(tr("Simulated iteration"),
               tr("The time per iteration in the chosen optimizer mode, as the simulation gives it: all-reduces of "
                  "shared stages and the check of the gradients included. ± is what the device times may be off by."));
    m_bound = figure(tr("Lower bound"), {});
    m_memory = figure(tr("Fullest device"), tr("Weights, gradients, optimizer and activations at their peak."));
    m_devices = figure(tr("Devices"), tr("So many devices have a stage."));
    layout->addSpacing(8);
    m_equal = figure(tr("Equal layers"), tr("What a plan that deals the layers out by number takes, simulated."));
    // Formulas applied to the plan that is shown, not answers of other planners.
    m_pipedream = figure(tr("PipeDream's formula"),
                         tr("What this plan costs by PipeDream's formula: microbatches times the slowest stage or "
                            "channel. It knows neither filling nor draining."));
    m_alpa = figure(tr("Alpa's formula"),
                    tr("What this plan costs by Alpa's formula: the sum of all stages for one microbatch, and the "
                       "slowest for the others."));
    m_dapple = figure(tr("DAPPLE's formula"),
                      tr("What this plan costs by DAPPLE's formula: warm-up, steady phase and drain at the stage "
                         "where they take longest."));
    layout->addStretch(1);
    return strip;
}

void PlannerWindow::buildCentre() {
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(1);
    auto* rows = new QSplitter(Qt::Vertical, columns);
    rows->setChildrenCollapsible(false);
    rows->setHandleWidth(1);
    m_cluster = new ClusterView(m_planner, rows);
    auto* lower = new QWidget(rows);
    auto* layout = new QVBoxLayout(lower);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_layers = new LayerBar(m_planner, lower);
    m_lanes = new TimelineView(m_document, m_selection, m_range, lower);
    m_lanes->setFrameShape(QFrame::NoFrame);
    layout->addWidget(m_layers);
    layout->addWidget(makeRule(lower));
    layout->addWidget(m_lanes, 1);
    rows->addWidget(m_cluster);
    rows->addWidget(lower);
    rows->setStretchFactor(0, 2);
    rows->setStretchFactor(1, 3);
    rows->setSizes({260, 420});
    columns->addWidget(rows);
    columns->addWidget(buildSide());
    columns->setStretchFactor(0, 1);
    columns->setSizes({1600 - kSideWidth, kSideWidth});
    setCentralWidget(columns);
    m_hint = plainLabel(this);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_hint, 1);
}

QWidget* PlannerWindow::buildSide() {
    auto* area = new QScrollArea(this);
    area->setAccessibleName(tr("Plans and questions"));
    area->setObjectName(QStringLiteral("sideArea"));
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* side = new QWidget(area);
    side->setObjectName(QStringLiteral("side"));
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(20, 14, 20, 16);
    layout->setSpacing(12);
    m_whatIf = new WhatIfPanel(m_planner, side);
    layout->addWidget(m_whatIf);
    layout->addWidget(makeRule(side));
    layout->addWidget(makeSection(tr("What is searched"), side));
    layout->addWidget(buildLimits(side));
    layout->addWidget(makeRule(side));
    layout->addWidget(makeSection(tr("Plans that nothing beats"), side));
    m_front = new FrontPlot(side);
    m_front->setMinimumHeight(160);
    layout->addWidget(m_front, 2);
    m_jitter = new JitterPanel(m_planner, side);
    layout->addWidget(m_jitter);
    m_plans = new PlansModel(this);
    m_table = makeTable(m_plans, side);
    m_table->setAccessibleName(tr("Plans"));
    m_table->setProperty("role", QStringLiteral("sheet"));
    m_table->setMinimumHeight(130);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(PlansModel::Method, QHeaderView::Stretch);
    layout->addWidget(m_table, 3);
    area->setWidget(side);
    area->setMinimumWidth(std::max(kSideWidth, side->minimumSizeHint().width() + kScrollBar));
    return area;
}

} // namespace lanewright::app
