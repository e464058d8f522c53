// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_pattern.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

constexpr int kFusedSlots = 2; ///< a B with its W takes so many where an F takes one

/// Where the W are of what is squeezed.
enum class Weights : std::uint8_t {
    Stand,       ///< in slots of their own
    InFreeSlots, ///< not on the board; they are taken to run in its free slots
    Fused,       ///< in the slot after their B, which is kept free
};

constexpr bool isForward(Turn turn) { return turn == Turn::ForwardDown || turn == Turn::ForwardUp; }

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

/// Moves ops into earlier free slots, first come, first served, as long as no rank holds more than the fullest one did
/// before: those of the warm-up, where their W are known, and of the cool-down. The steady part between the first
/// rank's first B down and the next last F stays but for fused ops, which leave slots free in it.
class Squeeze {
public:
    Squeeze(SlotBoard& board, Weights weights, int most) : m_board(board), m_weights(weights), m_most(most) {
        for (const SlotLane& lane : board) {
            m_holding.emplace_back(lane, weights == Weights::Stand);
            m_most = std::max(m_most, m_holding.back().most());
        }
        m_backwards.resize(board.size());
    }

    void run() {
        const int slots = mostSlots(m_board);
        const int last = m_board[0].count(Turn::ForwardDown) - 1;
        for (int slot = 0; slot < slots; ++slot)
            for (int place = 0; place < static_cast<int>(m_board.size()); ++place) {
                if (m_board[place].isFree(slot))
                    continue;
                const Turn turn = m_board[place].turnAt(slot);
                if (m_phase == Phase::WarmUp && place == 0 && turn == Turn::BackwardDown)
                    m_phase = Phase::Steady;
                const bool endsSteady =
                    m_phase == Phase::Steady && turn == Turn::ForwardDown && m_board[place].microbatchAt(slot) == last;
                const int first = firstSlot(place, turn, m_board[place].microbatchAt(slot));
                if (moves())
                    m_weights == Weights::InFreeSlots ? drawByTrial(place, slot, first) : draw(place, slot, first);
                if (endsSteady)
                    m_phase = Phase::CoolDown;
            }
    }

private:
    enum class Phase : std::uint8_t { WarmUp, Steady, CoolDown };

    bool moves() const {
        return m_phase == Phase::CoolDown || m_weights == Weights::Fused ||
               (m_phase == Phase::WarmUp && m_weights == Weights::Stand);
    }

    int firstSlot(int place, Turn turn, int microbatch) {
        if (turn != Turn::WeightUp)
            return earliestSlot(m_board, place, turn, microbatch, m_weights == Weights::Fused ? kFusedSlots : 1);
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
        if (isForward(turn))
            first = std::max(first, roomFrom(holding, from));
        while (first < from && !fits(lane, turn, first))
            ++first;
        if (first >= from)
            return;
        lane.move(from, first);
        if (isForward(turn))
            holding.shift(first, from, 1);
        else if (m_weights == Weights::Fused)
            holding.shift(first + 1, from + 1, -1);
        else if (turn == Turn::WeightUp)
            holding.shift(first, from, -1);
    }

    // Whether the slot, and the next one where the op takes two, is free of ops and of the second halves of such.
    bool fits(const SlotLane& lane, Turn turn, int slot) const {
        if (!lane.isFree(slot) || m_weights != Weights::Fused)
            return lane.isFree(slot);
        return (isForward(turn) || lane.isFree(slot + 1)) &&
               (slot == 0 || lane.isFree(slot - 1) || isForward(lane.turnAt(slot - 1)));
    }

    // The first slot from which on one more activation is no peak.
    int roomFrom(const Holding& holding, int slot) const {
        while (slot > 0 && holding.at(slot - 1) < m_most)
            --slot;
        return slot;
    }

    // Where the W would run depends on which slots are free.
    void drawByTrial(int place, int from, int first) {
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
    Weights m_weights;
    int m_most = 0;
    Phase m_phase = Phase::WarmUp;
    std::vector<Holding> m_holding;
    std::vector<std::pair<int, int>> m_backwards; ///< per place: B up and B down whose W have been looked at
};

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
    Squeeze(board, Weights::Stand, most).run();
    board = packed(board);
    for (SlotLane& lane : board)
        lane.dropWeights();
    Squeeze(board, Weights::InFreeSlots, most).run();
    for (SlotLane& lane : board)
        lane.addWeights(false);
    board = packed(board);
    for (SlotLane& lane : board) {
        lane.dropWeights();
        lane.addWeights(true);
    }
    return sequencesOf(board, instance);
}

Sequences fusedSequences(const Instance& instance) {
    SlotBoard board = boardOf({fusedPattern(instance.ranks())}, instance.microbatches[0]);
    Squeeze(board, Weights::Fused, 0).run();
    for (SlotLane& lane : board)
        lane.addWeights(true);
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
