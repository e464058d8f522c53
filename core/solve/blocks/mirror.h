// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

#include <optional>
#include <vector>

/// Problems that look the same from both ends, as those of bidirectional pipelines do. Inside core/solve only.
namespace lanewright {

/// Directions change places two by two, and with them ranks and chunks, so that the instance stays the same: what a
/// rank runs, its twin may run at the same times.
struct Mirror {
    std::vector<int> rank = {};               ///< per rank its twin; its own where it is in the middle
    std::vector<std::vector<int>> place = {}; ///< per rank and place of a chunk there: the chunk's place at the twin
};

/// None where nothing but the instance as it stands looks the same.
std::optional<Mirror> mirrorOf(const Instance& instance);

} // namespace lanewright
