// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX-512.
#include "engine/kernels/avx512.h"
#include "engine/kernels/tile_template.h"

namespace lanewright::engine {

const TileSet kAvx512Tiles = tileSet<Avx512>("avx512");

} // namespace lanewright::engine
