// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/run.h"

#include <cstddef>
#include <vector>

namespace lanewright {

/// How long every pipeline of every step of a run took, from the start of its first op to the end of its last.
struct JobMap {
    std::vector<int> replicas = {}; ///< their numbers, rising
    std::vector<int> steps = {};    ///< their numbers, rising
    std::vector<Time> times = {};   ///< by replica, then step; 0: not measured
    Time least = 0;
    Time median = 0; ///< over those that were measured; the lower of two in the middle
    Time most = 0;

    Time at(std::size_t replica, std::size_t step) const { return times[replica * steps.size() + step]; }
    /// The replica that decides the step, by its place in `replicas`; of several the first.
    std::size_t slowestIn(std::size_t step) const;

    friend bool operator==(const JobMap&, const JobMap&) = default;
};

/// Linear in the number of spans.
JobMap jobMapOf(const Run& run);

} // namespace lanewright
