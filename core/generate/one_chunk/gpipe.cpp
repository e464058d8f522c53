// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/one_chunk/one_chunk.h"

namespace lanewright {

// All forwards, then all backwards. They come in microbatch order, not in the reverse of the paper's figure: equally
// long, and gradients are added in the order of the microbatches.
Result<Schedule> makeGpipe(const Plan& problem, const Choices&) {
    const int microbatches = problem.schedule.microbatches;
    Schedule schedule = writeStages(problem, [&](StageWriter& row, int) {
        while (row.forwards() < microbatches)
            row.forward();
        while (row.backwards() < microbatches)
            row.fused();
    });
    return withinLimits(problem, std::move(schedule), "GPipe");
}

} // namespace lanewright
