// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/costs.h"
#include "core/model/schedule.h"
#include "core/model/timeline.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// When each block runs if every rank keeps its order and starts each block as early as it can.
///
/// Total: an order that deadlocks or misses ops simulates as far as it goes, and lanes end where their rank stalls.
/// A duplicate takes its time but yields nothing; a misplaced op yields on the rank where it stands.
/// `schedule` fits its shape (`fitsShape`). O(blocks) time.
Timeline simulate(const Schedule& schedule, const Costs& costs);

/// The same into the memory that `timeline` has already, for those who simulate over and over.
void simulate(const Schedule& schedule, const Costs& costs, Timeline& timeline);

/// True when every block of the order got a span.
bool reachesEnd(const Schedule& schedule, const Timeline& timeline);

/// A rank that can't go on, and what it waits for.
struct Stall {
    int rank = 0;
    int position = 0;           ///< where the block stands that never starts
    Op op = {};                 ///< the op in it that waits
    Op waitsFor = {};           ///< the producer of the value that never comes
    std::optional<Slot> behind; ///< where that producer stands; none: the order does not hold it

    friend bool operator==(const Stall&, const Stall&) = default;
};

/// One stall per rank that did not reach the end of its row, by rank.
std::vector<Stall> stallsOf(const Schedule& schedule, const Costs& costs, const Timeline& timeline);

/// The shortest explanation of a deadlock: ranks that wait for each other in a circle, each for the next, the last for
/// the first. Empty when nothing stalls or when the stall is due to an op that the order does not hold.
std::vector<Stall> cycleOf(const std::vector<Stall>& stalls);

/// Every circle in which ranks wait for each other, each from its lowest rank on. A rank that waits for a block behind
/// its own is a circle of one. `stalls` are by rank, as `stallsOf` gives them.
std::vector<std::vector<Stall>> cyclesOf(const std::vector<Stall>& stalls);

/// The cycle in words: `rank 0 holds F0.1 until B0.0, which waits for B1.0 on rank 1; rank 1 …`.
Message explainCycle(const std::vector<Stall>& cycle, int weightParts = 1);

} // namespace lanewright
