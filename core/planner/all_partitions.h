// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/shape.h"

#include <functional>
#include <optional>

/// Every partition there is, for models and clusters small enough.
namespace lanewright {

/// How many there are, at least roughly: every row of disjoint groups of 1, 2, 4 … `mostReplicas` devices, each with
/// every way to cut the layers over them, and where that is to be chosen with every choice of parts that recompute; of
/// one shape, or of all, loops of `chunks` parts on each device, or of any number up to that of the layers. By
/// `emptyStages` parts of a loop between its first and its last may have no layer.
double countPartitions(int layers, int devices, int mostReplicas, Recompute recompute = Recompute::Never,
                       std::optional<Shape> shape = {}, std::optional<int> chunks = {}, bool emptyStages = false);

/// Calls `visit` with each, until it returns false.
void forAllPartitions(int layers, int devices, int mostReplicas, Recompute recompute, std::optional<Shape> shape,
                      const std::function<bool(const Partition&)>& visit, std::optional<int> chunks = {},
                      bool emptyStages = false);

} // namespace lanewright
