// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "app/planner/planner_document.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/qt_names.h"
#include "core/planner/layout_string.h"

#include <QLabel>
#include <QMainWindow>

#include <span>

namespace lanewright::app {

class ClusterView;
class Figure;
class FrontPlot;
class JitterPanel;
class LayerBar;
class LayoutLine;
class PlansModel;
class TimelineView;
class WhatIfPanel;

/// From a model and a cluster to a schedule: the cluster with the stages on its devices, the layers with their cuts,
/// the schedule that follows from both, the plans that a search finds, and questions that change the problem.
class PlannerWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit PlannerWindow(QWidget* parent = nullptr);
    ~PlannerWindow() override;

    /// Opens a model or a cluster here. On failure the window says why and stays as it was.
    bool openPath(const QString& path);
    /// A model and a cluster that everybody has.
    void openPresets(const QString& model, const QString& cluster);
    static bool isPlannerFile(const QString& path);

    PlannerDocument& plannerDocument() { return m_planner; }
    PlansModel& plans() { return *m_plans; }
    TimelineView& lanes() { return *m_lanes; }
    Document& document() { return m_document; }
    QAction* action(QAnyStringView id) const { return m_actions.at(id); }
    QString hintText() const { return m_hint->text(); }
    const Figure& iteration() const { return *m_iteration; }
    const Figure& bound() const { return *m_bound; }

    /// Says everything in the present language of the desktop. The plan, its history and a search go on as they are.
    void retranslate();

    void startSearch() { m_planner.search(settings(), true); }
    /// Shows the plan of a row of the table.
    void choosePlan(int row);

Q_SIGNALS:
    /// The shown plan, to be edited in a window of its own.
    void openRequested(const Plan& plan);
    /// The shown plan made ready for the machine at hand: small model, times stretched so that pacing holds.
    void engineRequested(const Plan& plan);
    void helpRequested(const QString& page);

private:
    void closeEvent(QCloseEvent* event) override;

    /// @name planner_window_layout.cpp
    /// @{
    void buildActions();
    void buildToolBars();
    template <typename Preset>
    QToolButton* makePresetButton(const QString& tip, std::span<const Preset> presets, QWidget* parent);
    QWidget* buildNumbers();
    /// What limits the search, for the side.
    QWidget* buildLimits(QWidget* parent);
    void buildPlacement(QWidget* limits);
    void buildCentre();
    QWidget* buildSide();
    /// @}

    /// Makes all that the window shows and can do.
    void build();
    void connectParts();
    /// Its title is its name.
    void take(LayeredModel model);
    void take(Cluster cluster);
    void openWithDialog();
    void problemChanged();
    void shownChanged();
    void searchChanged();
    void showNumbers();
    void showBound();
    void showTimeline();
    void refreshPlans();
    void refreshActions();
    void sendToEngine();
    SearchSettings settings() const;
    /// Where stages shall lie, as the two boxes say.
    LayoutPlacement placement() const;
    void placementChanged();
    void say(const QString& sentence) { m_hint->setText(sentence); }

    PlannerDocument m_planner;
    Document m_document; ///< holds the shown plan; nobody may change it here
    Selection m_selection;
    TimeRange m_range;

    ActionRegistry m_actions{*this};
    QToolButton* m_modelButton = nullptr;
    QToolButton* m_clusterButton = nullptr;
    QToolButton* m_planButton = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QComboBox* m_replicas = nullptr;
    QComboBox* m_shape = nullptr;
    QSpinBox* m_chunks = nullptr;
    QComboBox* m_optimizer = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_status = nullptr;
    Figure* m_iteration = nullptr;
    Figure* m_bound = nullptr;
    Figure* m_memory = nullptr;
    Figure* m_devices = nullptr;
    Figure* m_pipedream = nullptr;
    Figure* m_alpa = nullptr;
    Figure* m_dapple = nullptr;
    Figure* m_equal = nullptr;
    ClusterView* m_cluster = nullptr;
    LayerBar* m_layers = nullptr;
    LayoutLine* m_layout = nullptr;
    TimelineView* m_lanes = nullptr;
    FrontPlot* m_front = nullptr;
    PlansModel* m_plans = nullptr;
    QTableView* m_table = nullptr;
    WhatIfPanel* m_whatIf = nullptr;
    JitterPanel* m_jitter = nullptr;
    QLabel* m_hint = nullptr;
};

} // namespace lanewright::app
