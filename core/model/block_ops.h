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

bool holdsAny(const auto& held, const std::set<Op>& ops) {
    return std::ranges::any_of(opsIn(held), [&](const Op& op) { return ops.contains(op); });
}

/// Whether a block, or a span, holds a B or BW.
bool holdsBackward(const auto& held) { return std::ranges::any_of(opsIn(held), isBackward, &Op::kind); }

/// Calls `change` with each op, to be changed in place.
void changeOps(auto& held, const auto& change) {
    change(held.op);
    if (held.paired)
        change(*held.paired);
}

/// Calls `visit` with every op of some rows, or of lanes.
void forEachOp(const auto& rows, const auto& visit) {
    for (const auto& row : rows)
        for (const auto& block : row)
            for (const Op& op : opsIn(block))
                visit(op);
}

/// Whether any op of some rows, or of lanes, is so.
bool anyOp(const auto& rows, const auto& is) {
    return std::ranges::any_of(rows, [&](const auto& row) {
        return std::ranges::any_of(row, [&](const auto& held) { return std::ranges::any_of(opsIn(held), is); });
    });
}

bool holdsKind(const auto& rows, OpKind kind) {
    return anyOp(rows, [kind](const Op& op) { return op.kind == kind; });
}

/// The number of blocks, or spans; a pair is one.
std::int64_t blockCount(const auto& rows) {
    std::int64_t count = 0;
    for (const auto& row : rows)
        count += std::ssize(row);
    return count;
}

/// Whether both run the same ops and pairs in the same order on the same ranks, whatever their gaps.
inline bool sameOps(const Schedule& a, const Schedule& b) {
    const auto sameBlock = [](const Block& x, const Block& y) { return x.op == y.op && x.paired == y.paired; };
    const auto sameRow = [&](const Row& x, const Row& y) { return std::ranges::equal(x, y, sameBlock); };
    return a.placement == b.placement && std::ranges::equal(a.order, b.order, sameRow);
}

/// Whether any block of a row is an overlapped pair.
inline bool hasPairs(const Row& row) {
    return std::ranges::any_of(row, [](const Block& block) { return block.paired.has_value(); });
}

inline bool hasPairs(const Schedule& schedule) {
    return std::ranges::any_of(schedule.order, [](const Row& row) { return hasPairs(row); });
}

std::set<Op> opsOfAll(const auto& rows) {
    std::set<Op> ops;
    forEachOp(rows, [&](const Op& op) { ops.insert(op); });
    return ops;
}

/// Calls `visit` with the slot of each block, or span, and with what stands there: by rank, then position.
void forEachSlot(const auto& rows, const auto& visit) {
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (std::size_t position = 0; position < rows[rank].size(); ++position)
            visit(Slot{static_cast<int>(rank), static_cast<int>(position)}, rows[rank][position]);
}

/// Takes every op out of a row that `leaves` says, where the other half of a pair stays. Gives how many went.
std::size_t eraseOps(Row& row, const auto& leaves) {
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
