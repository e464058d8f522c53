// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_pattern.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// Follows, slot after slot, how many activations of chunks a lane holds. Without W on it, W are taken to run in its
/// free slots.
class Holding {
public:
    Holding(const SlotLane& lane, bool weightsStand) : m_weightsStand(weightsStand) { follow(lane, 0); }

    /// From `slot` on.
    int most(int slot = 0) const { return *std::max_element(m_held.begin() + slot, m_held.end()); }
    int at(int slot) const { return m_held[slot]; }
    /// An op that adds `change` stands `by` slots earlier than it did, in `to`.
    void shift(int to, int from, int change) {
        for (int slot = to; slot < from; ++slot)
            m_held[slot] += change;
    }
    /// Looks at the lane anew from `slot` on.
    void follow(const SlotLane& lane, int slot) {
        m_held.resize(lane.slots());
        m_waiting.resize(lane.slots());
        for (; slot < lane.slots(); ++slot) {
            int held = slot > 0 ? m_held[slot - 1] : 0;
            int waiting = slot > 0 ? m_waiting[slot - 1] : 0;
            if (!lane.isFree(slot))
                step(lane.turnAt(slot), held, waiting);
            else if (!m_weightsStand && waiting > 0)
                --waiting, --held;
            m_held[slot] = held;
            m_waiting[slot] = waiting;
        }
    }

private:
    static void step(Turn turn, int& held, int& waiting) {
        switch (turn) {
        case Turn::ForwardDown:
        case Turn::ForwardUp: ++held; return;
        case Turn::BackwardUp:
        case Turn::BackwardDown: ++waiting; return;
        case Turn::WeightUp:
        case Turn::WeightDown: --held; return;
        }
    }

    bool m_weightsStand;
    std::vector<int> m_held;
    std::vector<int> m_waiting; ///< B whose W is to come, where W do not stand on the lane
};

/// Moves ops of the warm-up and the cool-down into earlier free slots, first come, first served, as long as no rank
/// holds more than the fullest one did before. The steady part between the first rank's first B down and the next last
/// F stays.
class Squeeze {
public:
    Squeeze(SlotBoard& board, bool withWeights, int most) : m_board(board), m_withWeights(withWeights), m_most(most) {
        for (const SlotLane& lane : board) {
            m_holding.emplace_back(lane, withWeights);
            m_most = std::max(m_most, m_holding.back().most());
        }
        m_backwards.resize(board.size());
    }

    void run() {
        int slots = 0;
        for (const SlotLane& lane : m_board)
            slots = std::max(slots, lane.slots());
        const int last = m_board[0].count(Turn::ForwardDown) - 1;
        for (int slot = 0; slot < slots; ++slot)
            for (int place = 0; place < static_cast<int>(m_board.size()); ++place) {
                if (m_board[place].isFree(slot))
                    continue;
                const Turn turn = m_board[place].turnAt(slot);
                if (m_phase == Phase::WarmUp && place == 0 && turn == Turn::BackwardDown)
                    m_phase = Phase::Steady;
                const bool moves = m_phase == Phase::CoolDown || (m_phase == Phase::WarmUp && m_withWeights);
                const bool endsSteady =
                    m_phase == Phase::Steady && turn == Turn::ForwardDown && m_board[place].microbatchAt(slot) == last;
                const int first = firstSlot(place, turn, m_board[place].microbatchAt(slot));
                if (moves)
                    draw(place, slot, first);
                if (endsSteady)
                    m_phase = Phase::CoolDown;
            }
    }

private:
    enum class Phase : std::uint8_t { WarmUp, Steady, CoolDown };

    int firstSlot(int place, Turn turn, int microbatch) {
        if (turn != Turn::WeightUp)
            return earliestSlot(m_board, place, turn, microbatch);
        // The k-th W comes after the k-th B, of whichever arm.
        const SlotLane& lane = m_board[place];
        auto& [up, down] = m_backwards[place];
        const int count = lane.count(Turn::BackwardUp);
        const bool isUp =
            up < count && (down == count || lane.slotOf(Turn::BackwardUp, up) < lane.slotOf(Turn::BackwardDown, down));
        int slot = 1 + (isUp ? lane.slotOf(Turn::BackwardUp, up) : lane.slotOf(Turn::BackwardDown, down));
        ++(isUp ? up : down);
        if (microbatch > 0)
            slot = std::max(slot, 1 + lane.slotOf(Turn::WeightUp, microbatch - 1));
        return slot;
    }

    // Moves the op at `from` to the first slot, not before `first`, that is free and where it makes no peak.
    void draw(int place, int from, int first) {
        SlotLane& lane = m_board[place];
        Holding& holding = m_holding[place];
        const Turn turn = lane.turnAt(from);
        const bool forward = turn == Turn::ForwardDown || turn == Turn::ForwardUp;
        if (!m_withWeights) {
            drawWithoutWeights(place, from, first);
            return;
        }
        if (forward)
            first = std::max(first, roomFrom(holding, from));
        while (first < from && !lane.isFree(first))
            ++first;
        if (first >= from)
            return;
        lane.move(from, first);
        if (forward || turn == Turn::WeightUp)
            holding.shift(first, from, forward ? 1 : -1);
    }

