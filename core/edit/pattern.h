// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <set>
#include <string>
#include <string_view>

/// Edits of many blocks in several lanes at once.
namespace lanewright {

/// Moves each block that holds one of the ops by so many places in its own row, −1 is one earlier. Among themselves
/// they keep their order; at the end of a row they gather.
Schedule shiftBlocks(const Schedule& schedule, const std::set<Op>& ops, int by);

/// Moves each block that holds one of the ops by exactly so many places in its own row, −1 is one earlier; among
/// themselves they keep their order.
///
/// Fails where one of them would leave its row, naming the one with the least room, and where none has a place.
Result<Schedule> moveBlocksBy(const Plan& plan, const std::set<Op>& ops, int places);

/// A schedule after a stamp, and the ops that were stamped.
struct Stamped {
    Schedule schedule = {};
    std::set<Op> ops = {};
};

/// Repeats the arrangement of the ops for the next microbatches: in every row the same blocks, of later microbatches,
/// right behind the last of the pattern and in its order, with its pairs and gaps. They leave where they stood before,
/// the tray included; where a BW comes, its B and W leave, and the reverse. The step is the smallest by which no op of
/// the pattern falls on another.
///
/// Fails when none of the ops is placed, or when the next microbatches do not all exist.
Result<Stamped> stampPattern(const Schedule& schedule, const std::set<Op>& ops);

/// Moves the blocks that hold the ops earlier (−1) or later (+1), all by as many places, to the next place where the
/// makespan, or whether all runs, is another. Fails when there is none in that direction.
Result<Schedule> moveToChange(const Plan& plan, const std::set<Op>& ops, int by);

/// The blocks that hold the ops, row by row, as text that another schedule of the same shape takes; of all blocks where
/// `ops` is empty.
std::string orderToText(const Schedule& schedule, const std::set<Op>& ops, int weightParts);

/// Puts the blocks of the text, row by row and in its order, where the first of them stands now (at the end of the row
/// where none does). They leave where they stood before, as with a stamp. The text is what `orderToText` writes, or
/// rows as a person types them: blocks with blanks between them, behind `rank 2:` or on the rank of the first.
///
/// Fails on a text that is no order, naming line and block, and on one of another shape.
Result<Stamped> orderFromText(const Schedule& schedule, std::string_view text, int weightParts);

} // namespace lanewright
