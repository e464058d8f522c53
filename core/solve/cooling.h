// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"

#include <algorithm>
#include <cmath>

/// The temperature of simulated annealing, and the rule by which it accepts a change (Kirkpatrick, Gelatt, Vecchi:
/// Optimization by Simulated Annealing. Science 1983). Inside core/solve only.
namespace lanewright {

/// The temperature at the start and at the end of a run, in mean lengths of a block or op. It falls exponentially
/// between them. A change that costs as much more as the temperature is accepted with a probability of 1/e.
struct Cooling {
    double from = 0.3;
    double to = 0.004;

    /// The temperature, in ticks, when a share from 0 to 1 of the run is over. `unit` is the mean length.
    double at(double unit, double share) const { return unit * from * std::pow(to / from, std::min(1.0, share)); }
};

/// Draws by how much a change may make the cost worse: by more than x with a probability of exp(−x / heat), as
/// Metropolis accepts it. The limit is known before the change is timed, so that timing can stop early.
inline double drawRise(double heat, Random& random) { return -heat * std::log(1 - random.unit()); }

} // namespace lanewright
