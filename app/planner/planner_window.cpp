// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/planner_window.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/planner/cluster_view.h"
#include "app/planner/jitter_panel.h"
#include "app/planner/layer_bar.h"
#include "app/planner/layout_line.h"
#include "app/planner/planner_text.h"
#include "app/planner/plans_model.h"
#include "app/planner/what_if_panel.h"
#include "app/plots/front_plot.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/chooser.h"
#include "app/widgets/clear_window.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/bounds/bounds.h"
#include "core/lesson/stretch_lesson.h"
#include "core/model/title.h"
#include "core/planner/input/model_json.h"
#include "core/planner/shared_devices.h"
#include "core/planner/stand_in.h"

#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace lanewright::app {

namespace {

constexpr double kQuestionSeconds = 3;
constexpr int kNameWidth = 250; ///< that a file gives its model or cluster, at most

/// For the plot.
Time nearestTick(const Fraction& time) { return static_cast<Time>(std::llround(time.value())); }

/// A number, and its unit apart.
void showParted(Figure& figure, const QString& text, const QString& more = {}) {
    const qsizetype space = text.lastIndexOf(QLatin1Char(' '));
    const QString unit = text.mid(space + 1);
    figure.show(text.left(space), more.isEmpty() ? unit : unit + QLatin1Char(' ') + more);
}

void showMs(Figure& figure, const Fraction& time, const QString& more = {}) {
    showParted(figure, iterationText(time), more);
}

} // namespace

PlannerWindow::PlannerWindow(QWidget* parent) : QMainWindow(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    takeDroppedFiles(*this, [this](const QStringList& paths) {
        for (const QString& path : paths)
            openPath(path);
    });
    m_document.setGuard([](const Plan&, const Plan&) -> Result<Done> {
        return Error{tr("This order follows the cuts. Open it as a schedule to change it.").toStdString()};
    });
    build();
    resize(1440, 900);
    m_cluster->setFocus();
}

void PlannerWindow::build() {
    setWindowTitle(tr("Planner — Lanewright"));
    buildActions();
    buildToolBars();
    buildCentre();
    connectParts();
    problemChanged();
    shownChanged();
    searchChanged();
}

void PlannerWindow::retranslate() {
    const double seconds = m_seconds->value();
    const int replicas = m_replicas->currentIndex();
    const int shape = m_shape->currentIndex();
    const int chunks = m_chunks->value();
    for (QObject* each :
         std::initializer_list<QObject*>{&m_planner, &m_planner.history(), &m_document, &m_selection, &m_range})
        each->disconnect(this);
    m_actions.clear();
    clearWindow(*this);
    delete m_plans;
    build();
    m_seconds->setValue(seconds);
    m_replicas->setCurrentIndex(replicas);
    m_shape->setCurrentIndex(shape);
    m_chunks->setValue(chunks);
}

PlannerWindow::~PlannerWindow() {
    // Widgets speak to planner and document until their end, so they go first.
    m_planner.disconnect();
    m_document.disconnect();
    while (QWidget* child = findChild<QWidget*>({}, Qt::FindDirectChildrenOnly))
        delete child;
}

void PlannerWindow::connectParts() {
    connect(&m_planner, &PlannerDocument::problemChanged, this, &PlannerWindow::problemChanged);
    connect(&m_planner, &PlannerDocument::shownChanged, this, &PlannerWindow::shownChanged);
    connect(&m_planner, &PlannerDocument::searchChanged, this, &PlannerWindow::searchChanged);
    connect(&m_planner.history(), &QUndoStack::indexChanged, m_hint, [this] {
        refreshActions();
        say(m_planner.history().undoText());
    });
    connect(m_cluster, &ClusterView::hint, this, &PlannerWindow::say);
    connect(m_layers, &LayerBar::hint, this, &PlannerWindow::say);
    connect(m_layout, &LayoutLine::hint, this, &PlannerWindow::say);
    connect(m_lanes, &TimelineView::hint, this, &PlannerWindow::say);
    connect(&m_document, &Document::failed, this, &PlannerWindow::say);
    connect(m_whatIf, &WhatIfPanel::rested, this, [this] {
        SearchSettings asked = settings();
        asked.seconds = std::min(asked.seconds, kQuestionSeconds);
        m_planner.search(asked, false);
    });
    connect(m_jitter, &JitterPanel::changed, this, &PlannerWindow::refreshPlans);
    connect(m_jitter, &JitterPanel::chosen, this,
            [this](const Partition& partition) { m_planner.apply(tr("Show the most robust plan"), partition); });
    connect(m_front, &FrontPlot::chosen, this, &PlannerWindow::choosePlan);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { choosePlan(index.row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { choosePlan(index.row()); });
}

bool PlannerWindow::isPlannerFile(const QString& path) {
    const QString ending = QFileInfo(path).suffix();
    return ending == QLatin1String("lwmodel") || ending == QLatin1String("lwcluster");
}

bool PlannerWindow::openPath(const QString& path) {
    if (const Result<Done> opened = m_planner.open(path); !opened) {
        say(tr("%1: %2").arg(plainLine(QFileInfo(path).fileName()), sentenceOf(opened.error())));
        return false;
    }
    startSearch();
    return true;
}

void PlannerWindow::take(LayeredModel model) {
    const QString name = translatedTitle(model.title);
    m_planner.setModel(std::move(model), name);
}

void PlannerWindow::take(Cluster cluster) {
    const QString name = translatedTitle(cluster.title);
    m_planner.setCluster(std::move(cluster), name);
}

void PlannerWindow::openPresets(const QString& model, const QString& cluster) {
    for (const ModelPreset& preset : modelPresets())
        if (toQt(preset.name) == model)
            take(preset.make());
    for (const ClusterPreset& preset : clusterPresets())
        if (toQt(preset.name) == cluster)
            take(preset.make());
}

void PlannerWindow::openWithDialog() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a model or cluster"), {},
                                                      tr("Models and clusters (*.lwmodel *.lwcluster);;All files (*)"));
    if (!path.isEmpty())
        openPath(path);
}

