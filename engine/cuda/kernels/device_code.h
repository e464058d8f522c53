// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The few things by which a kernel speaks to the GPU. Tests compile the same sources for the host, behind the header
/// of an emulator (tests/engine/cuda/emulator) that defines these words there, so that indices and bounds are tested
/// where there is no GPU.
#if defined(__CUDACC__)
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#endif

#include <cstdint>
#include <type_traits>

namespace lanewright::engine::cuda {

/// A number of 16 bits in the device's memory: the upper half of a float.
struct Bf16 {
    std::uint16_t bits;
};

__device__ inline float toFloat(float number) { return number; }
__device__ inline float toFloat(Bf16 number) { return __uint_as_float(static_cast<unsigned>(number.bits) << 16U); }

template <typename Number>
__device__ Number fromFloat(float number);
template <>
__device__ inline float fromFloat<float>(float number) {
    return number;
}
template <>
__device__ inline Bf16 fromFloat<Bf16>(float number) {
    return {__bfloat16_as_ushort(__float2bfloat16_rn(number))};
}

/// Two numbers in one register, the first in the lower half.
__device__ inline unsigned pair(float first, float second) {
    return static_cast<unsigned>(fromFloat<Bf16>(first).bits) | static_cast<unsigned>(fromFloat<Bf16>(second).bits)
                                                                    << 16U;
}

/// Rows of numbers in the device's memory.
template <typename Number>
struct Rows {
    Number* data;
    std::int64_t stride;

    __device__ Number* row(std::int64_t index) const { return data + index * stride; }
};

/// `Count` numbers that lie together, as floats.
template <int Count>
struct Pack {
    float at[Count];
};

namespace detail {
/// Words and not bytes, which compilers for GPUs take apart and put together again one by one.
template <int Bytes>
struct alignas(Bytes) Chunk {
    using Word = std::conditional_t<Bytes % 4 == 0, std::uint32_t, std::uint16_t>;
    Word words[Bytes / sizeof(Word)];
};
template <typename Number, int Count>
struct Raw {
    static constexpr int kBytes = static_cast<int>(sizeof(Number)) * Count;
    static constexpr int kChunk = kBytes < 16 ? kBytes : 16;
    union {
        Chunk<kChunk> chunks[kBytes / kChunk];
        Number numbers[Count];
    };
};
} // namespace detail

/// Reads and writes as few and as wide words as there are; the memory is aligned to all of the pack or to 16 bytes.
template <int Count, typename Number>
__device__ Pack<Count> load(const Number* from) {
    detail::Raw<Number, Count> raw;
    for (int i = 0; i < raw.kBytes / raw.kChunk; ++i)
        raw.chunks[i] = reinterpret_cast<const detail::Chunk<raw.kChunk>*>(from)[i];
    Pack<Count> pack;
    for (int i = 0; i < Count; ++i)
        pack.at[i] = toFloat(raw.numbers[i]);
    return pack;
}
template <int Count, typename Number>
__device__ void store(Number* to, const Pack<Count>& pack) {
    detail::Raw<Number, Count> raw;
    for (int i = 0; i < Count; ++i)
        raw.numbers[i] = fromFloat<Number>(pack.at[i]);
    for (int i = 0; i < raw.kBytes / raw.kChunk; ++i)
        reinterpret_cast<detail::Chunk<raw.kChunk>*>(to)[i] = raw.chunks[i];
}

constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xFFFFFFFFU;

/// The number of a thread among all of its grid in the first direction.
__device__ inline std::int64_t threadNumber() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// The sum and the largest over `Lanes` neighbouring lanes of a warp, on each of them, always in the same order.
template <int Lanes = kWarp, typename Number>
__device__ Number sumOfLanes(Number number) {
    for (int apart = Lanes / 2; apart > 0; apart /= 2)
        number += __shfl_xor_sync(kAllLanes, number, apart);
    return number;
}
template <int Lanes = kWarp>
__device__ float largestOfLanes(float number) {
    for (int apart = Lanes / 2; apart > 0; apart /= 2)
        number = fmaxf(number, __shfl_xor_sync(kAllLanes, number, apart));
    return number;
}

#if defined(__CUDACC__)

/// 2 to a power, to some units in the last place; 0 where that is less than the smallest normal float.
__device__ inline float powerOfTwo(float exponent) {
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(exponent));
    return power;
}

/// The shared memory that a launch asked for.
template <typename T>
__device__ T* sharedMemory() {
    extern __shared__ __align__(128) unsigned char lanewrightShared[];
    return reinterpret_cast<T*>(lanewrightShared);
}

/// @name Tensor cores, for numbers of 16 bits and sums in floats
/// A tile of A is 16 × 16, of B 16 × 8, of the sum 16 × 8. Lane 4g + t holds of the sum rows g (numbers 0, 1) and g + 8
/// (2, 3), columns 2t and 2t + 1.
/// @{
__device__ inline void multiplyTile(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                 "{%0,%1,%2,%3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ inline unsigned sharedAddress(const void* memory) {
    return static_cast<unsigned>(__cvta_generic_to_shared(memory));
}
/// Four matrices of 8 × 8 numbers; lane l names row l mod 8 of matrix l / 8, aligned to 16 bytes.
__device__ inline void loadMatrices(unsigned (&to)[4], const Bf16* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}
/// The same, each matrix turned.
__device__ inline void loadMatricesTurned(unsigned (&to)[4], const Bf16* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(sharedAddress(row))
                 : "memory");
}
/// @}

/// @name Copies into shared memory that run beside the arithmetic
/// @{
/// 16 or 4 bytes; zeros, where they are not `there`.
template <int Bytes>
__device__ void copyLater(void* shared, const void* from, bool there) {
    static_assert(Bytes == 16 || Bytes == 4);
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(shared)), "l"(from),
                     "r"(there ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(sharedAddress(shared)), "l"(from),
                     "r"(there ? 4 : 0)
                     : "memory");
}
/// What a thread has asked for since the last seal is one batch.
__device__ inline void sealCopies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until all but the thread's last `Open` batches are there.
template <int Open>
__device__ void awaitCopies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(Open) : "memory");
}
/// @}

#endif

} // namespace lanewright::engine::cuda
