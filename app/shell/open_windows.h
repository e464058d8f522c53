// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <vector>

namespace lanewright::app {

/// The windows of a kind that there are.
template <typename Window>
std::vector<Window*> openWindows() {
    std::vector<Window*> found;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<Window*>(widget))
            found.push_back(window);
    return found;
}

} // namespace lanewright::app
