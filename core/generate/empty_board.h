// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <array>
#include <string_view>

/// Where an order that a person draws begins.
namespace lanewright {

/// What stands for the empty board where generators have their names.
constexpr std::string_view kEmptyBoard = "empty";

/// How the stages of an empty board lie on its ranks.
enum class BoardShape : std::uint8_t { OneChunk, Loop, V, TwoWays };
inline constexpr std::array kBoardShapes = {BoardShape::OneChunk, BoardShape::Loop, BoardShape::V, BoardShape::TwoWays};
/// `chain`, `loop`, `v`, `two-ways`.
std::string_view toText(BoardShape shape);
/// Whether the ranks of a shape may have more than one chunk.
bool takesChunks(BoardShape shape);

/// The placement that the words say: a shape, with so many chunks per rank where it takes them (a V of 3 turns twice),
/// or the rank of each stage, `0,1,2,2,1,0`, of each direction behind a `;`.
///
/// Fails on other words, on ranks that are not below `ranks` or host nothing, on directions of unlike length, and on
/// chunks that the shape has no room for: a chain and two ways have one, a list says them itself (`chunks` 1).
Result<Placement> placementFromText(std::string_view words, int ranks, int chunks);

/// The problem on the placement, with an order that holds no op yet. Its ranks keep the work that the first direction
/// gives them. Fails where a file can't hold it.
Result<Plan> emptyBoard(const Plan& problem, const Placement& placement);

} // namespace lanewright
