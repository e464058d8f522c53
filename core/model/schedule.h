// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/op.h"
#include "core/model/placement.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// What a rank runs as one: an op, or an overlapped pair of an F and a B or BW (DualPipe).
///
/// The F of a pair is its `op`, whichever of the two a file or a person names first: who makes a pair of two ops calls
/// `pairOf`, and nobody who reads one asks.
struct Block {
    Op op = {};
    MaybeOp paired = {};
    /// The block starts no earlier than the end of the block before it on its rank (or time 0), plus the gap.
    Time gap = 0;

    bool holds(const Op& other) const { return op == other || paired == other; }
    /// The backward where it is a pair, else the op itself.
    const Op& last() const { return paired ? *paired : op; }
    friend bool operator==(const Block&, const Block&) = default;
};

/// True for an F and a B or BW, whichever is named first: the kinds of which a pair is made.
constexpr bool arePairKinds(OpKind one, OpKind other) {
    return (one == OpKind::F && isBackward(other)) || (isBackward(one) && other == OpKind::F);
}
/// Which two ops of a rank may be a pair: an F with a B or BW of another microbatch, since of one the backward waits
/// for the forward.
constexpr bool canPair(const Op& one, const Op& other) {
    return arePairKinds(one.kind, other.kind) && one.microbatch != other.microbatch;
}

/// The two as one block, the F first.
Block pairOf(const Op& one, const Op& other, Time gap = 0);

/// The blocks of one rank in the order in which it runs them.
using Row = std::vector<Block>;

/// An order, never times: what each rank runs, one block after the other.
///
/// Nothing here is guaranteed to make sense together: an order may miss ops, repeat them, place them on the wrong rank
/// or deadlock, and `validate` says so. Only stage and microbatch of every op are inside the shape.
struct Schedule {
    Placement placement = {};
    int microbatches = 0;
    /// The direction of each microbatch; empty deals them to the directions in equal consecutive parts.
    std::vector<int> directionOf = {};
    /// One row per rank. Empty (no rows at all) means that there is no order yet: the schedule is a problem.
    std::vector<Row> order = {};

    int ranks() const { return placement.ranks; }
    int stages() const { return placement.stages(); }
    int direction(int microbatch) const {
        if (!directionOf.empty())
            return directionOf[microbatch];
        const auto directions = static_cast<std::int64_t>(placement.directions.size());
        return directions > 1 ? static_cast<int>(microbatch * directions / microbatches) : 0;
    }
    StageCopy copyOf(const Op& op) const { return {.direction = direction(op.microbatch), .stage = op.stage}; }
    /// The rank whose lane the op belongs on.
    int rankOf(const Op& op) const { return placement.rankOf(direction(op.microbatch), op.stage); }

    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// Where a block stands: `order[rank][position]`.
struct Slot {
    int rank = 0;
    int position = 0;

    friend auto operator<=>(const Slot&, const Slot&) = default;
};

/// The first slot that holds the op, by rank, then position.
std::optional<Slot> slotOf(const Schedule& schedule, const Op& op);

/// The number of ops in the order; an overlapped pair counts as two.
int opCount(const Schedule& schedule);

/// The order with each B as BW and without W.
Schedule fused(Schedule schedule);

/// True when the op's stage and microbatch exist.
bool inShape(const Schedule& schedule, const Op& op);

/// True when every op's stage and microbatch (and part, against `weightParts`) exist and there is one row per rank.
bool fitsShape(const Schedule& schedule, int weightParts = 1);

} // namespace lanewright