SearchSettings PlannerWindow::settings() const {
    const auto [shape, chunks] = placement();
    return {.seconds = m_seconds->value(),
            .mostReplicas = m_replicas->currentData().toInt(),
            .shape = shape,
            .chunks = chunks};
}

LayoutPlacement PlannerWindow::placement() const {
    LayoutPlacement asked{.shape = shapeFromText(m_shape->currentData().toString().toStdString())};
    if (asked.shape == Shape::Loop && m_chunks->value() > m_chunks->minimum())
        asked.chunks = m_chunks->value();
    return asked;
}

void PlannerWindow::placementChanged() {
    m_chunks->setEnabled(placement().shape == Shape::Loop);
    m_layout->setPlacement(placement());
}

void PlannerWindow::choosePlan(int row) {
    if (row < 0 || row >= m_plans->size())
        return;
    const Candidate& candidate = m_plans->at(row);
    m_planner.apply(tr("Show the plan with %1").arg(iterationText(candidate.iterationTime)), candidate.partition);
}

void PlannerWindow::problemChanged() {
    const auto name = [](QToolButton& button, const QString& given, const QString& otherwise) {
        const QString whole = given.isEmpty() ? otherwise : given;
        button.setText(QStringLiteral("%1 ▾").arg(button.fontMetrics().elidedText(whole, Qt::ElideRight, kNameWidth)));
        button.setToolTip(plainTip(QStringLiteral("%1\n%2").arg(button.accessibleName(), whole)));
    };
    const QSignalBlocker still(m_optimizer);
    choose(m_optimizer, m_planner.base().optimizerMode());
    name(*m_modelButton, m_planner.modelName(), tr("Model"));
    name(*m_clusterButton, m_planner.clusterName(), tr("Cluster"));
    refreshActions();
}

void PlannerWindow::shownChanged() {
    showNumbers();
    showTimeline();
    m_plans->mark(m_planner.partition());
    refreshPlans();
    refreshActions();
    if (!m_planner.trouble().isEmpty())
        say(m_planner.trouble());
}

void PlannerWindow::showTimeline() {
    if (m_planner.isOrdering())
        return;
    const Plan plan = m_planner.shown() ? m_planner.shown()->asRun() : Plan{};
    if (plan == m_document.plan())
        return;
    m_selection.clear();
    m_document.reset(plan);
    m_range.fit();
}

void PlannerWindow::showNumbers() {
    const std::optional<Candidate>& shown = m_planner.shown();
    if (!shown) {
        for (Figure* figure : {m_iteration, m_memory, m_devices, m_pipedream, m_alpa, m_dapple})
            figure->showNone();
        return;
    }
    showMs(*m_iteration, shown->iterationTime,
           tr("± %1, %2", "how much it may be off by, and the optimizer mode")
               .arg(percentText(shown->spread, 0), modeText(m_planner.problem().optimizerMode())));
    showParted(*m_memory, gibText(shown->memory));
    m_devices->show(QString::number(shown->devices), tr("of %1", "devices").arg(m_planner.problem().cluster().size()));
    const auto compared = [&](Figure& figure, Time estimate) {
        const Fraction cost{estimate, 1};
        showMs(figure, cost, changeText(shareOver(shown->iterationTime, cost), 0));
    };
    compared(*m_pipedream, shown->estimates.slowest * m_planner.problem().model().microbatches);
    compared(*m_alpa, shown->estimates.fillAndRun);
    compared(*m_dapple, shown->estimates.pivot);
}

