// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

/// Edits that make another schedule of a whole one.
namespace lanewright {

/// Folds a schedule of two directions in the middle of its ranks and keeps the first half of them: DualPipe becomes
/// DualPipeV. The two directions are mirror images, so what a rank runs for the second one is what its mirror rank runs
/// for the first: on the kept ranks the stages lie on a V and every stage lives once. Half the microbatches, half the
/// ranks, the same times but for the transfers across the middle, whose two ends are one rank now.
///
/// Fails, in words, when the schedule does not run two ways through an even number of ranks, when some op stands
/// elsewhere than on the mirror rank, or when it is not valid. Qi, Wan: DualPipe could be better without the Dual.
/// Sea AI Lab, 2025.
Result<Plan> cutInHalf(const Plan& plan);

/// Drops the overlapped pairs: each becomes its F and its backward, every BW a B and a W, and W move to where their
/// rank waits, without more memory than before. Of the natural orders (F or B first, W at once, where they fit, or
/// wherever a rank waits) the one with the shortest longest span. DualPipeV becomes as fast as ZBV.
///
/// Explicit gaps are dropped. Where a pair took as long as its parts, the result is never longer. Fails when the
/// schedule has no pairs or is not valid.
Result<Plan> untie(const Plan& plan);

/// Every pair as its F and then its backward, every BW as its B and then its W; nothing else moves. Explicit gaps go.
Plan takeApart(const Plan& plan);

} // namespace lanewright
