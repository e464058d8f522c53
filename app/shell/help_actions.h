// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/window_part.h"

namespace lanewright::app {

class HelpWindow;

/// The pages of the help, and what the program is.
class HelpActions : public WindowPart {
    Q_OBJECT

public:
    using WindowPart::WindowPart;

    void addActions();
    HelpWindow* showHelp(const QString& page);
};

} // namespace lanewright::app
