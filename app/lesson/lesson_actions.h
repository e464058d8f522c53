// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/selection_edits.h"

#include <QCoreApplication>
#include <QPoint>

namespace lanewright::app {

class ActionRegistry;
class LessonWindow;

/// What the classroom can do, by menus, keys and buttons.
class LessonActions {
    Q_DECLARE_TR_FUNCTIONS(LessonActions)

public:
    LessonActions(LessonWindow& window, ActionRegistry& actions);

    void add();
    void fillMenus();
    void showLaneMenu(const QPoint& position);
    /// What can be done now, and how it is called.
    void refresh();

private:
    void addLessonActions();
    void addHelpLevels();
    void addEditActions();
    void addPlayActions();
    void addPages();

    LessonWindow& m_window;
    ActionRegistry& m_actions;
    SelectionEdits m_edits;
};

} // namespace lanewright::app
