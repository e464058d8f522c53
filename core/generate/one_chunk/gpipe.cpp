// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/order_writer.h"

namespace lanewright {

// All forwards, then all backwards. They come in microbatch order, not in the reverse of the paper's figure: equally
// long, and gradients are added in the order of the microbatches.
Result<Schedule> makeGpipe(const Plan& problem, const Choices&) {
    OrderWriter order(problem);
    for (int stage = 0; stage < problem.schedule.stages(); ++stage) {
        for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
            order.forward(stage, microbatch);
        for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
            order.backward(stage, microbatch);
    }
    return order.take();
}

} // namespace lanewright
