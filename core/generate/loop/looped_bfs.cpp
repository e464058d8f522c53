// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/memory_limits.h"
#include "core/generate/placing.h"
#include "core/generate/rank_writer.h"

namespace lanewright {

// Breadth first (Lamy-Poirier: Breadth-First Pipeline Parallelism, arXiv:2211.05953): all microbatches pass a chunk
// before any enters the next, and all leave it, last come first, before any leaves the chunk before. The way
// around the ranks is hidden where m ops of a chunk take at least as long: p·(T_F/v + C) ≤ m·T_F/v, and so for BW.
Result<Schedule> makeLoopedBfs(const Plan& problem, const Choices&) {
    Schedule schedule{.placement = problem.schedule.placement, .microbatches = problem.schedule.microbatches};
    const int ranks = schedule.ranks();
    const int stages = schedule.stages();
    schedule.order.resize(ranks);
    for (int place = 0; place < ranks; ++place) {
        RankWriter row(problem);
        for (int stage = place; stage < stages; stage += ranks)
            for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
                row.forward(stage, microbatch);
        for (int stage = stages - ranks + place; stage >= 0; stage -= ranks)
            for (int microbatch = schedule.microbatches - 1; microbatch >= 0; --microbatch)
                row.fused(stage, microbatch);
        schedule.order[schedule.placement.rankOf(0, place)] = row.take();
    }
    return withinLimits(problem, std::move(schedule), "Looped BFS");
}

} // namespace lanewright
