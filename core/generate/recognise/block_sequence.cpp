// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/block_sequence.h"

#include <cstdlib>

namespace lanewright {

namespace {

/// Gives ops and blocks their numbers.
class Numbering {
public:
    explicit Numbering(const Schedule& schedule) : m_schedule(schedule) {}

    /// Never 0, and below 2^32: stages and directions are few.
    std::uint64_t number(OpKind kind, const Op& op) const {
        const auto copy = static_cast<std::uint64_t>(m_schedule.direction(op.microbatch)) * m_schedule.stages() +
                          static_cast<std::uint64_t>(op.stage);
        return copy * kOpKinds + static_cast<std::uint64_t>(kind) + 1;
    }
    std::uint64_t number(const Op& op) const { return number(op.kind, op); }
    std::uint64_t number(const Op& op, const Op& paired) const { return number(paired) << 32 | number(op); }

private:
    const Schedule& m_schedule;
};

void addApart(BlockSequence& sequence, const Numbering& numbering, const Op& op, bool withW, int weightParts) {
    switch (op.kind) {
    case OpKind::F:
    case OpKind::B: sequence.push_back(numbering.number(op)); return;
    case OpKind::W:
        if (withW)
            sequence.push_back(numbering.number(op));
        return;
    case OpKind::BW:
        sequence.push_back(numbering.number(OpKind::B, op));
        if (withW)
            sequence.insert(sequence.end(), weightParts, numbering.number(OpKind::W, op));
        return;
    case OpKind::R: return;
    }
}

BlockSequence sequenceOf(const Row& row, const Numbering& numbering, Reading reading, int weightParts) {
    BlockSequence sequence;
    sequence.reserve(row.size());
    const bool withW = reading != Reading::WithoutW;
    for (const Block& block : row)
        if (reading != Reading::Blocks) {
            addApart(sequence, numbering, block.op, withW, weightParts);
            if (block.paired)
                addApart(sequence, numbering, *block.paired, withW, weightParts);
        } else if (block.paired)
            sequence.push_back(numbering.number(block.op, *block.paired));
        else if (block.op.kind != OpKind::R)
            sequence.push_back(numbering.number(block.op));
    return sequence;
}

/// Blocks to take out and put in, at most `most`: the greedy search over diagonals of Myers, An O(ND) difference
/// algorithm. Algorithmica 1986.
std::optional<int> differences(const BlockSequence& from, const BlockSequence& to, int most) {
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

} // namespace

std::vector<BlockSequence> blockSequences(const Schedule& schedule, Reading reading, int weightParts) {
    const Numbering numbering(schedule);
    std::vector<BlockSequence> sequences;
    sequences.reserve(schedule.order.size());
    for (const Row& row : schedule.order)
        sequences.push_back(sequenceOf(row, numbering, reading, weightParts));
    return sequences;
}

std::optional<int> movedBlocks(const std::vector<BlockSequence>& from, const Schedule& to, Reading reading,
                               int weightParts, int most) {
    if (from.size() != to.order.size())
        return {};
    const Numbering numbering(to);
    int moved = 0;
    for (std::size_t rank = 0; rank < from.size(); ++rank) {
        const BlockSequence theirs = sequenceOf(to.order[rank], numbering, reading, weightParts);
        const std::optional<int> changes = differences(from[rank], theirs, 2 * (most - moved));
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

} // namespace lanewright
