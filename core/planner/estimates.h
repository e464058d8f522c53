// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <optional>

/// The cost formulas of planners of F/B pipelines, applied to any plan: not what those planners would answer. Each sees
/// a rank as one time per microbatch, W with B and the two stages of a V together, and none knows the order that will
/// be run: the simulated value beside them is the truth here.
namespace lanewright {

struct Estimates {
    Time slowest = 0; ///< C: the largest time per microbatch of a rank, or of a channel both ways. PipeDream's formula
    Time fillAndRun = 0; ///< Σ t + (M − 1)·max t over the ranks. Alpa's formula
    Time pivot = 0;      ///< warm-up to a rank, its steady phase, drain: the largest over all ranks. DAPPLE's formula
    /// (M + 4S − 4)·C + the largest all-reduce: after SPP, reconstructed; list scheduling keeps it. None on a V and in
    /// a loop, of which it says nothing.
    std::optional<Time> promise = {};
};

/// The problem has stage i on rank i, or on a V down the ranks and back up, or in a loop on rank i mod p.
Estimates estimatesOf(const Plan& problem);

} // namespace lanewright
