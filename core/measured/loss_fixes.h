// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measured/lost_by_cause.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// What a person can try against lost time.
namespace lanewright {

/// What may help against a cause, beside what `madeFixes` makes against fill and drain, the first being the one to try
/// first; none against what no schedule can mend.
std::vector<LossFix> fixesFor(LossCause cause, const Run& run);

struct FixRequest {
    LossFix fix = LossFix::Solve;
    std::string by = {}; ///< the generator, of fixes that several make; empty: the first of `madeFixes`
    int step = -1;       ///< whose plan comes out of fixes of microbatches; −1: the step that took longest
    double seconds = 18; ///< how long to search, over all steps
};

/// A fix that was tried: the schedule, and what it would win. Times are means over the steps, in ticks, of the replica
/// that takes longest in each; of fixes of the order and the cut, of ops that take the means of their stages.
struct TriedFix {
    LossFix fix = LossFix::Solve;
    Plan plan = {};
    Plan ran = {};                      ///< the same ops as they ran, to be held against it
    int step = -1;                      ///< whose ops the plan holds; −1: those of no single step
    int steps = 0;                      ///< over which times are means; 0: of mean ops
    double before = 0;                  ///< the order that ran, replayed
    double after = 0;                   ///< for as many microbatches as ran
    std::optional<double> bound = {};   ///< no such fix takes less
    std::optional<double> ordered = {}; ///< DealMicrobatches: what ordering without dealing takes

    std::optional<Bytes> memoryBefore =
        {}; ///< the most activations that a rank holds; none where they stay as they are
    std::optional<Bytes> memoryAfter = {};
    MemoryUnit memoryUnit = MemoryUnit::Unit; ///< in which they are said

    double gain() const { return before > 0 ? 1 - after / before : 0; }
};

/// Tries the fix. `progress` hears how many of how many steps are done. Fails where the run's ops can't be replayed so
/// (pairs, missing ops), where there is nothing to gain for this fix, and when it is stopped.
Result<TriedFix> tryFix(const Run& run, const FixRequest& request, const std::stop_token& stop = {},
                        const std::function<void(int done, int total)>& progress = {});

} // namespace lanewright
