// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv.h"

#include <algorithm>

namespace lanewright {

bool splitsFirstStage(const Plan& plan) {
    const auto splits = [](const Block& block) {
        return (block.op.kind == OpKind::B && block.op.stage == 0) ||
               (block.paired && (*block.paired).kind == OpKind::B && (*block.paired).stage == 0);
    };
    return std::ranges::any_of(plan.schedule.order, [&](const Row& row) { return std::ranges::any_of(row, splits); });
}

bool hasCostsOfPytorch(const Plan& plan) {
    return std::ranges::all_of(plan.costs.stages,
                               [](const auto& stages) { return stages.empty() || stages.front().backwardInput == 0; });
}

Result<Plan> withCostsOfPytorch(const Plan& plan) {
    if (plan.costs.microbatches.form() == MicrobatchCosts::Form::Table)
        return Error{
            say(phrase("pytorch", "the microbatches have a table of times, which says how long each B and W of "
                                  "stage 0 takes; it would have to be measured as PyTorch runs them"))};
    Plan changed = plan;
    for (std::vector<StageCosts>& stages : changed.costs.stages)
        if (!stages.empty()) {
            stages.front().backwardWeight += stages.front().backwardInput;
            stages.front().backwardInput = 0;
        }
    for (std::vector<StageMemory>& stages : changed.memory.stages)
        if (!stages.empty()) {
            stages.front().backwardWeight += stages.front().backwardInput;
            stages.front().backwardInput = 0;
        }
    if (changed != plan)
        changed.proof.reset();
    return changed;
}

} // namespace lanewright
