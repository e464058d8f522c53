// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/device.h"

#include <algorithm>
#include <utility>

namespace lanewright::engine {

Result<std::unique_ptr<KernelTrace>> Device::traceKernels(std::size_t /*most*/) {
    return Error{say(phrase("engine", "this device does not tell which kernels it runs"))};
}

namespace {

bool isInPlace(const Matrix& matrix) {
    return reinterpret_cast<std::uintptr_t>(matrix.data) % static_cast<unsigned>(bytesOf(matrix.kind)) == 0;
}

} // namespace

bool fits(const ProductCall& call) {
    const auto [leftRows, depth] =
        call.leftTransposed ? std::pair{call.left.cols, call.left.rows} : std::pair{call.left.rows, call.left.cols};
    const auto [rightDepth, rightCols] = call.rightTransposed ? std::pair{call.right.cols, call.right.rows}
                                                              : std::pair{call.right.rows, call.right.cols};
    const auto all = {call.out, call.left, call.right, call.addend, call.bias, call.leftSums};
    return std::ranges::all_of(all, isInPlace) && leftRows == call.out.rows && depth == rightDepth &&
           rightCols == call.out.cols && call.left.kind == call.right.kind &&
           (call.out.kind == call.left.kind || call.out.kind == NumberKind::Float) &&
           (call.addend.empty() || (call.addend.kind == call.out.kind && call.addend.rows == call.out.rows &&
                                    call.addend.cols == call.out.cols)) &&
           (call.bias.empty() || (call.bias.cols == call.out.cols &&
                                  (call.bias.kind == NumberKind::Float || call.bias.kind == call.out.kind))) &&
           (call.leftSums.empty() || (call.leftTransposed && call.bias.empty() && call.leftSums.cols == call.out.rows &&
                                      call.leftSums.kind == NumberKind::Float && !call.scratch.empty()));
}

std::int64_t attentionScratch(std::int64_t batch, std::int64_t context, std::int64_t heads, std::int64_t width) {
    // For each query Σ output · its gradient, and the gradient of `qkv`, whose old numbers are read until the end.
    return batch * heads * context + 3 * batch * context * width;
}

} // namespace lanewright::engine
