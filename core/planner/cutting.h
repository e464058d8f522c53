// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/partition.h"

#include <functional>
#include <limits>
#include <span>
#include <vector>

/// Ways to cut a model over a row of devices. Every part gets devices that stand next to each other in the row.
namespace lanewright {

struct CutLimits {
    int mostReplicas = 1; ///< devices of a part: 1, 2, 4 … up to this
    int mostParts = 64;
    bool recompute = false;                                         ///< all parts do
    double mostAllReduce = std::numeric_limits<double>::infinity(); ///< nanoseconds; of any part
    bool emptyStages = false; ///< parts of a loop between its first and its last may have no layer
};

/// For each number of parts the partition whose slowest stage or channel is fastest per microbatch, counting F, B and W
/// of a stage and both values of a channel; of those that fit into the devices' memory. Uses the first devices of the
/// row, not necessarily all. Dynamic programming over layers, parts, devices and replicas, after the partition and
/// mapping of SPP (arXiv 2204.10562), reconstructed: O(L²·D·S·R²) at worst, much less as rows are cut off early.
/// When `isOver` says so it returns what it has.
std::vector<Partition> bestCuts(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
                                const std::function<bool()>& isOver = {});

/// The layers dealt out as evenly by number as it goes, one device each, the first parts taking one more. Nothing is
/// said of memory.
Partition equalLayers(const LayeredModel& model, std::span<const int> row);

} // namespace lanewright
