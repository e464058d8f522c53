// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace lanewright::app {

/// Translates what is written on and over the lanes, for functions that belong to no widget.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

} // namespace lanewright::app
