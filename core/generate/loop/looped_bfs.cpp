// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/order_writer.h"

namespace lanewright {

// Breadth first (Lamy-Poirier: Breadth-First Pipeline Parallelism, arXiv:2211.05953): all microbatches pass a chunk
// before any enters the next, and all leave it, last come first, before any leaves the chunk before. The way
// around the ranks is hidden where m ops of a chunk take at least as long: p·(T_F/v + C) ≤ m·T_F/v, and so for BW.
Result<Schedule> makeLoopedBfs(const Plan& problem, const Choices&) {
    OrderWriter order(problem);
    for (int stage = 0; stage < problem.schedule.stages(); ++stage)
        for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
            order.forward(stage, microbatch);
    for (int stage = problem.schedule.stages() - 1; stage >= 0; --stage)
        for (int microbatch = problem.schedule.microbatches - 1; microbatch >= 0; --microbatch)
            order.backward(stage, microbatch);
    return order.take();
}

} // namespace lanewright
