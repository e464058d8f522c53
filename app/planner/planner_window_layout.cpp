// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/planner/cluster_view.h"
#include "app/planner/jitter_panel.h"
#include "app/planner/layer_bar.h"
#include "app/planner/layout_line.h"
#include "app/planner/planner_text.h"
#include "app/planner/planner_window.h"
#include "app/planner/plans_model.h"
#include "app/planner/what_if_panel.h"
#include "app/plots/front_plot.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/elided_line.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
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
#include <QSpinBox>
#include <QSplitter>
#include <QStatusBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace lanewright::app {
namespace {

constexpr int kSideWidth = 372;
constexpr int kScrollBar = 12;
constexpr int kAnyChunks = 1; ///< a loop has more
constexpr int kMostChunks = 1024;

} // namespace

void PlannerWindow::buildActions() {
    QUndoStack& history = m_planner.history();
    m_actions.add("planner.open", tr("&Open a model or cluster …"), {"Ctrl+O"}, [this] { openWithDialog(); });
    m_actions.add("planner.schedule", tr("Open as &schedule"), {"Ctrl+Return"},
                  tr("Opens the plan in a window of its own, where its order can be edited, solved and run."), [this] {
                      if (m_planner.shown())
                          Q_EMIT openRequested(m_planner.shown()->asRun());
                  });
    m_actions.add("planner.engine", tr("Send to &engine"), {"Ctrl+R"},
                  tr("Opens the plan and runs it paced: devices and links as unequal as they are here, with a "
                     "small GPT cut in the same way."),
                  [this] { sendToEngine(); });
    m_actions.add("planner.close", tr("&Close"), {"Ctrl+W"}, [this] { close(); });
    m_actions.add("edit.undo", tr("&Undo"), {"Ctrl+Z"}, [&history] { history.undo(); });
    m_actions.add("edit.redo", tr("&Redo"), {"Ctrl+Shift+Z", "Ctrl+Y"}, [&history] { history.redo(); });
    m_actions.add("edit.cutEarlier", tr("Move the cut one layer &earlier"), {"Ctrl+Left"},
                  [this] { m_layers->moveCut(-1); });
    m_actions.add("edit.cutLater", tr("Move the cut one layer &later"), {"Ctrl+Right"},
                  [this] { m_layers->moveCut(1); });
    m_actions.add("plan.start", tr("&Plan"), {"F9"},
                  tr("Searches the cuts, the devices and the order that take the least time."),
                  [this] { startSearch(); });
    m_actions.add("plan.stop", tr("■ &Stop"), {"Ctrl+."}, tr("Ends the search with the best it has."),
                  [this] { m_planner.stop(); });
    m_actions.add("help.planner", tr("About the &planner"), {"F1"},
                  [this] { Q_EMIT helpRequested(QStringLiteral("planner")); });
    const auto fill = [this](const QString& title, std::initializer_list<const char*> ids) {
        m_actions.fill(*menuBar()->addMenu(title), ids);
    };
    fill(tr("&File"), {"planner.open", "", "planner.schedule", "planner.engine", "", "planner.close"});
    fill(tr("&Edit"), {"edit.undo", "edit.redo", "", "edit.cutEarlier", "edit.cutLater"});
    fill(tr("&Plan"), {"plan.start", "plan.stop"});
    fill(tr("&Help"), {"help.planner"});
}

/// A button with a menu of what everybody has, and of files.
template <typename Preset>
QToolButton* PlannerWindow::makePresetButton(const QString& tip, std::span<const Preset> presets, QWidget* parent) {
    auto* menu = new QMenu(this);
    for (const Preset& preset : presets)
        menu->addAction(translatedTitle(preset.make().title), this, [this, make = preset.make] {
            take(make());
            startSearch();
        });
    m_actions.fill(*menu, {"", "planner.open"});
    auto* button = named(new QToolButton(parent), {.spoken = tip, .tip = tip});
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

void PlannerWindow::buildToolBars() {
    QToolBar* bar = makeBar(*this, tr("Tools"), QStringLiteral("tools"));
    auto* tools = new QWidget(bar);
    m_modelButton = makePresetButton<ModelPreset>(tr("The model to plan for"), modelPresets(), tools);
    m_clusterButton = makePresetButton<ClusterPreset>(tr("The cluster to plan on"), clusterPresets(), tools);
    m_planButton = named(new QToolButton(tools), "primary");
    m_seconds = named(new NumberBox(tools), {.spoken = tr("Time limit"), .tip = tr("How long to search.")});
    m_seconds->setRange(0.5, 3600);
    m_seconds->setDecimals(1);
    m_seconds->setValue(PlannerOptions{}.timeLimit);
    m_seconds->setSuffix(tr(" s"));
    m_progress = new QProgressBar(tools);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(80, 6);
    m_status = named(new ElidedLine(tools), {.tone = "muted"});
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    makeRow(tools, {.margins = {16, 8, 16, 8}, .between = 8},
            {m_modelButton, m_clusterButton, gap(8), m_planButton, m_seconds, m_progress, wide(m_status),
             m_actions.makeButton("planner.schedule", tools), m_actions.makeButton("planner.engine", tools)});
    bar->addWidget(tools);
    addToolBarBreak();
    makeBar(*this, tr("Numbers"), QStringLiteral("numbers"))->addWidget(buildNumbers());
}

QWidget* PlannerWindow::buildLimits(QWidget* parent) {
    auto* limits = new QWidget(parent);
    m_replicas =
        named(new QComboBox(limits),
              {.spoken = tr("Devices that may share a stage"),
               .tip = tr("How many devices may share a stage; each takes an equal part of every microbatch.")});
    withEach(m_replicas, std::array{1, 2, 4, 8},
             [](int devices) { return tr("%n device(s) a stage", nullptr, devices); });
    m_optimizer = named(
        new QComboBox(limits),
        {.name = "optimizer",
         .spoken = tr("Optimizer"),
         .tip = tr("When the next iteration begins. Synchronous, as every framework does: when all devices have ended "
                   "and the norm of all gradients is checked. Post-validated: each device goes on by itself, the check "
                   "follows.")});
    withEach(m_optimizer, kOptimizerModes, modeText);
    connect(m_optimizer, &QComboBox::currentIndexChanged, this, [this] {
        m_planner.setOptimizerMode(chosen<OptimizerMode>(m_optimizer));
        startSearch();
    });
    buildPlacement(limits);
    QGridLayout* grid = makeGrid(limits, {.across = 8, .down = 8});
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_replicas, 0, 0);
    grid->addWidget(m_optimizer, 0, 1);
    grid->addWidget(m_shape, 1, 0);
    grid->addWidget(m_chunks, 1, 1);
    grid->addWidget(m_layout, 2, 0, 1, 2);
    return limits;
}

