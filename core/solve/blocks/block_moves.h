// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/blocks/block_graph.h"

/// The changes that annealing tries: a few blocks of one rank give way to others with the same ops. Inside core/solve
/// only.
namespace lanewright {

/// Blocks that take the place of others.
struct BlockChange {
    BlockGraph::BlockPlace at = {}; ///< the first block that goes
    int count = 0;                  ///< how many go
    BlockRow blocks = {};           ///< those that come
    bool isChecked = false; ///< the rank may run them, and the ops keep their numbers: see `BlockGraph::propose`
};

/// Draws a change of the block at `place`. It moves along its rank, or changes places with a block of the same kind of
/// another chunk, so that the rank holds as much as before. Where that may save time, a B takes its W in or leaves it
/// out, or a pair is made, parted, or given another F or backward. False where what was drawn is not possible.
bool drawChange(const BlockGraph& graph, const BlockGraph::BlockPlace& place, Random& random, BlockChange& change);

/// Moves the block by up to `by` places, as far as `BlockGraph::furthest` lets it. False where it can't move at all.
bool shiftBlock(const BlockGraph& graph, const BlockGraph::BlockPlace& place, int by, BlockChange& change);

/// Draws by how many places a block moves, mostly by few; below 0 where it moves to an earlier place.
int drawReach(Random& random);

} // namespace lanewright
