// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/partition.h"
#include "core/planner/shape.h"

#include <optional>
#include <span>

namespace lanewright {

struct FittingOptions {
    int held = 1;   ///< microbatches whose activations each part has room for
    int chunks = 2; ///< on each device of a loop
};

/// A cut that fits, at once: each device of the row in turn takes as many layers as it can hold with `held`
/// microbatches and compute within some time per microbatch, the least with which all are taken; on a V as many from
/// the front as from the end, each with half of the device's memory; in a loop a share for each of its chunks, on as
/// many devices as that is quickest with. Devices that can hold nothing are passed over, transfers are not looked at.
/// None where the first devices that can hold something, `mostRanks` at most, do not hold the model so, though another
/// cut may. O(D log L) for each of a few dozen times that it tries, D devices and L layers, and as often again for each
/// number of devices in a loop.
std::optional<Partition> fittingCut(const Pricing& pricing, std::span<const int> row, int mostRanks, Shape shape,
                                    const FittingOptions& options = {});

} // namespace lanewright
