// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <optional>
#include <vector>

namespace lanewright {

/// What stands between the last op of a rank and the first one of the next iteration, per rank: the partial norm goes
/// up the ranks, one transfer per hop, the decision comes back down, and each rank steps.
struct IterationEnd {
    std::vector<Time> normDelay = {};     ///< from the rank up to the last one
    std::vector<Time> decisionDelay = {}; ///< from the last rank down to it
    std::vector<Time> step = {};          ///< the optimizer's, with the all-reduce of twins

    int ranks() const { return static_cast<int>(step.size()); }
    /// Synchronous: how long after the whole norm is known the rank is free again.
    Time freeAfter(int rank) const { return decisionDelay[rank] + step[rank]; }
    friend bool operator==(const IterationEnd&, const IterationEnd&) = default;
};

/// The optimizer step with the all-reduce of twins before it, of the copies a rank hosts; per rank.
std::vector<Time> stepTimes(const Plan& plan);

IterationEnd iterationEndOf(const Plan& plan);

/// The time per iteration once iterations repeat, for both optimizer modes.
struct IterationTimes {
    std::optional<Fraction> synchronous = {};   ///< none: the order stalls
    std::optional<Fraction> postValidated = {}; ///< none: the order stalls, or it would take too long to find

    std::optional<Fraction> of(OptimizerMode mode) const {
        return mode == OptimizerMode::Synchronous ? synchronous : postValidated;
    }
    /// What post-validation saves of each iteration.
    std::optional<Fraction> saved() const {
        return synchronous && postValidated ? std::optional(*synchronous - *postValidated) : std::nullopt;
    }
    friend bool operator==(const IterationTimes&, const IterationTimes&) = default;
};

/// What `simulateIterations` settles to, in closed form. `timeline` is that of the plan.
///
/// Synchronous: the whole norm sets all ranks free at fixed times after it, so every iteration is the same: the largest
/// over the ranks of (end + way of the norm), with each rank free from `IterationEnd::freeAfter` on. It is the
/// makespan, plus the same for every order, where no transfers lie between neighbouring ranks and all steps take as
/// long, or where one rank alone starts without waiting and, counted with the way of the norm, ends last. A pass at
/// most.
///
/// Post-validated: the largest cycle mean of a graph of the ranks and the decision, each path from the beginning of an
/// iteration to that of the next. Never below the largest over the ranks of (own span + step); nearly always that,
/// which one pass shows. Else a pass per rank and one more; none beyond 4·10^8 steps.
///
/// Serial links are ordered within an iteration.
IterationTimes iterationTimesOf(const Plan& plan, const Timeline& timeline);
/// One of them alone, without the passes of the other.
std::optional<Fraction> iterationTimeOf(const Plan& plan, const Timeline& timeline, OptimizerMode mode);

} // namespace lanewright
