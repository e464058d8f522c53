// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/frameworks/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// A number of a shape that a person may choose anew.
enum class ShapeNumber : std::uint8_t { Microbatches, Ranks, Chunks, Group, Layers };

/// `m`, `p`, `v`, `group`, `layers`.
std::string_view toText(ShapeNumber number);

/// What a shape costs, of equal stages.
struct ShapeCost {
    Fraction iteration = {}; ///< time, of the first pass
    int microbatches = 1;
    std::optional<double> bubble = {}; ///< the share of it
    Bytes peakMemory = 0;              ///< activations, of the rank with the most
};

/// Simulates the order that the generator makes of the first pass. None where it makes none, and beyond 200 000 ops.
std::optional<ShapeCost> costOf(const AskedShape& shape, std::string_view generator, const WholeCosts& whole);

/// A number with another value.
struct NumberChange {
    ShapeNumber number = {};
    int pass = 0; ///< which microbatches: 0 those of the first
    int value = 0;

    friend bool operator==(const NumberChange&, const NumberChange&) = default;
};

/// A shape that the framework makes, near one that it refuses.
struct NearShape {
    std::vector<NumberChange> changes = {};
    AskedShape shape = {};
    std::optional<ShapeCost> cost = {};

    /// `m 6`, `group 5 and layers 24`.
    std::string text() const;
};

/// The next smaller and the next larger value of each number with which the framework makes the order by itself, all
/// others as they are; where no number alone will do, the pair of numbers that moves least. Found by trying: each is
/// held against the same rules. Empty where it makes the order as it is, and where it makes no such order.
std::vector<NearShape> nearestLegal(const Target& target, const AskedShape& shape, const WholeCosts& whole);

/// The group with which the framework makes the order of the shape; none: as the generator does.
std::optional<int> groupIn(const Target& target, const AskedShape& shape);

} // namespace lanewright
