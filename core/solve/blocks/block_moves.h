// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/solve/blocks/block_graph.h"

/// The changes that annealing makes. Inside core/solve only.
namespace lanewright {

/// Blocks in place of others.
struct BlockChange {
    BlockGraph::Place at = {};
    int count = 0;
    BlockRow blocks = {};
    bool isChecked = false; ///< the rank may run them, and no equal ops change places
};

/// A change that begins with the block at `place`: it goes nearer or far, changes places with a like one of another
/// chunk, which keeps what the rank holds, or, where that may gain, joins or leaves a W, or joins, leaves or exchanges
/// a partner. False where what was drawn can't be.
bool drawChange(const BlockGraph& graph, const BlockGraph::Place& place, Random& random, BlockChange& change);

/// Moves the block by so many places, as far as it gets. False where it gets nowhere.
bool shiftBlock(const BlockGraph& graph, const BlockGraph::Place& place, int by, BlockChange& change);

/// By how many places a block moves: mostly few.
int drawReach(Random& random);

} // namespace lanewright
