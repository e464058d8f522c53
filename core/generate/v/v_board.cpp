// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_board.h"

#include "core/generate/v/v_shape.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr bool isWeight(Turn turn) { return turn == Turn::WeightUp || turn == Turn::WeightDown; }

Code codeFor(Turn turn) {
    switch (turn) {
    case Turn::ForwardDown: return codeOf(kDownArm, OpKind::F);
    case Turn::ForwardUp: return codeOf(kUpArm, OpKind::F);
    case Turn::BackwardUp: return codeOf(kUpArm, OpKind::B);
    case Turn::BackwardDown: return codeOf(kDownArm, OpKind::B);
    case Turn::WeightUp: return codeOf(kUpArm, OpKind::W);
    case Turn::WeightDown: return codeOf(kDownArm, OpKind::W);
    }
    return {};
}

} // namespace

void SlotLane::put(int slot, int cell) {
    if (slot >= slots())
        m_cells.resize(slot + 1, kFree);
    m_cells[slot] = cell;
}

void SlotLane::add(Turn turn, int slot) {
    std::vector<int>& slots = m_slots[static_cast<int>(turn)];
    put(slot, static_cast<int>(slots.size()) * kTurns + static_cast<int>(turn));
    slots.push_back(slot);
}

void SlotLane::move(int from, int to) {
    m_slots[static_cast<int>(turnAt(from))][microbatchAt(from)] = to;
    put(to, m_cells[from]);
    m_cells[from] = kFree;
}

void SlotLane::dropWeights() {
    for (int slot = 0; slot < slots(); ++slot)
        if (!isFree(slot) && isWeight(turnAt(slot)))
            m_cells[slot] = kFree;
    m_slots[static_cast<int>(Turn::WeightUp)].clear();
    m_slots[static_cast<int>(Turn::WeightDown)].clear();
}

void SlotLane::addWeights(bool byArm) {
    int up = 0;
    int down = 0;
    const int end = slots();
    for (int slot = 0; slot < end || up + down > 0; ++slot) {
        if (!isFree(slot)) {
            up += turnAt(slot) == Turn::BackwardUp || (!byArm && turnAt(slot) == Turn::BackwardDown);
            down += byArm && turnAt(slot) == Turn::BackwardDown;
        } else if (up > 0) {
            add(Turn::WeightUp, slot), --up;
        } else if (down > 0) {
            add(Turn::WeightDown, slot), --down;
        }
    }
}

SlotBoard boardOf(const RepeatedPattern& pattern, int microbatches) {
    SlotBoard board(pattern.ranks.size());
    for (std::size_t place = 0; place < pattern.ranks.size(); ++place)
        for (int microbatch = 0; microbatch < microbatches; ++microbatch)
            for (const Turn turn : {Turn::ForwardDown, Turn::ForwardUp, Turn::BackwardUp, Turn::BackwardDown})
                board[place].add(turn, pattern.ranks[place][static_cast<int>(turn)] + pattern.repeat * microbatch);
    return board;
}

int earliestSlot(const SlotBoard& board, int place, Turn turn, int microbatch, int length) {
    const bool goesDown = turn == Turn::ForwardDown || turn == Turn::BackwardUp;
    const int neighbour = goesDown ? place - 1 : place + 1;
    const bool backward = turn == Turn::BackwardUp || turn == Turn::BackwardDown;
    const auto after = [&](int other, Turn which, int j) {
        const bool longer = which == Turn::BackwardUp || which == Turn::BackwardDown;
        return board[other].slotOf(which, j) + (longer ? length : 1);
    };
    int slot = 0;
    if (neighbour >= 0 && neighbour < static_cast<int>(board.size()))
        slot = std::max(slot, after(neighbour, turn, microbatch));
    if (turn != Turn::ForwardDown)
        slot = std::max(slot, after(place, static_cast<Turn>(static_cast<int>(turn) - 1), microbatch));
    if (microbatch > 0)
        slot = std::max(slot, board[place].slotOf(turn, microbatch - 1) + (backward ? length : 1));
    return slot;
}

int mostSlots(const SlotBoard& board) {
    int most = 0;
    for (const SlotLane& lane : board)
        most = std::max(most, lane.slots());
    return most;
}

SlotBoard packed(const SlotBoard& board) {
    SlotBoard early(board.size());
    const int slots = mostSlots(board);
    for (int slot = 0; slot < slots; ++slot)
        for (int place = 0; place < static_cast<int>(board.size()); ++place) {
            if (board[place].isFree(slot))
                continue;
            const Turn turn = board[place].turnAt(slot);
            const int first = isWeight(turn) ? 0 : earliestSlot(early, place, turn, board[place].microbatchAt(slot));
            early[place].add(turn, std::max(first, early[place].slots()));
        }
    return early;
}

Sequences sequencesOf(const SlotBoard& board, const Instance& instance) {
    Sequences sequences(board.size());
    for (std::size_t place = 0; place < board.size(); ++place) {
        Sequence& sequence = sequences[instance.chunks[place].rank];
        sequence.reserve(std::size_t{2} * (2 + instance.weightParts) * instance.microbatches[0]);
        for (int slot = 0; slot < board[place].slots(); ++slot)
            if (!board[place].isFree(slot))
                append(sequence, codeFor(board[place].turnAt(slot)), instance.weightParts);
    }
    return sequences;
}

} // namespace lanewright
