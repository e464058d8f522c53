// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lanewright::app {

/// How a search stood from one moment on, until the next point.
struct SearchPoint {
    double seconds = 0; ///< since its start
    double value = 0;   ///< the best so far
    double bound = 0;   ///< nothing is below
};

} // namespace lanewright::app
