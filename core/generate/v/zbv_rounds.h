// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"
#include "core/sequence/sequence.h"

#include <array>
#include <cstdint>
#include <vector>

/// The automatic Zero Bubble method on a V: orders made round by round. Inside core/generate only. After Qi, Wan,
/// Huang, Lin: Zero Bubble Pipeline Parallelism (arXiv:2401.10241), section 6.
namespace lanewright {

/// What the method leaves open.
struct VRoundRule {
    bool fillBeforeForward = true;  ///< a W that outlasts the wait for an F goes in where the wait would cost
    bool fillBeforeBackward = true; ///< the same for a B of the arm down
    bool wholeWeights = true;       ///< all parts of a W at once, where it has parts
    friend bool operator==(const VRoundRule&, const VRoundRule&) = default;
};

/// Builds sequences in O(ops): a warm-up that widens from the tip of the V, then rounds of a backward and a forward on
/// each rank, W where a rank waits or lacks memory.
class VRoundBuilder {
public:
    explicit VRoundBuilder(const Instance& instance);

    /// Writes sequences into `sequences`. A rank may be idle for as long as it fell short of the idlest rank in the run
    /// before
    /// (`build` again to use that); `afresh` forgets that run. False when the method can't keep the limits.
    bool build(const VRoundRule& rule, bool afresh, Sequences& sequences);

    /// The most that a rank was idle between its ops in the latest run.
    Time mostIdle() const { return m_mostIdle; }

private:
    /// F and B of the arms, in the order in which a microbatch meets them on a rank.
    enum Turn : int { ForwardDown, ForwardUp, BackwardUp, BackwardDown };
    static constexpr int kTurns = 4;

    struct Place {
        int rank = 0;
        std::array<int, 2> chunk = {}; ///< on the arm down, on the arm up
        std::array<int, kTurns> done = {};
        std::array<int, 2> weights = {}; ///< parts, by arm
        std::size_t nextWeight = 0;      ///< in `waiting`
        std::vector<int> waiting = {};   ///< the arms of all B so far, in their order
        Time free = 0;
        Time idle = 0;
        Bytes held = 0;
    };

    void reset();
    void warmUp();
    void widen();
    void round();
    void backwards();
    void forwards();
    int nextForward(int place) const;
    void fillGap(int place, Turn turn, bool may);
    bool makeRoom(int place, Turn turn);
    void put(int place, Turn turn);
    void weight(int place);
    bool hasWeights(int place) const { return m_places[place].nextWeight < m_places[place].waiting.size(); }
    int chunkOf(int place, Turn turn) const;
    Bytes neededFor(int place, Turn turn) const;
    int sourceOf(int place, Turn turn) const;
    bool isThere(int place, Turn turn) const;
    Time arrival(int place, Turn turn) const;
    Time spare(int place) const;

    const Instance& m_instance;
    int m_microbatches = 0;
    VRoundRule m_rule;
    Sequences* m_sequences = nullptr;
    std::vector<Place> m_places;
    std::vector<Time> m_allowance;           ///< per place: idle time that costs nothing, by the run before
    std::array<std::vector<Time>, 2> m_ends; ///< when F and B end: `[chunk * microbatches + microbatch]`
    std::vector<int> m_down, m_up;           ///< places whose next B is of the arm
    Time m_mostIdle = 0;
    bool m_failed = false;
};

} // namespace lanewright