    // The first slot from which on one more activation is no peak.
    int roomFrom(const Holding& holding, int slot) const {
        while (slot > 0 && holding.at(slot - 1) < m_most)
            --slot;
        return slot;
    }

    // Where the W would run depends on which slots are free.
    void drawWithoutWeights(int place, int from, int first) {
        SlotLane& lane = m_board[place];
        Holding& holding = m_holding[place];
        int at = from;
        for (int slot = first; slot < from; ++slot) {
            if (!lane.isFree(slot))
                continue;
            lane.move(at, slot);
            at = slot;
            holding.follow(lane, first);
            if (holding.most(first) <= m_most)
                return;
        }
        if (at != from) {
            lane.move(at, from);
            holding.follow(lane, first);
        }
    }

    SlotBoard& m_board;
    bool m_withWeights;
    int m_most = 0;
    Phase m_phase = Phase::WarmUp;
    std::vector<Holding> m_holding;
    std::vector<std::pair<int, int>> m_backwards; ///< per place: B up and B down whose W have been looked at
};

// Whether two ops of the repeated pattern would stand in one slot.
bool collides(const PassSlots& pattern, int repeat) {
    for (std::size_t a = 0; a < pattern.size(); ++a)
        for (std::size_t b = a + 1; b < pattern.size(); ++b)
            if ((pattern[a] - pattern[b]) % repeat == 0)
                return true;
    return false;
}

} // namespace

RepeatedPattern vMinPattern(int ranks) {
    const int late = ranks % 3 == 0 ? 2 : 0;
    std::vector<PassSlots> patterns;
    patterns.reserve(ranks);
    for (int i = 0; i < ranks; ++i)
        patterns.push_back({i, 2 * ranks - i - 1, 2 * ranks + late + i, 4 * ranks + late - i - 1});
    return {std::move(patterns)};
}

RepeatedPattern vHalfPattern(int ranks) {
    const int late = ranks % 2 == 0 ? 3 : 0;
    std::vector<PassSlots> patterns;
    patterns.reserve(ranks);
    for (int i = 0; i < ranks; ++i)
        patterns.push_back({2 * i, 3 * ranks - i - 2, 3 * ranks + late + 2 * i - 1, 6 * ranks + late - i - 2});
    return {std::move(patterns)};
}

RepeatedPattern mixedPattern(int ranks, int fast, bool fastAtTip, const Hop& slow, const Hop& quick, int repeat) {
    const auto hopAt = [&](int hop) { return (fastAtTip ? hop >= ranks - 1 - fast : hop < fast) ? quick : slow; };
    std::vector<PassSlots> patterns(ranks);
    for (int first = 1; first <= repeat; ++first)
        for (int second = 1; second <= repeat; ++second)
            for (int third = 1; third <= repeat; ++third) {
                int slot = 0;
                for (int i = 0; i < ranks; ++i) {
                    patterns[i][0] = slot;
                    slot += i == ranks - 1 ? first : hopAt(i).down;
                }
                for (int i = ranks - 1; i >= 0; --i) {
                    patterns[i][1] = slot;
                    slot += i == 0 ? second : hopAt(i - 1).up;
                }
                for (int i = 0; i < ranks; ++i) {
                    patterns[i][2] = slot;
                    slot += i == ranks - 1 ? third : hopAt(i).down;
                }
                for (int i = ranks - 1; i >= 0; --i) {
                    patterns[i][3] = slot;
                    slot += i == 0 ? 0 : hopAt(i - 1).up;
                }
                if (std::ranges::none_of(patterns, [&](const PassSlots& each) { return collides(each, repeat); }))
                    return {std::move(patterns), repeat};
            }
    return {};
}

Sequences squeezedSequences(const RepeatedPattern& pattern, const Instance& instance, int most) {
    SlotBoard board = boardOf(pattern, instance.microbatches[0]);
    for (SlotLane& lane : board)
        lane.addWeights(false);
    Squeeze(board, true, most).run();
    board = packed(board);
    for (SlotLane& lane : board)
        lane.dropWeights();
    Squeeze(board, false, most).run();
    for (SlotLane& lane : board)
        lane.addWeights(false);
    board = packed(board);
    for (SlotLane& lane : board) {
        lane.dropWeights();
        lane.addWeights(true);
    }
    return sequencesOf(board, instance);
}

int activationsOf(const RepeatedPattern& pattern, int microbatches) {
    SlotBoard board = boardOf(pattern, microbatches);
    int most = 0;
    for (SlotLane& lane : board) {
        lane.addWeights(false);
        most = std::max(most, Holding(lane, true).most());
    }
    return most;
}

} // namespace lanewright
