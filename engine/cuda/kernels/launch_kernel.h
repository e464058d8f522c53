// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/kernels/device_code.h"
#include "engine/cuda/kernels/kernels.h"
#include "engine/cuda/kernels/launch_shape.h"

#if defined(__CUDACC__)
#include "engine/cuda/call.h"
#include "engine/cuda/shared_memory.h"
#endif

#include <type_traits>

/// How the host starts kernels. Where tests compile a kernel for the host, the emulator has a `launch` of its own.
namespace lanewright::engine::cuda {

constexpr std::int64_t ceilDivide(std::int64_t number, std::int64_t by) { return (number + by - 1) / by; }

#if defined(__CUDACC__)

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Shape& shape, Queue queue, const Arguments&... arguments) {
    if (shape.blocks == 0 || shape.across == 0)
        return;
    if (shape.shared > 0)
        allowShared(reinterpret_cast<const void*>(kernel), shape.shared);
    const dim3 blocks(static_cast<unsigned>(shape.blocks), static_cast<unsigned>(shape.across));
    kernel<<<blocks, static_cast<unsigned>(shape.threads), static_cast<std::size_t>(shape.shared), queue>>>(
        static_cast<Parameters>(arguments)...);
    LW_CUDA(cudaGetLastError());
}

#endif

template <typename Number>
Rows<Number> rowsOf(const Matrix& matrix) {
    return {static_cast<Number*>(matrix.data), matrix.stride};
}
inline float* floatsOf(const Matrix& matrix) { return static_cast<float*>(matrix.data); }

/// Calls `work` with a number of the kind.
template <typename Work>
void withKind(NumberKind kind, const Work& work) {
    if (kind == NumberKind::Float)
        work(float{});
    else
        work(Bf16{});
}
template <typename Work>
void withKinds(NumberKind first, NumberKind second, const Work& work) {
    withKind(first, [&](auto one) { withKind(second, [&](auto other) { work(one, other); }); });
}

/// Whether every row of the matrices may be read in packs of `count` numbers.
template <typename... Matrices>
bool inPacks(int count, const Matrices&... matrices) {
    const auto fits = [&](const Matrix& matrix) {
        return matrix.cols % count == 0 && matrix.stride % count == 0 &&
               reinterpret_cast<std::uintptr_t>(matrix.data) % 16 == 0;
    };
    return (fits(matrices) && ...);
}
/// Calls `work` with the count of numbers to a pack: `Count`, or 1.
template <int Count, typename Work>
void withPacks(bool packs, const Work& work) {
    if (packs)
        work(std::integral_constant<int, Count>{});
    else
        work(std::integral_constant<int, 1>{});
}

} // namespace lanewright::engine::cuda
