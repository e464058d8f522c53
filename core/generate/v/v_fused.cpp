// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_fused.h"

#include "core/generate/v/v_board.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr int kFusedSlots = 2; ///< a B with its W takes so many where an F takes one

/// The pattern of unit F and double BW in which no rank runs two ops at once.
std::vector<PassSlots> fusedPattern(int ranks) {
    std::vector<PassSlots> patterns(ranks);
    for (int i = 0; i < ranks; ++i) {
        patterns[i][0] = i;
        patterns[i][1] = 2 * ranks - 1 - i;
    }
    int now = 2 * ranks + (ranks % 3 == 0 ? 3 : 0);
    // Every third BW on the way waits half a period, so that a rank meets its own F again in a free slot.
    int turns = (3 - (ranks + 2) % 3) % 3;
    for (int i = 0; i < 2 * ranks; ++i) {
        const int place = i < ranks ? i : 2 * ranks - 1 - i;
        patterns[place][i < ranks ? 2 : 3] = now;
        now += kFusedSlots;
        if (++turns == 3) {
            turns = 0;
            now += kRepeat / 2;
        }
    }
    return patterns;
}

/// The running sum of activations by slot; a BW frees where it ends.
std::vector<int> heldBy(const SlotLane& lane) {
    std::vector<int> held(lane.slots() + kFusedSlots);
    for (int slot = 0; slot < lane.slots(); ++slot) {
        if (lane.isFree(slot))
            continue;
        const bool forward = lane.turnAt(slot) == Turn::ForwardDown || lane.turnAt(slot) == Turn::ForwardUp;
        if (forward)
            ++held[slot];
        else
            --held[slot + 1];
    }
    for (std::size_t slot = 1; slot < held.size(); ++slot)
        held[slot] += held[slot - 1];
    return held;
}

/// Draws ops into earlier free slots, first come, first served, as long as no rank holds more than the fullest one of
/// the pattern.
class FusedSqueeze {
public:
    explicit FusedSqueeze(SlotBoard& board) : m_board(board) {
        for (const SlotLane& lane : board) {
            m_held.push_back(heldBy(lane));
            m_most = std::max(m_most, *std::ranges::max_element(m_held.back()));
            m_slots = std::max(m_slots, lane.slots());
        }
    }

    void run() {
        for (int slot = 0; slot < m_slots; ++slot)
            for (int place = 0; place < static_cast<int>(m_board.size()); ++place)
                if (!m_board[place].isFree(slot))
                    draw(place, slot);
    }

private:
    void draw(int place, int from) {
        SlotLane& lane = m_board[place];
        std::vector<int>& held = m_held[place];
        const Turn turn = lane.turnAt(from);
        const bool forward = turn == Turn::ForwardDown || turn == Turn::ForwardUp;
        int to = earliestSlot(m_board, place, turn, lane.microbatchAt(from), kFusedSlots);
        if (forward) {
            int room = from;
            while (room > to && held[room - 1] < m_most)
                --room;
            to = room;
        }
        while (to < from && !(isOpen(lane, to) && (forward || isOpen(lane, to + 1))))
            ++to;
        if (to >= from)
            return;
        lane.move(from, to);
        for (int slot = to; slot < from; ++slot)
            held[forward ? slot : slot + 1] += forward ? 1 : -1;
    }

    // Neither an op nor the second half of one stands there.
    static bool isOpen(const SlotLane& lane, int slot) {
        if (!lane.isFree(slot))
            return false;
        if (slot == 0 || lane.isFree(slot - 1))
            return true;
        const Turn before = lane.turnAt(slot - 1);
        return before == Turn::ForwardDown || before == Turn::ForwardUp;
    }

    SlotBoard& m_board;
    std::vector<std::vector<int>> m_held;
    int m_most = 0;
    int m_slots = 0;
};

} // namespace

Sequences fusedSequences(const Instance& instance) {
    SlotBoard board = boardOf({fusedPattern(instance.ranks())}, instance.microbatches[0]);
    FusedSqueeze(board).run();
    for (SlotLane& lane : board)
        lane.addWeights(true);
    return sequencesOf(board, instance);
}

} // namespace lanewright
