// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX-512.
#include "engine/kernels/avx512.h"
#include "engine/kernels/tile_template.h"

namespace lanewright::engine {

const TileSet kAvx512Tiles{.name = "avx512",
                           .rows = Avx512::kRows,
                           .cols = Avx512::kCols,
                           .fp32 = computeRows<Avx512, Fp32<Avx512>>,
                           .bf16 = computeRows<Avx512, WidenedBf16<Avx512>>};

} // namespace lanewright::engine
