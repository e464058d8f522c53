// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/memory_costs.h"
#include "core/protocol/protocol.h"

namespace lanewright::engine {

/// The activation memory of every copy of a stage as this engine takes and frees it; where microbatches have lengths,
/// for one of the mean length, rounded. Where W is not cut and all have equally many tokens, the peaks that follow from
/// these numbers and the order alone, `peakMemory`, are those that a run measures, to the byte.
MemoryCosts plannedMemory(const RunRequest& request);

/// The same per copy of a stage, by direction, then stage, with what each always holds: weights, their gradients, the
/// optimizer's moments, and the weights as products read them.
std::vector<StageBytes> stageBytes(const RunRequest& request);

/// Per rank: the peak of a step's activations, to the byte, by the tokens of each microbatch. Each part of W frees what
/// its own weights' gradients are made of; a plan's memory gives all parts equal shares.
std::vector<Bytes> plannedPeaks(const RunRequest& request);

} // namespace lanewright::engine
