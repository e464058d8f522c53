// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/simulate/memory.h"

#include <vector>

/// Whose memory curves are drawn, in the window and in figures, and how they are told apart. They are drawn at their
/// values, so curves that coincide lie on each other: each later one is dashed, and the earlier ones show in its gaps.
namespace lanewright {

/// More curves than this can't be told apart.
constexpr int kMostMemoryCurves = 8;

/// The highest point of a curve; 0 of one without points.
Bytes peakOf(const MemoryCurve& curve);

/// Those of the ranks from `first` up to `last` with the highest peaks, at most `kMostMemoryCurves`, by number.
std::vector<int> fullestRanks(const std::vector<MemoryCurve>& curves, int first, int last);

/// What is said beside the curves' names where some of the ranks have none: "the fullest 8 of 16", or that the others
/// are as full. `shown` is what `fullestRanks` gave. Empty where all have a curve, and where nothing runs yet.
Message fullestNote(const std::vector<MemoryCurve>& curves, const std::vector<int>& shown, int first, int last);

/// On, off, … in widths of the line, of the curve at a place among those that are drawn; the first is solid, as it lies
/// lowest. Colours (`rankColour`) and dashes of the first eight are all different.
const std::vector<double>& memoryDashes(int place);

} // namespace lanewright
