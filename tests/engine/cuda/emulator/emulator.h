// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/kernels/launch_shape.h"
#include "tests/engine/cuda/emulator/queues.h"

#include <cmath>
#include <cstdint>
#include <functional>

/// A GPU of plain host code, slow and exact about the rules: every thread of a block is a strand of its own that runs
/// until it meets a barrier, one after the other, forwards or backwards. So a kernel's indices, bounds, barriers and
/// tensor core tiles are tested where there is no GPU, and that its launches fit every GPU. Speed and memory order are
/// not. The sources of kernels are compiled with this header in front of them.
namespace lanewright::engine::cuda {

namespace emulator {

struct Index {
    unsigned x = 0;
    unsigned y = 0;
    unsigned z = 0;
};
/// What the running strand reads of itself.
struct Self {
    Index thread;
    Index block;
    Index blockSize;
    Index gridSize;
};
const Self& self();

/// Runs `kernel` for every thread of every block. Ends the program with a sentence when threads that should meet at a
/// barrier do not.
void run(std::int64_t blocks, std::int64_t across, int threads, int shared, const std::function<void()>& kernel);

/// Whether strands run from the last to the first; results must not depend on it.
void runBackwards(bool backwards);

enum class Meeting : std::uint8_t { Warp, Block };
/// Waits until all threads of the warp or block are here.
void meet(Meeting meeting);

/// Says a word to the warp and gives those of all its lanes, which stand until the warp meets again.
const std::uint64_t* exchange(std::uint64_t exchanged);

[[noreturn]] void stop(const char* sentence);
void* shared();
unsigned laneOfThread();

/// A copy that is done only when it is waited for.
struct Copy {
    void* to = nullptr;
    const void* from = nullptr;
    int bytes = 0;
};
void ask(const Copy& copy);
void seal();
void await(int open);

} // namespace emulator

inline float powerOfTwo(float exponent) { return std::exp2(exponent); }

template <typename T>
T* sharedMemory() {
    return static_cast<T*>(emulator::shared());
}

struct Bf16;
void multiplyTile(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1);
void loadMatrices(unsigned (&to)[4], const Bf16* row);
void loadMatricesTurned(unsigned (&to)[4], const Bf16* row);
template <int Bytes>
void copyLater(void* shared, const void* from, bool there) {
    emulator::ask({shared, there ? from : nullptr, Bytes});
}
inline void sealCopies() { emulator::seal(); }
template <int Open>
void awaitCopies() {
    emulator::await(Open);
}

/// As in engine/cuda/kernels/launch_kernel.h.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Shape& shape, void* queue, const Arguments&... arguments) {
    emulator::start(queue, [=] {
        emulator::run(shape.blocks, shape.across, shape.threads, shape.shared,
                      [&] { kernel(static_cast<Parameters>(arguments)...); });
    });
}

} // namespace lanewright::engine::cuda

/// @name The words of CUDA that kernels use
/// @{
// NOLINTBEGIN(bugprone-reserved-identifier)
#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __restrict__ __restrict
#define __grid_constant__
#define __launch_bounds__(...)
#define threadIdx (::lanewright::engine::cuda::emulator::self().thread)
#define blockIdx (::lanewright::engine::cuda::emulator::self().block)
#define blockDim (::lanewright::engine::cuda::emulator::self().blockSize)
#define gridDim (::lanewright::engine::cuda::emulator::self().gridSize)

float __uint_as_float(unsigned bits);
std::uint16_t __float2bfloat16_rn(float number);
inline std::uint16_t __bfloat16_as_ushort(std::uint16_t bits) { return bits; }
void __syncthreads();
void __syncwarp();
float __shfl_xor_sync(unsigned mask, float number, int apart);
double __shfl_xor_sync(unsigned mask, double number, int apart);
unsigned __ballot_sync(unsigned mask, bool yes);
int __popc(unsigned bits);
inline float __expf(float number) { return std::exp(number); }
inline float __fdividef(float number, float by) { return number / by; }
inline float __logf(float number) { return std::log(number); }
inline float rsqrtf(float number) { return 1.0F / std::sqrt(number); }
// NOLINTEND(bugprone-reserved-identifier)
/// @}
