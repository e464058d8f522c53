// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/cutting.h"

/// Ways to cut a model for a V over a row of devices.
namespace lanewright {

/// For each number of ranks from 2 on a partition on a V whose slowest device, or pair of channels between two
/// devices, is as fast per microbatch as this method finds, of those that fit into the devices' memory. Rank i is on
/// the i-th group of `limits.mostReplicas` devices of the row. Nothing for a number of ranks that has no such
/// partition.
///
/// Bisection over that time; for each, dynamic programming from the ends of the model to its middle keeps the least
/// that is left between the two arms. That is the best nearly always: to leave less for those to come is bad only where
/// channels decide, or where a rank must take a layer that is too much for it.
std::vector<Partition> bestVCuts(const Pricing& pricing, std::span<const int> row, const CutLimits& limits,
                                 const std::function<bool()>& isOver = {});

} // namespace lanewright
