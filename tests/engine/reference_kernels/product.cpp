// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_kernels/number.h"
#include "tests/engine/reference_kernels/reference_kernels.h"

#include <cassert>

namespace lanewright::engine::reference {

void product(const ProductCall& call) {
    const std::int64_t depth = call.leftTransposed ? call.left.rows : call.left.cols;
    assert(depth == (call.rightTransposed ? call.right.cols : call.right.rows));
    assert(call.out.rows == (call.leftTransposed ? call.left.cols : call.left.rows));
    assert(call.out.cols == (call.rightTransposed ? call.right.rows : call.right.cols));
    forEach(call.out, [&](std::int64_t i, std::int64_t j) {
        double sum = 0;
        for (std::int64_t k = 0; k < depth; ++k)
            sum += double{call.leftTransposed ? get(call.left, k, i) : get(call.left, i, k)} *
                   double{call.rightTransposed ? get(call.right, j, k) : get(call.right, k, j)};
        if (call.adds)
            sum += get(call.addend.empty() ? call.out : call.addend, i, j);
        if (!call.bias.empty())
            sum += get(call.bias, 0, j);
        put(call.out, i, j, sum);
    });
    if (!call.leftSums.empty())
        columnSums(call.leftSums, call.left);
}

} // namespace lanewright::engine::reference
