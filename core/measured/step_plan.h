// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <vector>

namespace lanewright {

/// A measured step as a plan: what each replica ran in the order in which it ran it, every op with the time that it
/// took, side by side.
///
/// Values take what they take in the whole run. No memory is limited beyond what the run's plan says.
class StepPlans {
public:
    /// Fails where the run's times can't be told (see `costsOf`).
    static Result<StepPlans> of(const Run& run);

    /// The numbers of the steps that count, rising: those of the warm-up are left out (see `warmStepsOf`).
    const std::vector<int>& steps() const { return m_steps; }
    /// One replica's. `record` is a step of the run. Fails where it lacks ops, and where ops ran in pairs, of which
    /// nobody knows what belongs to whom.
    Result<Plan> single(const StepRecord& record) const;
    /// All replicas that have the step, which is one of `steps`, by number. Fails as `single`, and where a file can't
    /// hold so many.
    Result<Plan> all(int step) const;
    /// The records of all replicas that have the step, in the order of `all`.
    std::vector<const StepRecord*> recordsOf(int step) const;

private:
    const Run* m_run = nullptr; ///< outlives this
    Plan m_typical = {};        ///< the run's plan with its times and transfers
    std::vector<int> m_steps = {};
};

/// Puts the order of one replica in that of all side by side, its microbatches behind those of the replicas before it.
void placeOrder(const Schedule& own, int replica, Schedule& all);

} // namespace lanewright
