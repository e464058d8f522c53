// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

/// Orders that are one arrangement of blocks again and again, after the building blocks of Qi, Wan, Amar, Lin: Pipeline
/// Parallelism with Controllable Memory (arXiv:2405.15362).
namespace lanewright {

/// When the first microbatches of each direction run, over all ranks; the next as many run the same `interval` later,
/// and so on to the last.
struct BuildingBlock {
    Timeline timeline = {}; ///< one lane per rank; the first span starts at 0
    int microbatches = 1;   ///< that each direction has in it
    Time interval = 0;      ///< from a block to the next

    friend bool operator==(const BuildingBlock&, const BuildingBlock&) = default;
};

/// The block that the order repeats: of the fewest microbatches that run again and again in equal steps, from the
/// middle of where they do. Where only the first microbatches are in the order, those, at their least interval.
///
/// Fails where microbatches differ, blocks are pairs, nothing is placed, an op can't run or nothing repeats.
Result<BuildingBlock> buildingBlockOf(const Plan& plan);

/// The block alone, with gaps that keep its starts: the plan with as many microbatches of each direction, the first of
/// the directions in turn.
Plan planOf(const BuildingBlock& block, const Plan& whole);

/// How many microbatches of each direction such a plan has.
int microbatchesOfBlock(const Plan& small);
/// How many microbatches of each direction a block of the plan can have: as many as every direction has.
int mostMicrobatchesOfBlock(const Plan& whole);

/// Such a plan for a block of more microbatches of each direction, without ops of the new ones, or of fewer, without
/// the later ones.
Plan withMicrobatches(const Plan& small, int microbatches);

/// The block that such a plan draws, for the whole one that it was made for. Fails where an op can't run, and where a
/// direction has fewer microbatches.
Result<BuildingBlock> blockDrawn(const Plan& small, const Plan& whole, Time interval);

/// The least interval at which no two spans of a rank, of whatever blocks, run at one time: at least what a rank works
/// for the block. Fails where two overlap in the block itself, naming them. O(n² · length / interval) per rank.
Result<Time> leastInterval(const Plan& plan, const BuildingBlock& block);

/// The order of all microbatches as the block repeats it, each start kept by gaps; the last block may be cut. The ops
/// that it does not hold are not in the order.
///
/// Fails where the interval is below the least, and where an op would start before what it needs is there, naming it.
Result<Schedule> repeated(const Plan& plan, const BuildingBlock& block);

/// Whether the order is the block repeated: as it is, without gaps, or squeezed.
bool keepsTo(const Plan& plan, const BuildingBlock& block);

} // namespace lanewright
