// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/theme.h"
#include "core/picture/memory_choice.h"
#include "core/simulate/memory.h"

#include <QPen>

namespace lanewright::app {

/// The pen of the memory curve at a place among those that are drawn.
QPen memoryPen(const Theme& theme, int place, double width);

/// The value of the curve at a time; 0 before its first point.
Bytes bytesAt(const MemoryCurve& curve, Time time);

} // namespace lanewright::app
