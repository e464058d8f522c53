// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_context.h"

#include <QObject>

namespace lanewright::app {

/// Finds blocks, lanes and commands, and keeps the places where a person was.
class FindActions : public QObject {
    Q_OBJECT

public:
    explicit FindActions(const WindowContext& context);

    void addActions();
    void showPalette();
    /// How the lanes of a file stand is remembered beside the window's layout, never in the file.
    void saveLaneOrder();
    void restoreLaneOrder();

private:
    void addArrowActions();
    void askForLane();

    MainWindow& m_window;
    WindowModel& m_model;
    WindowPanels& m_panels;
    ActionRegistry& m_actions;
};

} // namespace lanewright::app
