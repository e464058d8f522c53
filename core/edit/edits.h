// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/schedule.h"

#include <set>
#include <utility>
#include <vector>

/// Edits: a schedule in, another out. They fail only when what they name does not exist; whether the result is a good
/// idea is for `validate` to say. No edit loses or invents an op.
namespace lanewright {

/// Moves the block at `from` in front of the block at position `to` of the same rank (counted before the move; the
/// row's length means the end). Its gap moves along.
Result<Schedule> moveBlock(const Schedule& schedule, Slot from, int to);

/// Moves several blocks of one rank, keeping their order among themselves, in front of position `to`.
Result<Schedule> moveBlocks(const Schedule& schedule, int rank, const std::vector<int>& positions, int to);

/// Swaps the block with its neighbour: `by` −1 is earlier, +1 later.
Result<Schedule> nudgeBlock(const Schedule& schedule, Slot slot, int by);

/// Sets the explicit gap before a block; 0 removes it, negative is refused.
Result<Schedule> setGap(const Schedule& schedule, Slot slot, Time gap);
Schedule removeGaps(const Schedule& schedule);

/// Hosts the copy of a stage on another rank: its ops leave their rows and are merged into the new rank's row at the
/// place their planned start gives them; behind a block of that rank which starts together with them.
Result<Plan> moveStage(const Plan& plan, StageCopy copy, int toRank);

/// Takes an op out of the order (the editor's tray), or puts one in front of a position of its rank's row.
Result<Schedule> removeOp(const Schedule& schedule, const Op& op);
/// Takes all of the ops out, where they are there; the other half of a pair stays.
Schedule removeOps(const Schedule& schedule, const std::set<Op>& ops);
/// The ops, and those of the order that can't stand beside them: a BW beside its B or W.
std::set<Op> withOtherForms(const Schedule& schedule, const std::set<Op>& ops);
Result<Schedule> insertOp(const Schedule& schedule, const Op& op, int to);

/// Cuts a BW into B and, right behind it, its W; and the reverse for a B (its W's leave their places).
Result<Schedule> splitBackward(const Schedule& schedule, Slot slot, int weightParts = 1);
Result<Schedule> fuseBackward(const Schedule& schedule, Slot slot);
/// The same for every one of the ops that can be split (a BW) or fused (a B or W with the others in the order), in one
/// go; the second value are the ops that came of it. Fails when there is none.
Result<std::pair<Schedule, std::set<Op>>> splitAll(const Schedule& schedule, const std::set<Op>& ops,
                                                   int weightParts = 1);
Result<std::pair<Schedule, std::set<Op>>> fuseAll(const Schedule& schedule, const std::set<Op>& ops);
/// Cuts every W of the order further, so that one in `from` parts is in `to`, each part where the one stood of which it
/// was cut. Fails unless `to` is a multiple of `from`.
Result<Schedule> cutWeights(const Schedule& schedule, int from, int to);

/// Makes an overlapped pair of two blocks of one rank, at the place of the first; and parts a pair, its first op first.
/// A pair is an F with a B or BW of another microbatch; other blocks, or blocks that are pairs already, are refused.
Result<Schedule> pairBlocks(const Schedule& schedule, Slot at, Slot other);
Result<Schedule> unpair(const Schedule& schedule, Slot slot);

/// Every B whose W is in the order becomes a BW where it stands, and its W leaves; what waits for a B waits longer, but
/// for nothing new, so a valid order stays valid (memory aside). Without any W left, W is no longer cut into parts.
Plan fuseBackwards(const Plan& plan);

} // namespace lanewright
