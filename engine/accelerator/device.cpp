// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/device.h"

namespace lanewright::engine {

std::int64_t attentionScratch(std::int64_t batch, std::int64_t context, std::int64_t heads, std::int64_t width) {
    // For each query Σ output · its gradient, and the gradient of `qkv`, whose old numbers are read until the end.
    return batch * heads * context + 3 * batch * context * width;
}

} // namespace lanewright::engine
