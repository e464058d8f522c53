// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/device.h"

#include <utility>

namespace lanewright::engine {

Result<std::unique_ptr<KernelTrace>> Device::traceKernels(std::size_t /*most*/) {
    return Error{"this device does not tell which kernels it runs"};
}

bool fits(const ProductCall& call) {
    const auto [leftRows, depth] =
        call.leftTransposed ? std::pair{call.left.cols, call.left.rows} : std::pair{call.left.rows, call.left.cols};
    const auto [rightDepth, rightCols] = call.rightTransposed ? std::pair{call.right.cols, call.right.rows}
                                                              : std::pair{call.right.rows, call.right.cols};
    return leftRows == call.out.rows && depth == rightDepth && rightCols == call.out.cols &&
           call.left.kind == call.right.kind &&
           (call.out.kind == call.left.kind || call.out.kind == NumberKind::Float) &&
           (call.bias.empty() || call.bias.cols == call.out.cols);
}

std::int64_t attentionScratch(std::int64_t batch, std::int64_t context, std::int64_t heads, std::int64_t width) {
    // For each query Σ output · its gradient, and the gradient of `qkv`, whose old numbers are read until the end.
    return batch * heads * context + 3 * batch * context * width;
}

} // namespace lanewright::engine
