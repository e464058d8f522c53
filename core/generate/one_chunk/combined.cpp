// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/memory_limits.h"
#include "core/generate/one_chunk/one_chunk.h"
#include "core/generate/rank_writer.h"

#include <algorithm>
#include <string>

namespace lanewright {

namespace {

// Combined 1F1B (Megatron-LM: combined_1f1b, NVIDIA 2025; overlap_moe_expert_parallel_comm): the F and the backward of
// one step of 1F1B run as a pair, so that the one's communication hides behind the other's compute. No rank may pair
// ops of one microbatch, so the last stage runs one F more ahead; and as the F of a pair must be there when the pair
// begins, while its gradient goes back only when it ends, each stage before runs two more ahead, not one.
Schedule combined(const Plan& problem, OpKind backward) {
    Schedule schedule{.placement = problem.schedule.placement, .microbatches = problem.schedule.microbatches};
    schedule.order.resize(schedule.ranks());
    const int microbatches = schedule.microbatches;
    for (int stage = 0; stage < schedule.stages(); ++stage) {
        const int ahead = std::min(microbatches, 2 * (schedule.stages() - 1 - stage) + 1);
        RankWriter row(problem);
        for (int microbatch = 0; microbatch < ahead; ++microbatch)
            row.forward(stage, microbatch);
        for (int microbatch = 0; microbatch < microbatches; ++microbatch) {
            if (microbatch + ahead < microbatches)
                row.pair(stage, microbatch + ahead, stage, microbatch, backward);
            else if (backward == OpKind::B)
                row.backward(stage, microbatch);
            else
                row.fused(stage, microbatch);
            if (backward == OpKind::B)
                row.weight(stage, microbatch);
        }
        schedule.order[schedule.placement.rankOf(0, stage)] = row.take();
    }
    return schedule;
}

} // namespace

Result<Schedule> makeCombined(const Plan& problem, const Choices&) {
    return withinLimits(problem, combined(problem, OpKind::BW), "Combined 1F1B");
}

Result<Schedule> makeCombinedDelayed(const Plan& problem, const Choices&) {
    return withinLimits(problem, combined(problem, OpKind::B), "Combined 1F1B with delayed W");
}

} // namespace lanewright
