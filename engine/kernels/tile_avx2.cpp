// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX2 with FMA.
#include "engine/kernels/tile_template.h"

#include <immintrin.h>

namespace lanewright::engine {

namespace {

/// 12 sums, two vectors of b and one number of a fill the 16 registers.
struct Avx2 {
    using Vec = __m256;
    static constexpr int kWidth = 8;
    static constexpr int kVecs = 2;
    static constexpr int kCols = kVecs * kWidth;
    static constexpr int kRows = 6;

    static Vec zero() { return _mm256_setzero_ps(); }
    static Vec all(float number) { return _mm256_set1_ps(number); }
    static Vec load(const float* from) { return _mm256_loadu_ps(from); }
    static void store(float* to, Vec numbers) { _mm256_storeu_ps(to, numbers); }
    static Vec add(Vec a, Vec b) { return _mm256_add_ps(a, b); }
    static Vec multiply(Vec a, float b) { return _mm256_mul_ps(a, _mm256_set1_ps(b)); }
    static Vec fma(Vec a, Vec b, Vec sum) { return _mm256_fmadd_ps(a, b, sum); }
    using Bits = std::uint32_t __attribute__((vector_size(32)));
    static Vec lowHalves(Vec units) { return __builtin_bit_cast(Vec, __builtin_bit_cast(Bits, units) << 16U); }
    static Vec highHalves(Vec units) { return __builtin_bit_cast(Vec, __builtin_bit_cast(Bits, units) & 0xFFFF0000U); }
};

} // namespace

const TileSet kAvx2Tiles = tileSet<Avx2>("avx2");

} // namespace lanewright::engine
