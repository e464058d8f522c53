// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/settings.h"
#include "app/shell/window_part.h"

#include <functional>
#include <initializer_list>
#include <utility>

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
    void addSettingChoices();
    void addFindingActions();
    void addPlayActions();
    using Named = std::pair<const char*, QString>;
    /// Choices of a setting, each under the prefix and its value.
    void addChoices(const char* prefix, Setting<QString>& setting, std::initializer_list<Named> choices,
                    const std::function<void(const QString& chosen)>& choose);

    SessionState& m_state;
};

} // namespace lanewright::app
