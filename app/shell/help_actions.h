// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_context.h"

#include <QObject>

namespace lanewright::app {

class HelpWindow;

/// The pages of the help, and what the program is.
class HelpActions : public QObject {
    Q_OBJECT

public:
    explicit HelpActions(const WindowContext& context);

    void addActions();
    HelpWindow* showHelp(const QString& page);

private:
    MainWindow& m_window;
    ActionRegistry& m_actions;
};

} // namespace lanewright::app
