// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace lanewright {

/// The least that a microbatch of one copy of a stage takes, whatever the order; W as long as it takes beside a B and
/// in a BW.
struct CopyTimes {
    static constexpr Time kFar = std::numeric_limits<Time>::max() / 4;

    Time forward = kFar;
    Time gradient = kFar; ///< from the gradient's arrival to that of the stage before
    Time weight = kFar;
    Time recompute = kFar;
    Time down = kFar;       ///< way of the activation to the next stage
    Time up = kFar;         ///< way of its gradient back
    Time trip = 0;          ///< from the end of an F to the start of its B
    Time restOfAll = 0;     ///< from the end of the last B to all that must follow on the stages from 0 on
    std::int64_t count = 0; ///< microbatches

    friend bool operator==(const CopyTimes&, const CopyTimes&) = default;
};

/// What a plan's costs say of the ways through its stages, for `checkProof` alone: O(stages · microbatches). `plan`
/// outlives it.
class LeastTimes {
public:
    LeastTimes(const Plan& plan, Objective objective);

    /// The objective counts from the first start of all ranks to the last end; else from a rank's own to its own.
    bool areOfAll() const { return m_ofAll; }
    const CopyTimes& of(const StageCopy& copy) const {
        return m_times[copy.direction * m_plan.schedule.stages() + copy.stage];
    }
    int rankOf(const StageCopy& copy) const { return m_plan.schedule.placement.rankOf(copy.direction, copy.stage); }
    /// The copies of the rank that have microbatches.
    std::vector<StageCopy> copiesOn(int rank) const;

    /// All F and R that the rank runs of the copy, and its B, each with its W or (`alone`) without.
    Time workOf(const StageCopy& copy, bool alone) const;
    /// From the first F of stage `from` to that of the copy; of all ranks no sooner than each can begin.
    Time start(const StageCopy& copy, int from) const;
    /// From the end of the copy's last B to all that must follow on its stages from `from` on, or on `from` alone.
    Time rest(const StageCopy& copy, int from) const;
    /// What follows the last op of the rank in an iteration: its step, or where all wait for a norm, the norm's way.
    Time tail(int rank) const;

private:
    Time lengthOf(OpKind kind, const StageCopy& copy, int microbatch) const;
    CopyTimes timesOf(const StageCopy& copy) const;
    CopyTimes& own(const StageCopy& copy) { return m_times[copy.direction * m_plan.schedule.stages() + copy.stage]; }
    void addRanks();
    void addTrips(int direction);

    const Plan& m_plan;
    bool m_ofIteration;
    bool m_ofAll;
    std::vector<CopyTimes> m_times = {}; ///< `[direction * stages + stage]`
    std::vector<Time> m_step = {};       ///< per rank: the optimizer's, with the sum of gradients
    std::vector<Time> m_up = {};         ///< per rank: what the norm takes from it to the last one
    std::vector<Time> m_down = {};       ///< per rank: the decision's way back
};

} // namespace lanewright
