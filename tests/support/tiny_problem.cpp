// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tiny_problem.h"

#include "tests/support/random_plan.h"

#include <vector>

namespace lanewright::test {

Plan tinyProblem(std::uint64_t seed) {
    Dice dice(seed);
    Plan plan = randomPlan(dice.next(), {.mostRanks = 3, .mostChunks = 2, .mostMicrobatches = 4, .gaps = false});
    Schedule& schedule = plan.schedule;
    schedule.order.clear();
    const bool isOneWay = schedule.placement.directions.size() == 1;
    if (isOneWay && dice.chance(40))
        schedule.placement = zigzag(schedule.ranks(), schedule.stages());
    const bool forget = dice.chance(60);
    if (forget)
        plan.costs.pairs = {};
    if (forget)
        for (std::vector<StageCosts>& stages : plan.costs.stages)
            for (StageCosts& costs : stages)
                costs.overlapped.reset();
    std::vector<Bytes> least(schedule.ranks(), 0);
    for (std::size_t direction = 0; direction < schedule.placement.directions.size(); ++direction)
        for (int stage = 0; stage < schedule.stages(); ++stage) {
            const StageMemory& memory = plan.memory.of(static_cast<int>(direction), stage);
            least[schedule.placement.rankOf(static_cast<int>(direction), stage)] += memory.forward + memory.recompute;
        }
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        plan.memory.limit.emplace_back();
        if (dice.chance(75))
            plan.memory.limit[rank] = least[rank] * dice.roll(60, dice.chance(50) ? 140 : 300) / 100;
    }
    return plan;
}

} // namespace lanewright::test
