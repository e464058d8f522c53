// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/partition.h"

#include <functional>

/// Every partition there is, for models and clusters small enough.
namespace lanewright {

/// How many there are, at least roughly: every row of disjoint groups of 1, 2, 4 … `mostReplicas` devices, each with
/// every way to cut the layers over them.
double countPartitions(int layers, int devices, int mostReplicas);

/// Calls `visit` with each, until it returns false.
void forAllPartitions(int layers, int devices, int mostReplicas, const std::function<bool(const Partition&)>& visit);

} // namespace lanewright
