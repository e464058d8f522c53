// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"
#include "core/planner/partition.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Which stages of a partition share a device.
namespace lanewright {

enum class Shape : std::uint8_t {
    Linear, ///< none: each has devices of its own
    V,      ///< they go down a row of devices and back up: stage k and the k-th from the end are on the same
    Loop,   ///< they go down a row of devices again and again: of p, stages k and k + p are on the same
};
inline constexpr std::array kShapes = {Shape::Linear, Shape::V, Shape::Loop};
/// `linear`, `v`, `loop`.
std::string_view toText(Shape shape);
std::optional<Shape> shapeFromText(std::string_view text);

/// A V and a loop have at least two devices: on one alone two stages are as good as one.
Shape shapeOf(const Partition& partition);

/// The ranks of its schedule: the rows of devices it lies on.
int ranksOf(const Partition& partition);
int rankOf(const Partition& partition, int part);
/// The parts that a rank has, in the order of the model: one, the two of a V, or the chunks of a loop.
std::vector<int> partsOn(const Partition& partition, int rank);
/// The parts of each rank.
int chunksOf(const Partition& partition);
Placement placementOf(const Partition& partition);

/// The devices by stage of a V over a row.
std::vector<int> downAndBack(std::span<const int> row);
/// The devices by stage of a loop over a row.
std::vector<int> roundAndRound(std::span<const int> row, int chunks);

} // namespace lanewright
