// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/order_writer.h"

namespace lanewright {

namespace {

/// All microbatches pass a stage before any enters the next, and all leave it before any leaves the stage before.
Schedule breadthFirst(const Plan& problem, bool lastLeavesFirst) {
    const int last = problem.schedule.microbatches - 1;
    OrderWriter order(problem);
    for (int stage = 0; stage < problem.schedule.stages(); ++stage)
        for (int microbatch = 0; microbatch <= last; ++microbatch)
            order.forward(stage, microbatch);
    for (int stage = problem.schedule.stages() - 1; stage >= 0; --stage)
        for (int microbatch = 0; microbatch <= last; ++microbatch)
            order.backward(stage, lastLeavesFirst ? last - microbatch : microbatch);
    return order.take();
}

} // namespace

// All forwards, then all backwards. They come in microbatch order, not in the reverse of the paper's figure: equally
// long, and gradients are added in the order of the microbatches.
Result<Schedule> makeGpipe(const Plan& problem, const Choices&) { return breadthFirst(problem, false); }

// Breadth first (Lamy-Poirier: Breadth-First Pipeline Parallelism, arXiv:2211.05953), last come first. The way around
// the ranks is hidden where m ops of a chunk take at least as long: p·(T_F/v + C) ≤ m·T_F/v, and so for BW.
Result<Schedule> makeLoopedBfs(const Plan& problem, const Choices&) { return breadthFirst(problem, true); }

} // namespace lanewright
