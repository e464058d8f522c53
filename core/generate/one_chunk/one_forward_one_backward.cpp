// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/one_chunk/one_chunk.h"

namespace lanewright {

namespace {

// Stage i of p runs p − 1 − i forwards ahead, then one forward, one backward in turn, then the backwards left.
Schedule inTurn(const Plan& problem, bool splitsCoolDown) {
    const int microbatches = problem.schedule.microbatches;
    const int stages = problem.schedule.stages();
    return writeStages(problem, [&](StageWriter& row, int stage) {
        const int ahead = stages - 1 - stage;
        while (row.backwards() < microbatches) {
            if (row.forwards() < microbatches && row.forwards() <= row.backwards() + ahead)
                row.forward();
            else if (splitsCoolDown && row.forwards() == microbatches)
                row.backward(), row.weight();
            else
                row.fused();
        }
    });
}

} // namespace

Result<Schedule> makeOneForwardOneBackward(const Plan& problem, const Choices&) {
    return withinLimits(problem, inTurn(problem, false), "1F1B");
}

// After its last forward a rank lets each gradient go on before its W, which fills the wait for the next one.
Result<Schedule> makeDelayedCoolDown(const Plan& problem, const Choices&) {
    return withinLimits(problem, inTurn(problem, true), "1F1B with W delayed in the cool-down");
}

} // namespace lanewright
