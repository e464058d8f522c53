// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/order_writer.h"

namespace lanewright {

// All forwards, then all backwards. They come in microbatch order, not in the reverse of the paper's figure: equally
// long, and gradients are added in the order of the microbatches.
Result<Schedule> makeGpipe(const Plan& problem, const Choices&) {
    OrderWriter order(problem);
    order.passAll(0, problem.schedule.microbatches - 1);
    return order.take();
}

// Breadth first (Lamy-Poirier: Breadth-First Pipeline Parallelism, arXiv:2211.05953), last come first. The way around
// the ranks is hidden where m ops of a chunk take at least as long: p·(T_F/v + C) ≤ m·T_F/v, and so for BW.
Result<Schedule> makeLoopedBfs(const Plan& problem, const Choices&) {
    OrderWriter order(problem);
    order.passAll(0, problem.schedule.microbatches - 1, true);
    return order.take();
}

} // namespace lanewright
