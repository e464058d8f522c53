// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/v/v_shape.h"
#include "core/sequence/sequence_writer.h"

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
    /// before (`build` again to use that); `afresh` forgets that run. False when the method can't keep the limits.
    bool build(const VRoundRule& rule, bool afresh, Sequences& sequences);

    /// The most that a rank was idle between its ops in the latest run.
    Time mostIdle() const { return m_writer.mostIdle(); }

private:
    int ranks() const { return m_instance.ranks(); }
    int rankAt(int place) const { return m_instance.chunks[place].rank; }
    int count(int place, Code code) const { return m_writer.count(rankAt(place), code); }
    Time readyAt(int place, Code code) const { return m_writer.readyAt(rankAt(place), code); }
    bool isReady(int place, Code code) const { return readyAt(place, code) != SequenceWriter::kUnknown; }
    bool makeRoom(int place, Code code);
    void fillGap(int place, Code before, bool may);
    void put(int place, Code code);
    void warmUp();
    void widen();
    bool lags(int place) const;
    void backwards();
    void forwards();

    const Instance& m_instance;
    int m_microbatches = 0;
    OpTable m_table;
    SequenceWriter m_writer;
    VRoundRule m_rule;
    std::vector<Time> m_allowance; ///< per place: idle time that costs nothing, by the run before
    std::vector<int> m_down, m_up; ///< places whose next B is of the arm
    bool m_failed = false;
};

} // namespace lanewright
