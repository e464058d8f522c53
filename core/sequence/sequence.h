// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/sequence/instance.h"

#include <cstdint>
#include <vector>

/// Orders as generators and searches write them: one number for each op.
///
/// Microbatches are alike, so the k-th F of a chunk may as well be that of its k-th microbatch: sorting the starts of
/// equal ops keeps every dependency, all costs and the memory. An order is then said by the kinds and chunks of its
/// ops. Where a problem's microbatches differ that is no longer all of its orders, only those in which each chunk runs
/// them in turn; of an instance in which they stand apart (`Unequal::Apart`) each code is one op, and all orders can be
/// said.
namespace lanewright {

/// An op of a rank: the chunk's place in `Instance::onRank` times three, plus 0 for F, 1 for B, 2 for W. Where W is
/// cut, each part is an op, and the k-th of a chunk is part k mod parts.
using Code = std::uint16_t;
/// What one rank runs.
using Sequence = std::vector<Code>;
/// One sequence per rank.
using Sequences = std::vector<Sequence>;

constexpr int kKinds = 3; ///< F, B and W

constexpr Code codeOf(int place, OpKind kind) { return static_cast<Code>(place * kKinds + static_cast<int>(kind)); }
constexpr int placeOf(Code code) { return code / kKinds; }
constexpr OpKind kindOf(Code code) { return static_cast<OpKind>(code % kKinds); }

/// Adds an op; where it is a W, all of its parts.
inline void append(Sequence& sequence, Code code, int weightParts) {
    sequence.insert(sequence.end(), kindOf(code) == OpKind::W ? weightParts : 1, code);
}

/// The sequences as an order for `problem`. R goes right before its B where the stage recomputes.
Schedule scheduleOf(const Plan& problem, const Sequences& sequences);

/// The same for sequences of that instance of the problem. Where its microbatches stand apart, a code names the
/// microbatch of its op.
Schedule scheduleOf(const Plan& problem, const Instance& instance, const Sequences& sequences);

/// The sequences of an order, whichever microbatches it deals to its ops: a BW becomes a B and its W, a pair its F,
/// then its B. Fails when the order is not complete or an op stands on another rank than its own.
Result<Sequences> sequencesOf(const Plan& plan);
/// The same as sequences of that instance of the plan; where microbatches stand apart, each op is its own.
Result<Sequences> sequencesOf(const Plan& plan, const Instance& instance);

} // namespace lanewright
