// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_context.h"

#include <QObject>

namespace lanewright::app {

/// How a window looks: zoom, lanes, playback, theme, language.
class ViewActions : public QObject {
    Q_OBJECT

public:
    explicit ViewActions(const WindowContext& context);

    void addActions();
    /// Signs on actions follow the theme.
    void refreshSigns();

private:
    void addFindingActions();
    void addPlayActions();
    void addThemeActions();
    void addLanguageActions();
    void chooseTheme(const QString& name);
    void chooseLanguage(const QString& name);

    MainWindow& m_window;
    WindowModel& m_model;
    WindowPanels& m_panels;
    ActionRegistry& m_actions;
};

} // namespace lanewright::app
