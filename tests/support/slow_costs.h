// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/costs.h"
#include "core/model/memory_costs.h"
#include "core/model/schedule.h"

#include <optional>

/// What ops take, worked out anew from what a file says of stages and microbatches, for the slow judges. Numbers are
/// small: nothing here looks out for overflow.
namespace lanewright::test {

/// Of an op, of a part of a W, or of a pair.
Time slowTime(const Schedule& schedule, const Costs& costs, const Block& block);
/// The least end of both chains and what sharing costs, by trying every order of the segments on both resources.
Time slowPairTime(const Chain& one, const Chain& other, std::int64_t sharing);
/// From the end of the op that makes a value on one rank to its arrival on another.
/// `over`: the lower of the stages between which it passes; none: it should not leave its rank.
Time slowTravel(const Costs& costs, std::optional<int> over, int microbatch, int from, int to);
/// What the microbatch changes of a stage's memory.
StageMemory slowMemory(const Costs& costs, const MemoryCosts& memory, int direction, int stage, int microbatch);

} // namespace lanewright::test
