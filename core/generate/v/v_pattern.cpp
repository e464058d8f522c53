// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/v_pattern.h"

#include "core/base/mapped.h"

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

/// Follows, slot after slot, how many activations of chunks a lane holds. Without W on it, W are taken to run in its
/// free slots.
class Holding {
public:
    Holding(const SlotLane& lane, bool weightsStand) : m_weightsStand(weightsStand) {
        m_most = follow(lane, 0, lane.slots());
    }

    /// When it was first looked at.
    int most() const { return m_most; }
    /// Looks at the lane anew, which has changed from slot `first` to slot `last`. Returns the most that is held in the
    /// slots for which that matters.
    int follow(const SlotLane& lane, int first, int last) {
        m_slots.resize(lane.slots());
        LaneMemory now = first > 0 ? m_slots[first - 1] : LaneMemory{};
        int most = 0;
        for (int slot = first; slot < lane.slots(); ++slot) {
            if (!lane.isFree(slot)) {
                const OpKind kind = kindOf(lane.codeAt(slot));
                now.held += (kind == OpKind::F ? 1 : 0) - (kind == OpKind::W ? 1 : 0);
                now.waiting += kind == OpKind::B ? 1 : 0;
            } else if (!m_weightsStand && now.waiting > 0) {
                --now.waiting, --now.held;
            }
            if (slot > last && m_slots[slot] == now)
                break;
            m_slots[slot] = now;
            most = std::max(most, now.held);
        }
        return most;
    }

private:
    struct LaneMemory {
        int held = 0;
        int waiting = 0; ///< B whose W is to come, where W do not stand on the lane

        friend bool operator==(const LaneMemory&, const LaneMemory&) = default;
    };

    bool m_weightsStand;
    int m_most = 0;
    std::vector<LaneMemory> m_slots = {};
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
        const int last = m_board[0].count(kForwardDown) - 1;
        for (int slot = 0; slot < slots; ++slot)
            for (int place = 0; place < static_cast<int>(m_board.size()); ++place) {
                if (m_board[place].isFree(slot))
                    continue;
                const Code code = m_board[place].codeAt(slot);
                const int microbatch = m_board[place].microbatchAt(slot);
                if (m_phase == Phase::WarmUp && place == 0 && code == kBackwardDown)
                    m_phase = Phase::Steady;
                const int first = firstSlot(place, code, microbatch);
                if (moves())
                    draw(place, slot, first);
                if (m_phase == Phase::Steady && code == kForwardDown && microbatch == last)
                    m_phase = Phase::CoolDown;
            }
    }

private:
    enum class Phase : std::uint8_t { WarmUp, Steady, CoolDown };

    bool moves() const {
        return m_phase == Phase::CoolDown || m_weights == Weights::Fused ||
               (m_phase == Phase::WarmUp && m_weights == Weights::Stand);
    }

    int firstSlot(int place, Code code, int microbatch) {
        if (code != kWeightUp)
            return earliestSlot(m_board, place, code, microbatch, m_weights == Weights::Fused ? kFusedSlots : 1);
        // The k-th W comes after the k-th B, of whichever arm.
        const SlotLane& lane = m_board[place];
        auto& [up, down] = m_backwards[place];
        const int count = lane.count(kBackwardUp);
        const bool isUp =
            up < count && (down == count || lane.slotOf(kBackwardUp, up) < lane.slotOf(kBackwardDown, down));
        const int slot = 1 + (isUp ? lane.slotOf(kBackwardUp, up++) : lane.slotOf(kBackwardDown, down++));
        return microbatch > 0 ? std::max(slot, 1 + lane.slotOf(kWeightUp, microbatch - 1)) : slot;
    }

    // Moves the op at `from` to the first slot, not before `first`, that is free and where it makes no peak.
    void draw(int place, int from, int first) {
        SlotLane& lane = m_board[place];
        const OpKind kind = kindOf(lane.codeAt(from));
        int at = from;
        for (int slot = first; slot <= from; ++slot) {
            if (slot == at || (slot < from && !fits(lane, kind, slot)))
                continue;
            lane.move(at, slot);
            at = slot;
            if (m_holding[place].follow(lane, first, from + 1) <= m_most)
                return;
        }
    }

    // Whether the slot, and the next one where the op takes two, is free of ops and of the second halves of such.
    bool fits(const SlotLane& lane, OpKind kind, int slot) const {
        if (!lane.isFree(slot) || m_weights != Weights::Fused)
            return lane.isFree(slot);
        return (kind == OpKind::F || lane.isFree(slot + 1)) &&
               (slot == 0 || lane.isFree(slot - 1) || kindOf(lane.codeAt(slot - 1)) == OpKind::F);
    }

    SlotBoard& m_board;
    Weights m_weights;
    int m_most = 0;
    Phase m_phase = Phase::WarmUp;
    std::vector<Holding> m_holding;
    std::vector<std::pair<int, int>> m_backwards; ///< per place: B up and B down whose W have been looked at
};

