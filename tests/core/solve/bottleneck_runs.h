// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/bottleneck.h"

namespace lanewright::test {

/// What a run makes within the effort.
inline Draft madeBy(BottleneckSearch& search, const Effort& effort, Random& random) {
    Allowance allowance(effort);
    return search.run(allowance, random);
}

/// What a mend makes within the effort.
inline Draft mendedBy(BottleneckSearch& search, const Sequences& sequences, int ranks, const Effort& effort,
                      Random& random) {
    Allowance allowance(effort);
    return search.mend(sequences, ranks, allowance, random);
}

} // namespace lanewright::test
