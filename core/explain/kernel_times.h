// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/model/timeline.h"

#include <string>
#include <vector>

/// What the kernels that were traced in a step say of where its time goes.
namespace lanewright {

/// All kernels of one name.
struct KernelTotal {
    std::string name = {};
    int count = 0;
    Time total = 0;
    Time longest = 0;

    friend bool operator==(const KernelTotal&, const KernelTotal&) = default;
};

/// Some kernels, by name.
struct KernelTimes {
    std::vector<KernelTotal> totals = {}; ///< those that took longest in all first
    int count = 0;
    Time total = 0; ///< the sum of all; more than passed where kernels overlap
    Time idle = 0;  ///< how much of the blocks passed while none of their kernels ran

    friend bool operator==(const KernelTimes&, const KernelTimes&) = default;
};

/// The kernels of one block of the rank, as `span` has it in the step that was traced.
KernelTimes kernelsOf(const std::vector<KernelLane>& lanes, int rank, const Span& span);

/// All kernels of a step whose blocks are those of `wall`, with the step of the weights.
KernelTimes kernelsOf(const std::vector<KernelLane>& lanes, const Timeline& wall);

/// How many kernels were left out of the lanes.
std::int64_t leftOutOf(const std::vector<KernelLane>& lanes);

} // namespace lanewright
