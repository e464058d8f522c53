// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/sequence/turns.h"

/// One forward, one backward in turn after a warm-up of forwards: 1F1B and all that differ from it by a number or two,
/// on one chunk per rank or on a loop of several. Inside core/generate only.
///
/// Every rank runs its chunks in the same turns, so that what one sends is what the next waits for. The warm-up of a
/// rank is longer the earlier it is: a forward for each rank after it, whose gradient takes as long to come back; two
/// where that takes twice as long.
namespace lanewright {

/// How a method differs from the others.
struct TurnRule {
    Groups groups = {};     ///< microbatches that pass a chunk one after the other; none: all
    int slope = 1;          ///< forwards more in the warm-up for each rank nearer to the first stage
    bool split = false;     ///< B and W apart
    int waiting = 0;        ///< W that each rank keeps waiting for every rank before it
    bool splitsEnd = false; ///< B and W apart from the last forward on
    bool combined = false;  ///< each F after the warm-up makes a pair with the backward after it
};

/// The order, for a problem on a loop, or one with one chunk per rank. O(ops).
Schedule orderInTurn(const Plan& problem, const TurnRule& rule);

} // namespace lanewright
