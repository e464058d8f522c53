// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/compare_actions.h"
#include "app/shell/edit_menu.h"
#include "app/shell/export_actions.h"
#include "app/shell/file_actions.h"
#include "app/shell/find_actions.h"
#include "app/shell/help_actions.h"
#include "app/shell/run_actions.h"
#include "app/shell/session_state.h"
#include "app/shell/view_actions.h"
#include "app/shell/watch_actions.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/action_registry.h"

#include <QMainWindow>

namespace lanewright::app {

/// A window with one document: numbers on top, lanes, memory and minimap in the middle, findings, deviations and
/// history below, the inspector and the run at the right. What it can do is in its parts.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Session& session, QWidget* parent = nullptr);
    ~MainWindow() override;

    WindowModel& model() { return m_model; }
    const WindowPanels& panels() const { return m_panels; }
    ActionRegistry& actionRegistry() { return m_actions; }
    WindowWords& words() { return m_words; }
    FileActions& files() { return m_files; }
    ExportActions& exports() { return m_exports; }
    EditMenu& editMenu() { return m_editMenu; }
    FindActions& findActions() { return m_findActions; }
    CompareActions& comparisons() { return m_compareActions; }
    RunActions& runActions() { return m_runActions; }
    WatchActions& watchActions() { return m_watchActions; }
    SessionState& sessionState() { return m_sessionState; }

    Document& document() { return m_model.document; }
    Selection& selection() { return m_model.selection; }
    TimeRange& range() { return m_model.range; }
    TimelineView& lanes() { return *m_panels.lanes; }

    /// What can be done now.
    void enableActions();
    /// Says everything in the present language of the desktop. Schedule, history, run and search go on as they are.
    void retranslate();

private:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

    WindowContext context() { return {*this, m_model, m_panels, m_actions, m_words, m_session}; }
    /// Makes all that the window shows and can do.
    void build();
    void connectPanels();
    void connectLanes();
    /// What stays hears no more of the model, until `build` connects it again.
    void disconnectModel();
    void documentChanged();
    /// Says in the banner which variants do not fit the schedule, while some do not.
    void sayMisfits();

    Session& m_session;
    WindowModel m_model;
    WindowPanels m_panels;
    ActionRegistry m_actions{*this};
    WindowWords m_words{m_panels};
    FileActions m_files;
    ExportActions m_exports;
    EditMenu m_editMenu;
    ViewActions m_viewActions;
    FindActions m_findActions;
    CompareActions m_compareActions;
    RunActions m_runActions;
    WatchActions m_watchActions;
    HelpActions m_helpActions;
    SessionState m_sessionState;
};

/// Shows a window on a plan that has no file.
MainWindow* showPlan(Session& session, const Plan& plan);

} // namespace lanewright::app
