// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/lost_by_cause.h"

#include <utility>
#include <vector>

namespace lanewright {

/// Where a step goes, in ticks and means over the steps: what the ranks compute, what the causes take, and nothing
/// else.
struct StepShares {
    double work = 0;                                      ///< the mean rank's, every op at the mean of its family
    double unavoidable = 0;                               ///< what of fill and drain no order avoids; 0: nobody knows
    std::vector<std::pair<LossCause, double>> times = {}; ///< a cause may stand there more than once
};

/// The chain of replays that `LostByCause` describes; `lost` has the measured and the replayed times. What adds up is
/// `lost.replayed`, which is the measured step where clocks fit.
StepShares stepShares(const JobGraph& job, const LostByCause& lost, const JobGraph* reordered,
                      const LeastTime& leastOf);

} // namespace lanewright
