// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/trace/aligned_pipeline.h"
#include "core/trace/op_places.h"

#include <optional>
#include <vector>

namespace lanewright {

/// Writes one step of a pipeline as the record that runs hold: blocks, waits, halves of pairs, messages and transfers,
/// on the common clock and from the step's own zero. An op that overlaps the one in front of it on its rank is cut.
class StepWriter {
public:
    /// `clock` and `steps`, what each rank did in the step, outlive the writer.
    StepWriter(const StepClock& clock, int number, const std::vector<const TracedStep*>& steps, int stages, bool isGpu);

    /// When the step's first op starts, on the common clock.
    Time zero() const { return m_zero; }
    /// How many ops were cut; known once the step is written.
    int clipped() const { return m_clipped; }

    /// The record; its start counts from `runZero` on the common clock. To be called once.
    StepRecord write(Time runZero);

private:
    Time firstOp() const;
    Time at(int rank, Time time) const { return m_clock->at(rank, time) - m_zero; }
    void addRank(int rank);
    /// When the last value was there to travel that the op needs of other ranks; nothing where it needs none.
    std::optional<Time> lastThere(int rank, const TracedOp& op) const;
    /// A rank that came to an op before what the op needs was there waited for it: of a pair that runs one op after the
    /// other, in front of each.
    void addWaits(int rank, const TracedOp& op, Time from, Time until);
    void addWait(int rank, const Op& op, const MaybeOp& paired, Time from, Time until);
    void addParts(int rank, const TracedOp& op, const Span& span);
    /// The op that yields what a message carries as the trace has it, and the rank at the other end.
    void nameEnds(SideSpan& span) const;
    /// From the later of sending and posting the receive until the consumer had it: as both ends measured it, or where
    /// only the wait for it shows when it came, until that wait ended. Of a value nobody waited for nothing says when
    /// it came.
    void addTransfers();

    const StepClock* m_clock;
    const std::vector<const TracedStep*>* m_steps;
    OpPlaces m_places;
    int m_stages;
    bool m_isGpu;
    Time m_zero = 0;
    int m_clipped = 0;
    StepRecord m_record = {};
};

} // namespace lanewright
