// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lanewright::app {

class ActionRegistry;
class MainWindow;
struct WindowModel;
struct WindowPanels;

/// What the parts of a window work on.
struct WindowContext {
    MainWindow& window;
    WindowModel& model;
    WindowPanels& panels;
    ActionRegistry& actions;
};

} // namespace lanewright::app
