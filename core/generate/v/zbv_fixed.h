// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

/// The hand-made order on a V. Inside core/generate only. After Qi, Wan, Huang, Lin: Zero Bubble Pipeline Parallelism
/// (arXiv:2401.10241), section 6, and PyTorch's ScheduleZBVZeroBubble.
///
/// The last stage stands on the first rank again, so that the first gradient is there as soon as the first microbatch
/// has come back; where F, B and W take equally long, every rank then always has something to run.
namespace lanewright {

/// The order that PyTorch runs, whatever the costs: made for at least 2p − 1 microbatches, less those there are not.
Sequences zbvFixed(const Instance& instance);

} // namespace lanewright
