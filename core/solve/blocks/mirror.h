// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

#include <optional>
#include <vector>

/// The symmetry of bidirectional pipelines: the second pipeline is the first one with its ranks reversed. Where that
/// leaves the problem as it is, an order may be symmetric too, so that half of it says the whole. Inside core/solve
/// only.
namespace lanewright {

/// Exchanges directions 0 and 1, 2 and 3 and so on, and with them ranks and chunks, so that the instance stays the
/// same. So whatever a rank runs, its twin may run at the same times.
struct Mirror {
    std::vector<int> rank = {};               ///< per rank: its twin, which is the rank itself in the middle
    std::vector<std::vector<int>> place = {}; ///< per rank and place of a chunk there: the place of the twin's chunk
};

/// The mirror of the instance; none where that exchange would change it.
std::optional<Mirror> mirrorOf(const Instance& instance);

} // namespace lanewright
