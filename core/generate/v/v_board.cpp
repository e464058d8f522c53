// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_board.h"

#include <algorithm>

namespace lanewright {

void SlotLane::put(int slot, int cell) {
    if (slot >= slots())
        m_cells.resize(slot + 1, kFree);
    m_cells[slot] = cell;
}

void SlotLane::add(Code code, int slot) {
    put(slot, count(code) * kCodes + code);
    m_slots[code].push_back(slot);
}

void SlotLane::move(int from, int to) {
    m_slots[codeAt(from)][microbatchAt(from)] = to;
    put(to, m_cells[from]);
    m_cells[from] = kFree;
}

void SlotLane::dropWeights() {
    for (const Code weight : {kWeightUp, kWeightDown}) {
        for (const int slot : m_slots[weight])
            m_cells[slot] = kFree;
        m_slots[weight].clear();
    }
}

void SlotLane::placeWeights(bool byArm) {
    dropWeights();
    int up = 0;
    int down = 0;
    const int end = slots();
    for (int slot = 0; slot < end || up + down > 0; ++slot) {
        if (!isFree(slot)) {
            up += codeAt(slot) == kBackwardUp || (!byArm && codeAt(slot) == kBackwardDown);
            down += byArm && codeAt(slot) == kBackwardDown;
        } else if (up > 0) {
            add(kWeightUp, slot), --up;
        } else if (down > 0) {
            add(kWeightDown, slot), --down;
        }
    }
}

SlotBoard boardOf(const RepeatedPattern& pattern, int microbatches) {
    SlotBoard board(pattern.ranks.size());
    for (std::size_t place = 0; place < pattern.ranks.size(); ++place)
        for (int microbatch = 0; microbatch < microbatches; ++microbatch)
            for (std::size_t pass = 0; pass < kPasses.size(); ++pass)
                board[place].add(kPasses[pass], pattern.ranks[place][pass] + pattern.repeat * microbatch);
    return board;
}

int earliestSlot(const SlotBoard& board, int place, Code code, int microbatch, int length) {
    const auto after = [&](int other, Code which, int j) {
        return board[other].slotOf(which, j) + (kindOf(which) == OpKind::B ? length : 1);
    };
    const bool goesDown = code == kForwardDown || code == kBackwardUp;
    const int neighbour = goesDown ? place - 1 : place + 1;
    int slot = 0;
    if (neighbour >= 0 && neighbour < static_cast<int>(board.size()))
        slot = std::max(slot, after(neighbour, code, microbatch));
    if (code != kForwardDown)
        slot = std::max(slot, after(place, *(std::ranges::find(kPasses, code) - 1), microbatch));
    if (microbatch > 0)
        slot = std::max(slot, after(place, code, microbatch - 1));
    return slot;
}

int mostSlots(const SlotBoard& board) { return std::ranges::max_element(board, {}, &SlotLane::slots)->slots(); }

SlotBoard packed(const SlotBoard& board) {
    SlotBoard early(board.size());
    const int slots = mostSlots(board);
    for (int slot = 0; slot < slots; ++slot)
        for (int place = 0; place < static_cast<int>(board.size()); ++place) {
            if (board[place].isFree(slot))
                continue;
            const Code code = board[place].codeAt(slot);
            const bool isWeight = kindOf(code) == OpKind::W;
            const int first = isWeight ? 0 : earliestSlot(early, place, code, board[place].microbatchAt(slot));
            early[place].add(code, std::max(first, early[place].slots()));
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
                append(sequence, board[place].codeAt(slot), instance.weightParts);
    }
    return sequences;
}

} // namespace lanewright
