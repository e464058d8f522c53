// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"

#include <cstddef>
#include <cstdint>

/// How large a schedule may be, in files and in all that makes schedules, and what a run may ask for; limits of times
/// and memory are in totals.h.
namespace lanewright {

constexpr int kMaxRanks = 4096;
constexpr int kMaxDirections = 256;
constexpr int kMaxStages = kMostStages;
constexpr int kMaxMicrobatches = 1 << 20;
constexpr std::int64_t kMaxCells = std::int64_t{1} << 22; ///< stages × microbatches
constexpr int kMaxWeightParts = kMostWeightParts;
constexpr int kMaxGpus = 1024;                              ///< one host has
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 28; ///< the most that a text to learn has

} // namespace lanewright
