// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/block_sequence.h"

#include <algorithm>
#include <cstdlib>

namespace lanewright {

namespace {

/// Adds what an op that is no block is read as: BW as B and its W, and no R.
void addApart(Row& row, Op op, bool withW, int weightParts) {
    const bool isBoth = op.kind == OpKind::BW;
    if (isBoth)
        op.kind = OpKind::B;
    if (op.kind != OpKind::R && (op.kind != OpKind::W || withW))
        row.push_back({.op = op});
    op.kind = OpKind::W;
    for (int part = 0; isBoth && withW && part < weightParts; ++part) {
        op.part = part;
        row.push_back({.op = op});
    }
}

/// Blocks to take out and put in until both are the same, at most `most`: the greedy search over diagonals of Myers, An
/// O(ND) difference algorithm. Algorithmica 1986.
std::optional<int> differences(const Row& from, const Row& to, int most) {
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
            while (x < n && x - diagonal < m && x - diagonal >= 0 && from[x] == to[x - diagonal])
                ++x;
            at(diagonal) = x;
            if (diagonal == n - m && x >= n)
                return changes;
        }
    return {};
}

/// The forwards of a stage, each once; what has no F comes behind, as it is numbered.
std::vector<int> enteringOf(const Schedule& schedule, int direction, int stage) {
    std::vector<int> microbatches;
    std::vector<bool> seen(static_cast<std::size_t>(schedule.microbatches));
    const auto enter = [&](int microbatch) {
        if (!seen[static_cast<std::size_t>(microbatch)] && schedule.direction(microbatch) == direction)
            microbatches.push_back(microbatch);
        seen[static_cast<std::size_t>(microbatch)] = true;
    };
    std::ranges::for_each(forwardsOf(schedule, direction, stage), enter);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        enter(microbatch);
    return microbatches;
}

} // namespace

Row ReadOrder::row(int rank) const {
    Row sequence;
    sequence.reserve(schedule.order[rank].size());
    const auto renamed = [&](Op op) {
        op.microbatch = names ? (*names)[static_cast<std::size_t>(op.microbatch)] : schedule.direction(op.microbatch);
        return op;
    };
    for (const Block& block : schedule.order[rank]) {
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
    if (!names)
        for (Block& block : sequence)
            block.op.part = 0;
    return sequence;
}

int blockCount(const ReadOrder& order) {
    std::size_t blocks = 0;
    for (int rank = 0; rank < static_cast<int>(order.schedule.order.size()); ++rank)
        blocks += order.reading == Reading::Blocks ? order.schedule.order[rank].size() : order.row(rank).size();
    return static_cast<int>(blocks);
}

std::vector<int> forwardsOf(const Schedule& schedule, int direction, int stage) {
    std::vector<int> forwards;
    for (const Block& block : schedule.order[schedule.placement.rankOf(direction, stage)])
        for (const Op& op : opsIn(block))
            if (op.kind == OpKind::F && op.stage == stage && schedule.direction(op.microbatch) == direction)
                forwards.push_back(op.microbatch);
    return forwards;
}

Renaming namesByForwards(const Schedule& from, const Schedule& to, int stage) {
    Renaming names(static_cast<std::size_t>(to.microbatches));
    for (int direction = 0; direction < static_cast<int>(to.placement.directions.size()); ++direction) {
        const std::vector<int> ours = enteringOf(from, direction, stage);
        const std::vector<int> theirs = enteringOf(to, direction, stage);
        for (std::size_t i = 0; i < theirs.size(); ++i)
            names[static_cast<std::size_t>(theirs[i])] = ours[i];
    }
    return names;
}

std::optional<int> movedBlocks(const ReadOrder& from, const ReadOrder& to, int most) {
    if (from.schedule.order.size() != to.schedule.order.size())
        return {};
    int moved = 0;
    for (int rank = 0; rank < static_cast<int>(from.schedule.order.size()); ++rank) {
        const Row ours = from.row(rank);
        const Row theirs = to.row(rank);
        const std::optional<int> changes = differences(ours, theirs, 2 * (most - moved));
        if (!changes)
            return {};
        // A block that moves is taken out and put in; one that is missing or too many is one change alone.
        const int surplus = std::abs(static_cast<int>(ours.size()) - static_cast<int>(theirs.size()));
        moved += (*changes + surplus) / 2;
        if (moved > most)
            return {};
    }
    return moved;
}

} // namespace lanewright
