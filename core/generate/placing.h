// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

/// Problems on another placement. Inside core/generate only.
namespace lanewright {

/// The stages that each rank hosts in the first direction, where that is the same number everywhere; else 0.
int chunksPerRank(const Placement& placement);

/// The problem with one stage per rank, stage i on rank i: each rank keeps the work that the first direction gives it,
/// so the times, memory and layers of its stages are added up; limits and transfers stay. A problem that is so already
/// comes back as it is.
Plan joinChunks(const Plan& problem);

/// The problem on a placement of as many ranks, whose further directions take the costs of the first. With as many
/// stages as before each keeps its costs, wherever it goes; else the work of each rank is joined and split evenly among
/// its new chunks. Limits and transfers stay.
Plan placedOn(const Plan& problem, const Placement& placement);

/// The problem with so many chunks per rank in a loop, or in a zigzag, along the line of ranks that its first stages
/// visit, or else 0, 1, …; costs go as in `placedOn`.
Plan placedInLoop(const Plan& problem, int chunks);
Plan placedInZigzag(const Plan& problem, int chunks);
/// The same with two chunks, down the ranks and back up.
Plan placedOnV(const Plan& problem);

/// The problem with a second direction that runs the other way, so that every stage lives on two ranks: `twoWays`,
/// along the line of the ranks. A problem that is so already comes back as it is. Each twin takes the work that its
/// stage has on the first direction.
Plan placedTwoWays(const Plan& problem);

} // namespace lanewright
