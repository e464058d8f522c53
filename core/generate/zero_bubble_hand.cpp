// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/one_chunk.h"

namespace lanewright {

namespace {

// Forwards ahead of the backwards, and backwards ahead of the weight gradients, at most.
struct Lead {
    int forward = 0;
    int backward = 0;
};

// Each turn is B, W, F: the W of an earlier microbatch once `lead.backward` of them wait, and the next F.
void writeTurns(StageWriter& row, int microbatches, Lead lead) {
    while (row.forwards() < microbatches && row.forwards() < lead.forward)
        row.forward();
    while (row.backwards() < microbatches) {
        row.backward();
        if (row.backwards() - row.weights() > lead.backward)
            row.weight();
        if (row.forwards() < microbatches)
            row.forward();
    }
    while (row.weights() < microbatches)
        row.weight();
}

} // namespace

// As many microbatches in flight as 1F1B has; a stage keeps as many W waiting as there are stages before it.
Result<Schedule> makeZbH1(const Plan& problem) {
    const int stages = problem.schedule.stages();
    Schedule schedule = writeStages(problem, [&](StageWriter& row, int stage) {
        writeTurns(row, problem.schedule.microbatches, {.forward = stages - stage, .backward = stage});
    });
    return withinLimits(problem, std::move(schedule), "ZB-H1");
}

// Enough forwards ahead to fill the warm-up, twice less one what 1F1B has; and twice the W waiting.
Result<Schedule> makeZbH2(const Plan& problem) {
    const int stages = problem.schedule.stages();
    Schedule schedule = writeStages(problem, [&](StageWriter& row, int stage) {
        const Lead lead{.forward = 2 * (stages - stage) - 1, .backward = 2 * stage};
        writeTurns(row, problem.schedule.microbatches, lead);
    });
    return withinLimits(problem, std::move(schedule), "ZB-H2");
}

} // namespace lanewright
