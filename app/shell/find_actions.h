// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/command_palette.h"
#include "app/shell/window_part.h"

#include <vector>

namespace lanewright::app {

/// Finds blocks, lanes and commands, and keeps the places where a person was.
class FindActions : public WindowPart {
    Q_OBJECT

public:
    using WindowPart::WindowPart;

    void addActions();
    void showPalette();
    /// How the lanes of a file stand is remembered beside the window's layout, never in the file.
    void saveLaneOrder();
    void restoreLaneOrder();

private:
    /// What the palette offers beside the commands: ranks and blocks that were typed.
    std::vector<CommandPalette::Entry> offersFor(const QString& typed);
};

} // namespace lanewright::app
