// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/cutting.h"

#include <optional>

/// Ways to cut a model for a loop over a row of devices: Megatron's virtual stages.
namespace lanewright {

/// For each number of ranks from 2 on, and each of chunks per rank (`chunks` alone where it is given, else as many as
/// the layers allow), a partition in a loop whose slowest device is as fast per microbatch as this method finds, each
/// part with a layer at least (or, by `limits.emptyStages`, the first and the last). Rank i is on the i-th group of
/// `limits.mostReplicas` devices of the row.
///
/// The layers are first dealt out in proportion to the devices' speeds. Then, as long as that makes the slowest device
/// faster, or else the devices or the parts more alike, one part of it (of few parts any) gives a layer up to any other
/// part, the parts in between moving on by a layer: so an embedding, a head or MTP is made up for wherever its device
/// has parts. What does not fit into a device's memory counts before all that. O(chunks · parts²) for each of some such
/// steps; a local optimum.
std::vector<Partition> bestLoopCuts(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
                                    std::optional<int> chunks, const std::function<bool()>& isOver = {});

} // namespace lanewright
