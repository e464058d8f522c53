// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/op.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// A kernel that a GPU ran, or a copy that it made, half open: [start, end).
struct Kernel {
    int name = 0;              ///< its place among the names of its lane
    std::optional<Op> op = {}; ///< that it was a part of; none: the step of the weights
    Time start = 0;
    Time end = 0;

    friend bool operator==(const Kernel&, const Kernel&) = default;
};

/// What a GPU ran for one rank in one step, by start. Kernels of the two ops of an overlapped pair may overlap.
struct KernelLane {
    int rank = 0;
    std::vector<std::string> names = {};
    std::vector<Kernel> kernels = {};
    std::int64_t leftOut = 0; ///< how many more there were than could be kept

    friend bool operator==(const KernelLane&, const KernelLane&) = default;
};

} // namespace lanewright
