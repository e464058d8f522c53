// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_part.h"

namespace lanewright::app {

class SessionState;

/// How a window looks: zoom, lanes, playback, theme, language.
class ViewActions : public WindowPart {
    Q_OBJECT

public:
    ViewActions(SessionState& state, const WindowContext& context) : WindowPart(context), m_state(state) {}

    void addActions();
    /// They stand behind others in the list of commands.
    void addArrowActions();
    /// Signs on actions follow the theme.
    void refreshSigns();

private:
    void addFindingActions();
    void addPlayActions();
    void addThemeActions();
    void addLanguageActions();

    SessionState& m_state;
};

} // namespace lanewright::app
