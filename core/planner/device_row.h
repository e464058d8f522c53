// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/input/cluster.h"

#include <vector>

/// In which row devices stand before a model is cut over them.
namespace lanewright {

/// The two sides of a graph between which the least passes: the sum over all pairs apart, `weight[a * n + b]`, is
/// smallest. n ≥ 2; the matrix is symmetric. Stoer and Wagner 1997, "A simple min-cut algorithm", O(n³).
/// Returns the nodes of one side, ascending.
std::vector<int> minimumCut(int nodes, std::vector<double> weight);

/// Devices in a row such that weakly connected halves end up far apart: the minimum cut of their bandwidths parts them,
/// then each side is parted in the same way. Which side comes first is not said: `flipped` turns every second level
/// around. The idea of recursive device ordering after SPP (arXiv 2204.10562), reconstructed.
std::vector<int> recursiveOrder(const Cluster& cluster, const Ways& ways, bool flipped = false);

} // namespace lanewright
