// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX-512 with its product of bf16.
#include "engine/kernels/avx512.h"
#include "engine/kernels/tile_template.h"

namespace lanewright::engine {

namespace {

struct NativeBf16 {
    using Left = __m512bh;
    using Right = __m512bh;
    static Left left(const float* from) { return __builtin_bit_cast(__m512bh, _mm512_set1_ps(*from)); }
    static Right right(const float* from) { return __builtin_bit_cast(__m512bh, _mm512_loadu_ps(from)); }
    static __m512 step(Left left, Right right, __m512 sum) { return _mm512_dpbf16_ps(sum, left, right); }
};

} // namespace

const TileSet kAvx512Bf16Tiles = tileSet<Avx512, NativeBf16>("avx512-bf16");

} // namespace lanewright::engine
