// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/theme.h"
#include "core/simulate/memory.h"

#include <QPen>
#include <QString>

#include <vector>

/// What the memory curves of the window, of prints and of exported pictures have in common: whose are drawn, and how
/// they are told apart. They are drawn at their values, so curves that coincide lie on each other: each later one is
/// dashed, and the earlier ones show in its gaps.
namespace lanewright::app {

/// More curves than this can't be told apart.
constexpr int kMostMemoryCurves = 8;

/// The highest point of a curve; 0 of one without points.
Bytes peakOf(const MemoryCurve& curve);

/// Those of the ranks from `first` up to `last` with the highest peaks, at most `kMostMemoryCurves`, by number.
std::vector<int> fullestRanks(const std::vector<MemoryCurve>& curves, int first, int last);

/// What is said beside the curves' names where some of the ranks have none: "the fullest 8 of 16", or that the others
/// are as full. `shown` is what `fullestRanks` gave. Empty where all have a curve, and where nothing runs yet.
QString fullestNote(const std::vector<MemoryCurve>& curves, const std::vector<int>& shown, int first, int last);

/// The pen of the curve at a place among those that are drawn. Colours and dashes of the first eight are all different.
QPen memoryPen(const Theme& theme, int place, double width);

} // namespace lanewright::app
