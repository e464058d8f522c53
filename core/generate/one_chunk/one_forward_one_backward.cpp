// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/one_chunk/one_chunk.h"

namespace lanewright {

// Stage i of p runs p − 1 − i forwards ahead, then one forward, one backward in turn, then the backwards left.
Result<Schedule> makeOneForwardOneBackward(const Plan& problem, const Choices&) {
    const int microbatches = problem.schedule.microbatches;
    const int stages = problem.schedule.stages();
    Schedule schedule = writeStages(problem, [&](StageWriter& row, int stage) {
        const int ahead = stages - 1 - stage;
        while (row.backwards() < microbatches) {
            if (row.forwards() < microbatches && row.forwards() <= row.backwards() + ahead)
                row.forward();
            else
                row.fused();
        }
    });
    return withinLimits(problem, std::move(schedule), "1F1B");
}

} // namespace lanewright
