// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/block_sequence.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace lanewright {

namespace {

constexpr int kHalf = 32;    ///< bits of a code that are of one op
constexpr int kPartBits = 8; ///< so many of these say the part

/// Gives ops and blocks their codes, and reads them. `names`: whose microbatches are meant; none: as they are.
class Coding {
public:
    explicit Coding(const Schedule& schedule, const Renaming* names = nullptr) : m_schedule(schedule), m_names(names) {}

    BlockCode code(OpKind kind, const Op& op, int part) const {
        const std::uint64_t copy = static_cast<std::uint64_t>(m_schedule.direction(op.microbatch)) *
                                       static_cast<std::uint64_t>(m_schedule.stages()) +
                                   static_cast<std::uint64_t>(static_cast<int>(op.stage));
        const int microbatch = m_names ? (*m_names)[static_cast<std::size_t>(op.microbatch)] : op.microbatch;
        // Never 0, and below 2^32: stages, directions and microbatches are few.
        return {copy * kOpKinds + static_cast<std::uint64_t>(kind) + 1,
                static_cast<std::uint64_t>(microbatch) << kPartBits | static_cast<std::uint64_t>(part)};
    }
    BlockCode code(const Op& op) const { return code(op.kind, op, op.part); }
    BlockCode code(const Op& op, const Op& paired) const {
        const BlockCode one = code(op);
        const BlockCode other = code(paired);
        return {other.kinds << kHalf | one.kinds, other.microbatches << kHalf | one.microbatches};
    }

    Block block(const BlockCode& code) const {
        Block block{.op = opOf(code.kinds & kLow, code.microbatches & kLow)};
        if (code.kinds >> kHalf != 0)
            block.paired = opOf(code.kinds >> kHalf, code.microbatches >> kHalf);
        return block;
    }

private:
    static constexpr std::uint64_t kLow = (std::uint64_t{1} << kHalf) - 1;

    Op opOf(std::uint64_t kinds, std::uint64_t microbatches) const {
        return {.kind = static_cast<OpKind>((kinds - 1) % kOpKinds),
                .part = static_cast<int>(microbatches & ((1U << kPartBits) - 1)),
                .stage = static_cast<int>((kinds - 1) / kOpKinds % static_cast<std::uint64_t>(m_schedule.stages())),
                .microbatch = static_cast<int>(microbatches >> kPartBits)};
    }

    const Schedule& m_schedule;
    const Renaming* m_names;
};

void addApart(BlockSequence& sequence, const Coding& coding, const Op& op, bool withW, int weightParts) {
    switch (op.kind) {
    case OpKind::F:
    case OpKind::B: sequence.push_back(coding.code(op)); return;
    case OpKind::W:
        if (withW)
            sequence.push_back(coding.code(op));
        return;
    case OpKind::BW:
        sequence.push_back(coding.code(OpKind::B, op, 0));
        for (int part = 0; withW && part < weightParts; ++part)
            sequence.push_back(coding.code(OpKind::W, op, part));
        return;
    case OpKind::R: return;
    }
}

BlockSequence sequenceOf(const Row& row, const Coding& coding, Reading reading, int weightParts) {
    BlockSequence sequence;
    sequence.reserve(row.size());
    const bool withW = reading != Reading::WithoutW;
    for (const Block& block : row)
        if (reading != Reading::Blocks) {
            addApart(sequence, coding, block.op, withW, weightParts);
            if (block.paired)
                addApart(sequence, coding, *block.paired, withW, weightParts);
        } else if (block.paired)
            sequence.push_back(coding.code(block.op, *block.paired));
        else
            sequence.push_back(coding.code(block.op));
    return sequence;
}

/// Whether blocks are the same, or but for their microbatches.
bool areAlike(const BlockCode& one, const BlockCode& other, bool named) {
    return one.kinds == other.kinds && (!named || one.microbatches == other.microbatches);
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

/// Blocks to take out and put in, at most `most`: the greedy search over diagonals of Myers, An O(ND) difference
/// algorithm. Algorithmica 1986.
std::optional<int> differences(const BlockSequence& from, const BlockSequence& to, bool named, int most) {
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
            while (x < n && x - diagonal < m && x - diagonal >= 0 && areAlike(from[x], to[x - diagonal], named))
                ++x;
            at(diagonal) = x;
            if (diagonal == n - m && x >= n)
                return changes;
        }
    return {};
}

} // namespace

std::vector<BlockSequence> blockSequences(const Schedule& schedule, Reading reading, int weightParts) {
    const Coding coding(schedule);
    std::vector<BlockSequence> sequences;
    sequences.reserve(schedule.order.size());
    for (const Row& row : schedule.order)
        sequences.push_back(sequenceOf(row, coding, reading, weightParts));
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
    const Coding coding(to, names);
    int moved = 0;
    for (std::size_t rank = 0; rank < from.size(); ++rank) {
        const BlockSequence theirs = sequenceOf(to.order[rank], coding, reading, weightParts);
        const std::optional<int> changes = differences(from[rank], theirs, names != nullptr, 2 * (most - moved));
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
    const Coding coding(to, &names);
    for (std::size_t rank = 0; rank < std::min(from.size(), to.order.size()); ++rank) {
        const BlockSequence theirs = sequenceOf(to.order[rank], coding, reading, weightParts);
        const auto [is, other] = std::ranges::mismatch(from[rank], theirs);
        if (is == from[rank].end() && other == theirs.end())
            continue;
        OrderDifference found{.rank = static_cast<int>(rank)};
        if (is != from[rank].end())
            found.is = coding.block(*is);
        if (other != theirs.end())
            found.other = coding.block(*other);
        return found;
    }
    return {};
}

} // namespace lanewright
