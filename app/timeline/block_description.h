// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lanes/lane_layout.h"

#include <QStringList>

namespace lanewright::app {

/// What a planned block is, when it runs, and why it starts when it starts: a line for each. None where no block is.
QStringList blockDescription(const Document& document, const PlacedLanes& planned, Slot slot);

} // namespace lanewright::app
