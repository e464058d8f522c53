// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/simulate/metrics.h"

#include <string_view>
#include <vector>

namespace lanewright {

/// A rank's optimizer step (with the all-reduce of twins before it), half open.
struct StepSpan {
    Time start = 0;
    Time end = 0;

    friend bool operator==(const StepSpan&, const StepSpan&) = default;
};

/// Several iterations in a row.
struct Iterations {
    std::vector<Timeline> timelines = {};          ///< per iteration, on one time axis
    std::vector<std::vector<StepSpan>> steps = {}; ///< `[iteration][rank]`
    /// Time from one iteration to the next once they repeat: (end of the last − end of the first) / (count − 1); with
    /// one iteration, its own length with the step.
    Fraction iterationTime = {};

    friend bool operator==(const Iterations&, const Iterations&) = default;
};

/// Simulates `count` ≥ 1 iterations of an order that reaches its end.
///
/// Synchronous: the step starts on all ranks when the last of them has ended and the decision is back (norm up the
/// ranks, decision down, one transfer per hop). Post-validated: rank r steps when it has ended and the partial norm of
/// rank r−1 has come; the decision travels back from the last rank and holds back the first backward of the next
/// iteration on each rank.
Iterations simulateIterations(const Plan& plan, int count, OptimizerMode mode);

} // namespace lanewright
