// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kernels/packing.h"
#include "engine/kernels/tile.h"

#include <algorithm>
#include <vector>

/// Products of matrices from packed operands. Every number of a result is one sum in one order, whatever piece of the
/// result is computed at a time, so a product may be cut among threads without changing a bit.
namespace lanewright::engine {

/// The tiles that products use: the best that this processor has.
const TileSet& tiles();
/// All that this processor can run, the best one first.
std::vector<const TileSet*> tileSets();
/// For tests and measurements: products use these from here on, packed operands have to be packed anew.
void useTiles(const TileSet& set);

/// The right operand of products, packed: `depth` units deep, `cols` columns wide.
struct Panels {
    float* data = nullptr;
    Unit unit = Unit::Fp32;
    std::int64_t depth = 0;
    std::int64_t cols = 0;

    /// For `numbers` numbers of depth.
    Panels(float* memory, Unit kind, std::int64_t numbers, std::int64_t columns)
        : data(memory), unit(kind), depth(unitsOf(kind, numbers)), cols(columns) {}
    Panels() = default;

    /// Numbers of memory it needs.
    std::int64_t count() const;
    std::int64_t panels() const;
    /// Packs `count` panels from `first` on. `from` has its columns, or, with depth along the rows, its rows.
    template <typename Number>
    void pack(const View<Number>& from, Depth along, std::int64_t first, std::int64_t count) const {
        const std::int64_t width = tiles().cols;
        const std::int64_t there = along == Depth::AlongRows ? from.rows : from.cols;
        packLanes({.to = data + first * width * depth, .lanes = width, .pitch = width * depth, .unit = unit}, from,
                  along, first * width, std::min(count * width, there - first * width));
    }
    template <typename Number>
    void pack(const View<Number>& from, Depth along) const {
        pack(from, along, 0, panels());
    }
};

/// The left operand, packed: strips of `depth` units.
struct Strips {
    float* data = nullptr;
    Unit unit = Unit::Fp32;
    std::int64_t depth = 0;

    Strips(float* memory, Unit kind, std::int64_t numbers) : data(memory), unit(kind), depth(unitsOf(kind, numbers)) {}

    /// Numbers of memory that `rows` rows of `depth` numbers need.
    static std::int64_t countFor(std::int64_t rows, std::int64_t depth);
    /// Packs `rows` rows from `first` on, those (or, with depth down the columns, the columns) of `from`.
    template <typename Number>
    void pack(const View<Number>& from, Depth along, std::int64_t first, std::int64_t rows) const {
        const std::int64_t height = tiles().rows;
        packLanes({.to = data, .lanes = height, .pitch = height * depth, .unit = unit}, from, along, first, rows);
    }
};

/// out (m,n) = finish(strips (m,k) · panels (k,n)), over the first `depth` units of both; n = panels.cols.
template <typename Out>
void multiplyPacked(const View<Out>& out, const Strips& strips, const Panels& panels, std::int64_t depth,
                    const Finish& finish = {});

/// Numbers of scratch that one thread needs for products of up to `depth` numbers of depth.
std::int64_t stripScratch(std::int64_t depth);

/// out (m,n) = finish(in · panels (k,n)), where row i of the left operand is row i of `in` (m,k) or, with depth down
/// the columns, column i of `in` (k,m). `scratch` has `stripScratch(k)` numbers.
template <typename Out, typename Number>
void multiply(const View<Out>& out, const View<Number>& in, Depth along, const Panels& panels, float* scratch,
              const Finish& finish = {});

} // namespace lanewright::engine
