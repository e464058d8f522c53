// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The innermost products of matrices, one set for each generation of processors. The files that hold them are compiled
/// for theirs, so they share nothing with other files but this header.
namespace lanewright::engine {

/// What happens to a sum before it is stored: scale · sum + bias + residual, in this order, each where it is given.
struct Finish {
    float scale = 1;
    const float* bias = nullptr;     ///< one per column
    const float* residual = nullptr; ///< a matrix like the result; may be the result itself, to add to it
    std::int64_t residualStride = 0;
};

/// One tile of out = a · b: a sum over `depth` units of 32 bits, each one number of 32 bits or two of 16.
struct Tile {
    const float* strip = nullptr; ///< from a: for each unit of depth `TileSet::rows` numbers, one per row
    const float* panel = nullptr; ///< from b: for each unit of depth `TileSet::cols` numbers, one per column
    std::int64_t depth = 0;
    std::int64_t rows = 0;            ///< computed, at most `TileSet::rows`
    std::int64_t cols = 0;            ///< stored, at most `TileSet::cols`
    float* out = nullptr;             ///< either this
    std::uint16_t* outHalf = nullptr; ///< or this, rounded to bf16
    std::int64_t outStride = 0;
    Finish finish = {}; ///< bias and residual of this tile's first row and column
    /// Memory that is read soon, `kAheadPerUnit` numbers for each unit of depth: fetched meanwhile.
    const float* ahead = nullptr;
};

/// How much of what comes next a tile fetches: half a line of the cache for each unit of depth.
constexpr std::int64_t kAheadPerUnit = 8;

/// Both kinds of tiles as one processor computes them, and their size.
struct TileSet {
    const char* name = "";
    int rows = 0;
    int cols = 0;
    void (*fp32)(const Tile& tile) = nullptr;
    void (*bf16)(const Tile& tile) = nullptr;
};

extern const TileSet kPlainTiles;
#if defined(__x86_64__)
extern const TileSet kAvx2Tiles;
extern const TileSet kAvx512Tiles;
extern const TileSet kAvx512Bf16Tiles;
#endif

} // namespace lanewright::engine
