// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/block_sequence.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace lanewright {

namespace {

/// Adds what an op that is no block is read as: BW as B and its W, and no R.
void addApart(BlockSequence& sequence, Op op, bool withW, int weightParts) {
    const bool isBoth = op.kind == OpKind::BW;
    if (isBoth)
        op.kind = OpKind::B;
    if (op.kind != OpKind::R && (op.kind != OpKind::W || withW))
        sequence.push_back({.op = op});
    op.kind = OpKind::W;
    for (int part = 0; isBoth && withW && part < weightParts; ++part) {
        op.part = part;
        sequence.push_back({.op = op});
    }
}

/// Reads a row; none of its blocks has a gap then. `names`: whose microbatches are meant; none: as they are.
BlockSequence sequenceOf(const Row& row, Reading reading, int weightParts, const Renaming* names = nullptr) {
    BlockSequence sequence;
    sequence.reserve(row.size());
    const auto renamed = [&](Op op) {
        if (names)
            op.microbatch = (*names)[static_cast<std::size_t>(op.microbatch)];
        return op;
    };
    for (const Block& block : row) {
        const Op op = renamed(block.op);
        const MaybeOp paired = block.paired ? MaybeOp(renamed(*block.paired)) : MaybeOp();
        if (reading == Reading::Blocks) {
            sequence.push_back({.op = op, .paired = paired});
            continue;
        }
        addApart(sequence, op, reading == Reading::Apart, weightParts);
        if (paired)
            addApart(sequence, *paired, reading == Reading::Apart, weightParts);
    }
    return sequence;
}

/// Whether the blocks are the same but for their microbatches and parts.
bool areAlike(const Block& one, const Block& other, const Schedule& schedule) {
    const auto alike = [&](const Op& a, const Op& b) {
        return a.kind == b.kind && a.stage == b.stage &&
               schedule.direction(a.microbatch) == schedule.direction(b.microbatch);
    };
    return alike(one.op, other.op) && one.paired.has_value() == other.paired.has_value() &&
           (!one.paired || alike(*one.paired, *other.paired));
}

/// Per direction the microbatches in the order in which their F of the stage run, each once.
std::vector<std::vector<int>> forwardsOf(const Schedule& schedule, int stage) {
    std::vector<std::vector<int>> forwards(schedule.placement.directions.size());
    std::vector<bool> seen(static_cast<std::size_t>(schedule.microbatches));
    for (int direction = 0; direction < static_cast<int>(forwards.size()); ++direction) {
        const auto enter = [&](const Op& op) {
            if (op.kind != OpKind::F || op.stage != stage || schedule.direction(op.microbatch) != direction ||
                seen[static_cast<std::size_t>(op.microbatch)])
                return;
            seen[static_cast<std::size_t>(op.microbatch)] = true;
            forwards[direction].push_back(op.microbatch);
        };
        for (const Block& block : schedule.order[schedule.placement.rankOf(direction, stage)]) {
            enter(block.op);
            if (block.paired)
                enter(*block.paired);
        }
    }
    // What has no F comes behind, as it is numbered.
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        if (!seen[static_cast<std::size_t>(microbatch)])
            forwards[schedule.direction(microbatch)].push_back(microbatch);
    return forwards;
}

/// Blocks to take out and put in until all are alike, at most `most`: the greedy search over diagonals of Myers, An
/// O(ND) difference algorithm. Algorithmica 1986.
template <typename Alike>
std::optional<int> differences(const BlockSequence& from, const BlockSequence& to, const Alike& alike, int most) {
    const auto n = static_cast<int>(from.size());
    const auto m = static_cast<int>(to.size());
    if (std::abs(n - m) > most)
        return {};
    std::vector<int> farthest(2 * static_cast<std::size_t>(most) + 3);
    const auto at = [&](int diagonal) -> int& { return farthest[diagonal + most + 1]; };
    for (int changes = 0; changes <= most; ++changes)
        for (int diagonal = -changes; diagonal <= changes; diagonal += 2) {
            const bool down = diagonal == -changes || (diagonal != changes && at(diagonal - 1) < at(diagonal + 1));
            int x = down ? at(diagonal + 1) : at(diagonal - 1) + 1;
            while (x < n && x - diagonal < m && x - diagonal >= 0 && alike(from[x], to[x - diagonal]))
                ++x;
            at(diagonal) = x;
            if (diagonal == n - m && x >= n)
                return changes;
        }
    return {};
}

} // namespace

std::vector<BlockSequence> blockSequences(const Schedule& schedule, Reading reading, int weightParts) {
    std::vector<BlockSequence> sequences;
    sequences.reserve(schedule.order.size());
    for (const Row& row : schedule.order)
        sequences.push_back(sequenceOf(row, reading, weightParts));
    return sequences;
}

Renaming sameNames(const Schedule& schedule) {
    Renaming names(static_cast<std::size_t>(schedule.microbatches));
    std::iota(names.begin(), names.end(), 0);
    return names;
}

Renaming namesByForwards(const Schedule& from, const Schedule& to, int stage) {
    Renaming names(static_cast<std::size_t>(to.microbatches));
    const std::vector<std::vector<int>> ours = forwardsOf(from, stage);
    const std::vector<std::vector<int>> theirs = forwardsOf(to, stage);
    for (std::size_t direction = 0; direction < theirs.size(); ++direction)
        for (std::size_t i = 0; i < theirs[direction].size(); ++i)
            names[static_cast<std::size_t>(theirs[direction][i])] = ours[direction][i];
    return names;
}

std::optional<int> movedBlocks(const std::vector<BlockSequence>& from, const Schedule& to, Reading reading,
                               int weightParts, const Renaming* names, int most) {
    if (from.size() != to.order.size())
        return {};
    const auto alike = [&](const Block& one, const Block& other) {
        return names ? one.op == other.op && one.paired == other.paired : areAlike(one, other, to);
    };
    int moved = 0;
    for (std::size_t rank = 0; rank < from.size(); ++rank) {
        const BlockSequence theirs = sequenceOf(to.order[rank], reading, weightParts, names);
        const std::optional<int> changes = differences(from[rank], theirs, alike, 2 * (most - moved));
        if (!changes)
            return {};
        // A block that moves is taken out and put in; one that is missing or too many is one change alone.
        const int surplus = std::abs(static_cast<int>(from[rank].size()) - static_cast<int>(theirs.size()));
        moved += (*changes + surplus) / 2;
        if (moved > most)
            return {};
    }
    return moved;
}

std::optional<OrderDifference> firstDifference(const std::vector<BlockSequence>& from, const Schedule& to,
                                               Reading reading, int weightParts, const Renaming& names) {
    for (std::size_t rank = 0; rank < std::min(from.size(), to.order.size()); ++rank) {
        const BlockSequence theirs = sequenceOf(to.order[rank], reading, weightParts, &names);
        const auto [is, other] = std::ranges::mismatch(from[rank], theirs);
        if (is == from[rank].end() && other == theirs.end())
            continue;
        OrderDifference found{.rank = static_cast<int>(rank)};
        if (is != from[rank].end())
            found.is = *is;
        if (other != theirs.end())
            found.other = *other;
        return found;
    }
    return {};
}

} // namespace lanewright
