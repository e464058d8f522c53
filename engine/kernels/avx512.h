// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <immintrin.h>

/// AVX-512 as the tiles want it. 24 sums, two vectors of b and one number of a fill the 32 registers well.
namespace lanewright::engine {
namespace {

struct Avx512 {
    using Vec = __m512;
    static constexpr int kWidth = 16;
    static constexpr int kVecs = 2;
    static constexpr int kCols = kVecs * kWidth;
    static constexpr int kRows = 12;

    static Vec zero() { return _mm512_setzero_ps(); }
    static Vec all(float number) { return _mm512_set1_ps(number); }
    static Vec load(const float* from) { return _mm512_loadu_ps(from); }
    static void store(float* to, Vec numbers) { _mm512_storeu_ps(to, numbers); }
    static Vec add(Vec a, Vec b) { return _mm512_add_ps(a, b); }
    static Vec multiply(Vec a, float b) { return _mm512_mul_ps(a, _mm512_set1_ps(b)); }
    static Vec fma(Vec a, Vec b, Vec sum) { return _mm512_fmadd_ps(a, b, sum); }
    using Bits = std::uint32_t __attribute__((vector_size(64)));
    static Vec lowHalves(Vec units) { return __builtin_bit_cast(Vec, __builtin_bit_cast(Bits, units) << 16U); }
    static Vec highHalves(Vec units) { return __builtin_bit_cast(Vec, __builtin_bit_cast(Bits, units) & 0xFFFF0000U); }
};

} // namespace
} // namespace lanewright::engine
