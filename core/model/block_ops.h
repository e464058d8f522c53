// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

/// Walks over rows of blocks, or lanes of spans, and over the ops in them; those of one block gives `opsIn`.
namespace lanewright {

template <typename Held>
bool holdsAny(const Held& held, const std::set<Op>& ops) {
    return std::ranges::any_of(opsIn(held), [&](const Op& op) { return ops.contains(op); });
}

/// Whether a block, or a span, holds a B or BW.
template <typename Held>
bool holdsBackward(const Held& held) {
    return std::ranges::any_of(opsIn(held), isBackward, &Op::kind);
}

/// Calls `change` with each op, to be changed in place.
template <typename Held, typename Change>
void changeOps(Held& held, const Change& change) {
    change(held.op);
    if (held.paired)
        change(*held.paired);
}

/// Calls `visit` with every op of some rows, or of lanes.
template <typename Rows, typename Visit>
void forEachOp(const Rows& rows, const Visit& visit) {
    for (const auto& row : rows)
        for (const auto& block : row)
            for (const Op& op : opsIn(block))
                visit(op);
}

/// Whether any op of some rows, or of lanes, is so.
template <typename Rows, typename Is>
bool anyOp(const Rows& rows, const Is& is) {
    return std::ranges::any_of(rows, [&](const auto& row) {
        return std::ranges::any_of(row, [&](const auto& held) { return std::ranges::any_of(opsIn(held), is); });
    });
}

template <typename Rows>
bool holdsKind(const Rows& rows, OpKind kind) {
    return anyOp(rows, [kind](const Op& op) { return op.kind == kind; });
}

/// The number of blocks, or spans; a pair is one.
template <typename Rows>
std::int64_t blockCount(const Rows& rows) {
    std::int64_t count = 0;
    for (const auto& row : rows)
        count += std::ssize(row);
    return count;
}

/// Whether any block of a row is an overlapped pair.
inline bool hasPairs(const Row& row) {
    return std::ranges::any_of(row, [](const Block& block) { return block.paired.has_value(); });
}

inline bool hasPairs(const Schedule& schedule) {
    return std::ranges::any_of(schedule.order, [](const Row& row) { return hasPairs(row); });
}

template <typename Rows>
std::set<Op> opsOfAll(const Rows& rows) {
    std::set<Op> ops;
    forEachOp(rows, [&](const Op& op) { ops.insert(op); });
    return ops;
}

/// Calls `visit` with the slot of each block, or span, and with what stands there: by rank, then position.
template <typename Rows, typename Visit>
void forEachSlot(const Rows& rows, const Visit& visit) {
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (std::size_t position = 0; position < rows[rank].size(); ++position)
            visit(Slot{static_cast<int>(rank), static_cast<int>(position)}, rows[rank][position]);
}

/// Takes every op out of a row that `leaves` says, where the other half of a pair stays. Gives how many went.
template <typename Leaves>
std::size_t eraseOps(Row& row, const Leaves& leaves) {
    std::size_t taken = 0;
    for (Block& block : row) {
        if (block.paired && leaves(block.op))
            std::swap(block.op, *block.paired);
        if (block.paired && leaves(*block.paired)) {
            block.paired.reset();
            ++taken;
        }
    }
    return taken + std::erase_if(row, [&](const Block& block) { return leaves(block.op); });
}

} // namespace lanewright
