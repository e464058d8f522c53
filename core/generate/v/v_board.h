// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v/v_shape.h"
#include "core/sequence/instance.h"

#include <array>
#include <vector>

/// Orders on a V laid out in slots of equal length: a pattern of four ops, again every six slots. Inside core/generate
/// only. After Qi, Wan, Amar, Lin: Pipeline Parallelism with Controllable Memory (arXiv:2405.15362).
namespace lanewright {

/// The ops of a microbatch on a rank in the order in which they run, but for its weight gradients.
constexpr std::array kPasses{kForwardDown, kForwardUp, kBackwardUp, kBackwardDown};
constexpr Code kWeightUp = codeOf(kUpArm, OpKind::W); ///< any arm's, where the two are not told apart
constexpr Code kWeightDown = codeOf(kDownArm, OpKind::W);

constexpr int kCodes = 2 * kKinds; ///< that a rank has
constexpr int kRepeat = 6;         ///< slots from a microbatch to the next, without a free one

/// The slots in which the first microbatch passes a rank, as in `kPasses`.
using PassSlots = std::array<int, kPasses.size()>;

/// The same for all ranks and microbatches. With more slots between microbatches than `kRepeat` some stay free, and
/// fewer microbatches are on their way.
struct RepeatedPattern {
    std::vector<PassSlots> ranks = {}; ///< per place on the V
    int repeat = kRepeat;              ///< slots from a microbatch to the next
};

/// What stands in each slot of one rank.
class SlotLane {
public:
    static constexpr int kFree = -1;

    int slots() const { return static_cast<int>(m_cells.size()); }
    bool isFree(int slot) const { return slot >= slots() || m_cells[slot] == kFree; }
    Code codeAt(int slot) const { return static_cast<Code>(m_cells[slot] % kCodes); }
    int microbatchAt(int slot) const { return m_cells[slot] / kCodes; }
    /// The slot of the k-th op of this code.
    int slotOf(Code code, int microbatch) const { return m_slots[code][microbatch]; }
    int count(Code code) const { return static_cast<int>(m_slots[code].size()); }

    /// Adds the next op of this code.
    void add(Code code, int slot);
    /// Moves an op to a free slot.
    void move(int from, int to);
    /// Takes all W off the lane.
    void dropWeights();
    /// Puts a W into each free slot after its B anew, those of the arm up first; tells the arms apart or takes all for
    /// the arm up.
    void placeWeights(bool byArm);

private:
    void put(int slot, int cell);

    std::vector<int> m_cells; ///< microbatch · kCodes + code, or kFree
    std::array<std::vector<int>, kCodes> m_slots;
};

/// One lane per place on the V.
using SlotBoard = std::vector<SlotLane>;

/// Every microbatch as the pattern has it.
SlotBoard boardOf(const RepeatedPattern& pattern, int microbatches);

/// How many slots the longest lane has.
int mostSlots(const SlotBoard& board);

/// The first slot in which an F or B can stand: after what it needs, `length` slots after the start of a B, and after
/// the same op of the microbatch before.
int earliestSlot(const SlotBoard& board, int place, Code code, int microbatch, int length = 1);

/// All ops as early as their order on each rank lets them, each in one slot.
SlotBoard packed(const SlotBoard& board);

/// The sequences of the board, which has all its W.
Sequences sequencesOf(const SlotBoard& board, const Instance& instance);

} // namespace lanewright