void PlannerWindow::buildPlacement(QWidget* limits) {
    m_shape = named(new QComboBox(limits),
                    {.name = "placement",
                     .spoken = tr("Placement of the stages"),
                     .tip = tr("Linear: each device has one stage. V: the stages go down the devices and back up, so "
                               "each device has two, and the first one also computes the loss. Loop: they go down the "
                               "devices again and again, Megatron's virtual stages.")});
    withChoices(m_shape, {{tr("any placement"), QString()},
                          {tr("linear"), toQt(toText(Shape::Linear))},
                          {tr("V"), toQt(toText(Shape::V))},
                          {tr("loop"), toQt(toText(Shape::Loop))}});
    m_chunks = named(makeSpin(kAnyChunks, kMostChunks, limits, kAnyChunks),
                     {.name = "chunks",
                      .spoken = tr("Chunks of a loop"),
                      .tip = tr("How many stages each device of a loop has, Megatron's virtual pipeline size.")});
    m_chunks->setSpecialValueText(tr("any number of chunks"));
    m_chunks->setSuffix(tr(" chunks a device"));
    m_layout = named(new LayoutLine(m_planner, limits),
                     {.name = "layout",
                      .spoken = tr("Megatron layout"),
                      .tip = tr("The stages as Megatron is told them: E the embedding, t a block, m multi-token "
                                "prediction, L the head, | between stages. Type another and press Enter to see it.")});
    connect(m_shape, &QComboBox::currentIndexChanged, this, &PlannerWindow::placementChanged);
    connect(m_chunks, &QSpinBox::valueChanged, this, &PlannerWindow::placementChanged);
    placementChanged();
}

QWidget* PlannerWindow::buildNumbers() {
    auto* strip = new QWidget(this);
    const auto figure = [&](const QString& name, const QString& what) {
        auto* made = new Figure(name, "makespan", strip);
        made->explain(what);
        return made;
    };
    m_iteration =
        figure(tr("Simulated iteration"),
               tr("The time per iteration in the chosen optimizer mode, as the simulation gives it: all-reduces of "
                  "shared stages and the check of the gradients included. ± is what the device times may be off by."));
    m_bound = figure(tr("Lower bound"), {});
    m_memory = figure(tr("Fullest device"), tr("Weights, gradients, optimizer and activations at their peak."));
    m_devices = figure(tr("Devices"), tr("So many devices have a stage."));
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
    makeRow(strip, {.margins = {20, 8, 20, 10}, .between = 20},
            {m_iteration, m_bound, m_memory, m_devices, gap(8), m_equal, m_pipedream, m_alpa, m_dapple, freeRoom()});
    return strip;
}

void PlannerWindow::buildCentre() {
    QSplitter* columns = makeSplitter(Qt::Horizontal, this);
    QSplitter* rows = makeSplitter(Qt::Vertical, columns);
    m_cluster = new ClusterView(m_planner, rows);
    auto* lower = new QWidget(rows);
    m_layers = new LayerBar(m_planner, lower);
    m_lanes = new TimelineView(m_document, m_selection, m_range, lower);
    m_lanes->setFrameShape(QFrame::NoFrame);
    makeColumn(lower, {.between = 0}, {m_layers, makeRule(lower), {m_lanes, 1}});
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
    auto* area = named(new QScrollArea(this), {.name = "sideArea", .spoken = tr("Plans and questions")});
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* side = named(new QWidget(area), "side");
    m_whatIf = new WhatIfPanel(m_planner, side);
    QWidget* limits = buildLimits(side);
    m_front = new FrontPlot(side);
    m_front->setMinimumHeight(160);
    m_jitter = new JitterPanel(m_planner, side);
    m_plans = new PlansModel(this);
    m_table = named(makeTable(m_plans, side), {.role = "sheet", .spoken = tr("Plans")});
    m_table->setMinimumHeight(130);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(PlansModel::Method, QHeaderView::Stretch);
    makeColumn(side, {.margins = {20, 14, 20, 16}, .between = 12},
               {m_whatIf, makeRule(side), makeLabel("section", tr("What is searched"), side), limits, makeRule(side),
                makeLabel("section", tr("Plans that nothing beats"), side), wide(m_front, 2), m_jitter,
                wide(m_table, 3)});
    area->setWidget(side);
    area->setMinimumWidth(std::max(kSideWidth, side->minimumSizeHint().width() + kScrollBar));
    return area;
}

} // namespace lanewright::app