void PlannerWindow::searchChanged() {
    const bool active = m_planner.isSearching();
    m_progress->setVisible(active);
    m_progress->setRange(0, 1000);
    m_progress->setValue(
        static_cast<int>(1000 * std::min(1.0, m_planner.searchSeconds() / m_planner.settings().seconds)));
    const PlannerResult* found = m_planner.found();
    QStringList words;
    if (!m_planner.obstacle().isEmpty())
        words << m_planner.obstacle();
    else if (!m_planner.failure().isEmpty())
        words << m_planner.failure();
    else if (found || active) {
        words << tr("%1 s").arg(decimalText(m_planner.searchSeconds(), 1));
        words << tr("%n partition(s)", nullptr, found ? found->tried : 0);
        if (found && found->exhaustive)
            words << tr("all there are");
    }
    m_status->setText(words.join(QStringLiteral(" · ")));
    m_status->setToolTip(plainTip(m_status->text()));
    showBound();
    refreshPlans();
    refreshActions();
}

void PlannerWindow::showBound() {
    const PlannerResult* found = m_planner.found();
    if (!found || !found->cutBound || m_planner.isSearching()) {
        m_bound->showNone();
        return m_bound->explain(tr("When a search is over: what no cut of this model takes less than."));
    }
    const QString gap = percentText(gapOf(found->best.iterationTime, *found->cutBound), 1);
    showMs(*m_bound, *found->cutBound, tr("· best +%1", "the best plan takes so much more than the bound").arg(gap));
    m_bound->explain(tr("No cut takes less than %1, the best plan %2 more.").arg(iterationText(*found->cutBound), gap));
}

void PlannerWindow::refreshPlans() {
    const PlannerResult* found = m_planner.found();
    m_plans->show(found);
    m_plans->mark(m_planner.partition());
    std::vector<FrontPlot::Point> points;
    for (int row = 0; row < m_plans->size(); ++row) {
        const Candidate& each = m_plans->at(row);
        points.push_back({methodText(each), nearestTick(each.iterationTime), each.memory, each.devices,
                          m_plans->isFront(row), row == m_plans->marked()});
        const Quantiles* quantiles = m_plans->isFront(row) ? m_jitter->quantilesOf(each) : nullptr;
        if (quantiles)
            points.back().whisker = FrontPlot::Whisker{quantiles->median, quantiles->p90, quantiles->p99};
        points.back().robust = quantiles && m_jitter->isMostRobust(each);
    }
    const std::optional<Candidate>& shown = m_planner.shown();
    if (shown && m_plans->marked() < 0)
        points.push_back(
            {methodText(*shown), nearestTick(shown->iterationTime), shown->memory, shown->devices, false, true});
    m_front->show(std::move(points));
    const auto equal = found ? std::ranges::find(found->others, CutMethod::EqualLayers, &Candidate::method)
                             : std::vector<Candidate>::const_iterator{};
    if (!found || equal == found->others.end() || !shown)
        return m_equal->showNone();
    showMs(*m_equal, equal->iterationTime, changeText(shareOver(shown->iterationTime, equal->iterationTime), 0));
}

void PlannerWindow::refreshActions() {
    const auto enable = [this](const char* id, bool on) { m_actions.enable(id, on); };
    const bool active = m_planner.isSearching();
    const std::optional<Candidate>& shown = m_planner.shown();
    enable("edit.undo", m_planner.history().canUndo());
    enable("edit.redo", m_planner.history().canRedo());
    enable("edit.cutEarlier", m_planner.partition().size() > 1);
    enable("edit.cutLater", m_planner.partition().size() > 1);
    enable("plan.start", !active && m_planner.isWhole() && m_planner.obstacle().isEmpty());
    enable("plan.stop", active);
    enable("planner.schedule", shown.has_value());
    enable("planner.engine", shown.has_value());
    m_planButton->setDefaultAction(m_actions.at(active ? "plan.stop" : "plan.start"));
}

void PlannerWindow::sendToEngine() {
    const std::optional<Candidate>& shown = m_planner.shown();
    if (!shown)
        return;
    // A rank of the engine is one device.
    if (const Result<Plan> run = asReplicas(m_planner.problem().pricing(), shown->partition, shown->plan); !run)
        return say(tr("The engine can't run it: %1").arg(sentenceOf(run.error())));
    const int factor = paceStretchOf(shown->asRun());
    Plan plan = stretched(shown->asRun(), factor);
    plan.model = standInFor(plan);
    if (factor > 1)
        plan.title = title::with(plan.title, lanewright::say(title::kSlowed, factor));
    Q_EMIT engineRequested(plan);
}

void PlannerWindow::closeEvent(QCloseEvent* event) {
    m_planner.stop();
    event->accept();
}

} // namespace lanewright::app
