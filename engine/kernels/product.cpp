// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/product.h"

#include <algorithm>
#include <atomic>

namespace lanewright::engine {

namespace {

/// Numbers of packed rows that stay in the second cache while all panels pass.
constexpr std::int64_t kStripNumbers = 160 * 1024;

const TileSet& bestTiles() { return *tileSets().front(); }

std::atomic<const TileSet*>& chosen() {
    static std::atomic<const TileSet*> set{&bestTiles()};
    return set;
}

/// The most rows to pack at a time.
std::int64_t mostRows(std::int64_t units) {
    const std::int64_t strips = kStripNumbers / std::max<std::int64_t>(1, units) / tiles().rows;
    return std::clamp<std::int64_t>(strips, 2, 20) * tiles().rows;
}

/// How many of `rows` to pack at a time, so that no piece is much smaller than the others.
std::int64_t rowsAtATime(std::int64_t units, std::int64_t rows) {
    const std::int64_t height = tiles().rows;
    const std::int64_t pieces = std::max<std::int64_t>(1, (rows + mostRows(units) - 1) / mostRows(units));
    const std::int64_t strips = (rows + height - 1) / height;
    return std::max<std::int64_t>(1, (strips + pieces - 1) / pieces) * height;
}

void place(Tile& tile, const View<float>& out, std::int64_t row, std::int64_t col) { tile.out = out.row(row) + col; }
void place(Tile& tile, const View<Bf16>& out, std::int64_t row, std::int64_t col) {
    tile.outHalf = &(out.row(row) + col)->bits;
}

/// The finish of the tile that starts there.
Finish finishAt(const Finish& whole, std::int64_t row, std::int64_t col) {
    Finish finish = whole;
    if (finish.bias != nullptr)
        finish.bias += col;
    if (finish.residual != nullptr)
        finish.residual += row * finish.residualStride + col;
    return finish;
}

} // namespace

std::vector<const TileSet*> tileSets() {
    std::vector<const TileSet*> sets;
#if defined(__x86_64__)
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    if (wide && __builtin_cpu_supports("avx512bf16"))
        sets.push_back(&kAvx512Bf16Tiles);
    if (wide)
        sets.push_back(&kAvx512Tiles);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        sets.push_back(&kAvx2Tiles);
#endif
    sets.push_back(&kPlainTiles);
    return sets;
}

const TileSet& tiles() { return *chosen().load(std::memory_order_relaxed); }

void useTiles(const TileSet& set) { chosen() = &set; }

std::int64_t Panels::panels() const { return (cols + tiles().cols - 1) / tiles().cols; }

std::int64_t Panels::count() const { return panels() * tiles().cols * depth; }

std::int64_t Strips::countFor(std::int64_t rows, std::int64_t depth) {
    const std::int64_t height = tiles().rows;
    return (rows + height - 1) / height * height * depth;
}

std::int64_t stripScratch(std::int64_t depth) {
    return std::max(kStripNumbers, mostRows(depth) * std::max<std::int64_t>(1, depth));
}

template <typename Out>
void multiplyPacked(const View<Out>& out, const Strips& strips, const Panels& panels, std::int64_t depth,
                    const Finish& finish) {
    assert(out.cols == panels.cols && depth <= strips.depth && depth <= panels.depth && strips.unit == panels.unit);
    const TileSet& set = tiles();
    const auto compute = panels.unit == Unit::Fp32 ? set.fp32 : set.bf16;
    for (std::int64_t col = 0; col < out.cols; col += set.cols) {
        // Each tile of this panel fetches a piece of the next one, so that its first tile need not wait for memory.
        const float* const panel = panels.data + col * panels.depth;
        const float* ahead = panel + set.cols * panels.depth;
        const float* const end = col + set.cols < out.cols ? ahead + set.cols * panels.depth : ahead;
        for (std::int64_t row = 0; row < out.rows; row += set.rows, ahead += kAheadPerUnit * depth) {
            Tile tile{.strip = strips.data + row * strips.depth,
                      .panel = panel,
                      .depth = depth,
                      .rows = std::min<std::int64_t>(set.rows, out.rows - row),
                      .cols = std::min<std::int64_t>(set.cols, out.cols - col),
                      .outStride = out.stride,
                      .finish = finishAt(finish, row, col),
                      .ahead = ahead < end ? ahead : panel};
            place(tile, out, row, col);
            compute(tile);
        }
    }
}

template <typename Out, typename Number>
void multiply(const View<Out>& out, const View<Number>& in, Depth along, const Panels& panels, float* scratch,
              const Finish& finish) {
    const std::int64_t numbers = along == Depth::AlongRows ? in.cols : in.rows;
    assert(out.rows == (along == Depth::AlongRows ? in.rows : in.cols));
    assert(unitsOf(panels.unit, numbers) == panels.depth);
    const Strips strips(scratch, panels.unit, numbers);
    const std::int64_t step = rowsAtATime(strips.depth, out.rows);
    for (std::int64_t row = 0; row < out.rows; row += step) {
        const std::int64_t rows = std::min(step, out.rows - row);
        strips.pack(in, along, row, rows);
        multiplyPacked(out.rowsFrom(row, rows), strips, panels, strips.depth, finishAt(finish, row, 0));
    }
}

template void multiplyPacked(const View<float>&, const Strips&, const Panels&, std::int64_t, const Finish&);
template void multiplyPacked(const View<Bf16>&, const Strips&, const Panels&, std::int64_t, const Finish&);
template void multiply(const View<float>&, const View<float>&, Depth, const Panels&, float*, const Finish&);
template void multiply(const View<float>&, const View<Bf16>&, Depth, const Panels&, float*, const Finish&);
template void multiply(const View<Bf16>&, const View<float>&, Depth, const Panels&, float*, const Finish&);
template void multiply(const View<Bf16>&, const View<Bf16>&, Depth, const Panels&, float*, const Finish&);

} // namespace lanewright::engine
