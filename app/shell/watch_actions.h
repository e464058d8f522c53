// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_part.h"
#include "core/model/run.h"

#include <QPointer>

#include <memory>

namespace lanewright::app {

class MainWindow;
class WatchDialog;

/// Watches somebody's own training job, and lays what it measures over its plan.
class WatchActions : public WindowPart {
    Q_OBJECT

public:
    WatchActions(MainWindow& window, const WindowContext& context) : WindowPart(context), m_whole(window) {}

    void addActions();
    void connectPanels();
    /// Opens the dialog with the line that the job is started with.
    WatchDialog* showDialog();
    /// Asks before a job that is waited for, or watched, is no more by closing.
    bool mayLeave();

private:
    /// Shows what a watched job measured: here where its plan is the window's own or nothing is, else in a window of
    /// its own.
    void show(const std::shared_ptr<const Run>& run, bool isOver);
    void finish(const std::shared_ptr<const Run>& run);

    MainWindow& m_whole;
    QPointer<WatchDialog> m_dialog;
    QPointer<MainWindow> m_watched; ///< where the job that is watched is shown
};

} // namespace lanewright::app
