// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/parts.h"

#include <algorithm>

namespace lanewright::bounds {

/// How long a rank stands idle for backwards, whatever its order.
struct Waits {
    Time first = 0; ///< for its first B, which comes later than it has F to run
    Time last = 0;  ///< for the B of its last F, which comes later than it has B and W to run; where it has one stage
    bool areTwo = false; ///< a B comes before the last F, so the two come on top of each other: else they may be one

    /// What the wait for the last B is beyond that for the first.
    Time beyond() const { return areTwo ? last : std::max<Time>(0, last - first); }
    Time all() const { return first + beyond(); }
};

Waits waitsOf(const Case& problem, const Ways& ways, int rank);

/// How many microbatches of the chunk its rank can hold between their F and B.
int inFlight(const Case& problem, int chunk);

} // namespace lanewright::bounds