/// The place on the V of the k-th of the ranks that an arm passes: arms go down and up in turn.
int placeOn(int arm, int k, int ranks) { return arm % 2 == 0 ? k : ranks - 1 - k; }

/// The pattern of unit F and double BW in which no rank runs two ops at once.
std::vector<PassSlots> fusedPattern(int ranks) {
    std::vector<PassSlots> patterns(ranks);
    int now = 0;
    // Every third BW on the way waits half a period, so that a rank meets its own F again in a free slot.
    int turns = (3 - (ranks + 2) % 3) % 3;
    for (int arm = 0; arm < 4; ++arm)
        for (int k = 0; k < ranks; ++k) {
            if (arm == 2 && k == 0 && ranks % 3 == 0)
                now += 3;
            patterns[placeOn(arm, k, ranks)][arm] = now;
            now += arm < 2 ? 1 : kFusedSlots + (++turns % 3 == 0 ? kRepeat / 2 : 0);
        }
    return patterns;
}

/// The slots of a microbatch that takes the hop between place i and the next as `hopAt(i)` says, and so long at the tip
/// of the V, at its open end, and at the tip again.
std::vector<PassSlots> walkedPattern(int ranks, const std::array<int, 4>& turns, const auto& hopAt) {
    std::vector<PassSlots> patterns(ranks);
    int slot = 0;
    for (int arm = 0; arm < 4; ++arm)
        for (int k = 0; k < ranks; ++k) {
            const int place = placeOn(arm, k, ranks);
            patterns[place][arm] = slot;
            slot += k == ranks - 1 ? turns[arm] : (arm % 2 == 0 ? hopAt(place).down : hopAt(place - 1).up);
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

void placeWeights(SlotBoard& board, bool byArm) {
    for (SlotLane& lane : board)
        lane.placeWeights(byArm);
}

} // namespace

RepeatedPattern vMinPattern(int ranks) {
    return {walkedPattern(ranks, {1, ranks % 3 == 0 ? 3 : 1, 1}, [](int) { return kThird; })};
}

RepeatedPattern vHalfPattern(int ranks) {
    return {walkedPattern(ranks, {1, ranks % 2 == 0 ? 4 : 1, 2}, [](int) { return kHalf; })};
}

RepeatedPattern mixedPattern(int ranks, int fast, bool fastAtTip, const Hop& slow, const Hop& quick, int repeat) {
    std::vector<PassSlots> patterns = walkedPattern(
        ranks, {}, [&](int hop) { return (fastAtTip ? hop >= ranks - 1 - fast : hop < fast) ? quick : slow; });
    for (int first = 1; first <= repeat; ++first)
        for (int second = 1; second <= repeat; ++second)
            for (int third = 1; third <= repeat; ++third) {
                const auto turned = [&](const PassSlots& slots) -> PassSlots {
                    return {slots[0], slots[1] + first, slots[2] + first + second, slots[3] + first + second + third};
                };
                if (std::ranges::any_of(patterns, [&](const auto& each) { return collides(turned(each), repeat); }))
                    continue;
                std::ranges::transform(patterns, patterns.begin(), turned);
                return {std::move(patterns), repeat};
            }
    return {};
}

Sequences squeezedSequences(const RepeatedPattern& pattern, const Instance& instance, int most) {
    SlotBoard board = boardOf(pattern, instance.microbatches[0]);
    placeWeights(board, false);
    Squeeze(board, Weights::Stand, most).run();
    board = packed(board);
    for (SlotLane& lane : board)
        lane.dropWeights();
    Squeeze(board, Weights::InFreeSlots, most).run();
    placeWeights(board, false);
    board = packed(board);
    placeWeights(board, true);
    return sequencesOf(board, instance);
}

Sequences fusedSequences(const Instance& instance) {
    SlotBoard board = boardOf({fusedPattern(instance.ranks())}, instance.microbatches[0]);
    Squeeze(board, Weights::Fused, 0).run();
    placeWeights(board, true);
    return sequencesOf(board, instance);
}

int activationsOf(const RepeatedPattern& pattern, int microbatches) {
    SlotBoard board = boardOf(pattern, microbatches);
    placeWeights(board, false);
    return mostOf(board, [](const SlotLane& lane) { return Holding(lane, true).most(); });
}

} // namespace lanewright
