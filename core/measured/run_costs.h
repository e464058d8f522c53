// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measured/profile/profile.h"
#include "core/model/run.h"

#include <optional>
#include <vector>

namespace lanewright {

/// What of a run becomes costs.
struct CostsRequest {
    /// A time for each stage and microbatch, of one replica, instead of one for each stage.
    bool eachMicrobatch = false;
    std::optional<int> step = {};    ///< only this one; none: the warm steps
    std::optional<int> replica = {}; ///< only this one; none: all, and of microbatches the run's own
    /// The last rank that PyTorch's backward reaches has no gradient to hand on: its B does nothing and its W is the
    /// whole backward (torch 2.15, `stage.py`: `backward_one_chunk` and `backward_weight_one_chunk` of the first
    /// stage).
    bool asPytorch = false;
};

/// What is said beside costs, and gains that are told from them, where a backward never ran apart.
constexpr Phrase kSplitAssumed = phrase("measured", "B and W were never measured apart: they are assumed to divide a "
                                                    "backward as the plan's costs do, in halves where these are 0");

/// Whether PyTorch ran it, as its recorder or the trace says.
inline bool namesPytorch(const Run& run) {
    return run.backend == "torch" || (run.recorder && (run.recorder->framework.starts_with("torch") ||
                                                       run.recorder->framework.find("PyTorch") != std::string::npos));
}

struct RunCosts {
    Plan plan = {}; ///< with the costs
    Profile profile = {};
    std::vector<StageBytes> memory = {}; ///< what copies of stages hold, where the run says; their `fixed` is not known
    Time measured = 0;                   ///< the median makespan of the steps
    Time predicted = 0;                  ///< that of the run's order by these costs
    bool firstStageWhole = false;        ///< the run shows stage 0 as PyTorch splits it: all of its backward is W
    bool splitAssumed = false;           ///< a backward never ran apart: its B and W are as the plan's costs divide it
};

/// The plan with the times, transfers and memory of the run as its costs. How its microbatches differ stays where that
/// is by shares or lengths; a table of times gives way. Fails where the run has no such step or replica, or is of
/// another shape than the plan: other stages, directions, ranks; for times of each microbatch, other microbatches or
/// pairs, of which nobody knows what belongs to whom.
Result<RunCosts> costsOf(const Run& run, const Plan& plan, const CostsRequest& request = {});

/// What an op of each copy of a stage adds to what its rank holds and gives back, in the median over the warm steps, by
/// what ranks held during each span. None where a run does not say, or has pairs.
std::vector<StageBytes> memoryOf(const Run& run);

} // namespace lanewright
