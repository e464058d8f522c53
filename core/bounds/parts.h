// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bounds/bounds.h"
#include "core/sequence/instance.h"

#include <algorithm>
#include <optional>
#include <stop_token>
#include <vector>

/// The parts of `lowerBounds`. Nobody else includes this.
namespace lanewright::bounds {

/// A problem as bounds see it: its limits dropped where it lacks room for them, its ops as short as overlapped pairs
/// can make them.
struct Case {
    Instance instance = {};
    /// Per rank, of a whole iteration: when it is free for its first op, and what follows its last one. All 0 for
    /// objectives that end with the last op.
    std::vector<Time> head = {};
    std::vector<Time> tail = {};
    /// Per rank, where microbatches differ: the true times of its ops together, and what pairs can save of those. The
    /// instance has the least of each, which is no more. Empty where they are equal.
    std::vector<Time> trueWork = {};
    std::vector<Time> saved = {};

    bool isLimited(int rank) const { return instance.limit[rank] < Instance::kNoLimit; }
    bool isUnequal() const { return !trueWork.empty(); }
    /// All that the rank must run, for bounds in which no wait is what its ops leave over.
    Time workOf(int rank) const {
        return isUnequal() ? std::max(trueWork[rank] - saved[rank], instance.workOf(rank)) : instance.workOf(rank);
    }
    /// R's share of `Chunk::backward`; R need not wait for the gradient, can take no time and still need memory.
    Time recompute(int chunk) const { return instance.chunks[chunk].recompute.value_or(0); }
    /// B alone, from the gradient's arrival on.
    Time gradient(int chunk) const { return instance.chunks[chunk].backward - recompute(chunk); }
};

/// The case with its ends as the objective has them, and the objective that is then to be bounded: the makespan of all
/// from the heads to the tails, or the period of each rank with its tail. Of a post-validated iteration the norm's way
/// and the decision are left out.
Case caseOf(const Plan& problem, Objective objective, Unequal as = Unequal::Least, Dealing dealing = Dealing::AsGiven);
Objective boundedBy(const Plan& problem, Objective objective);

/// The shortest pair whose F is of this rank; none: pairs take as long as their parts.
std::optional<Time> shortestPair(const Instance& instance, int rank);

/// How far a chunk is from the ends of the pipeline, along the ops of one microbatch.
struct Ways {
    std::vector<Time> down = {};  ///< per chunk: from the first start of its direction to its own first F
    std::vector<Time> start = {}; ///< per chunk: its first F starts no earlier
    std::vector<Time> trip = {};  ///< per chunk: from the end of an F to the start of its B
    std::vector<Time> rest = {};  ///< per chunk: from the end of a B to the end of all that must follow
};

Ways waysOf(const Case& problem);

/// The bounds that are formulas: `work`, `load`, `stage`, `first-backward`, `chain`, `round-trip`, `area`. O(chunks +
/// stages in flight).
///
/// For the period and the makespan.
std::vector<Bound> closedForms(const Case& problem, Objective objective);

/// What the rank's pairs save at most together, of all times of its ops: O(its ops · its chunks). `instance` tells
/// which ranks have pairs at all.
Time savedByPairs(const Plan& problem, const Instance& instance, int rank);

/// What a rank takes whose ops make the best pairs that they can: `pairs`. None where no pair takes less than its
/// parts. The directions of microbatches that differ are as given.
std::optional<Bound> pairBound(const Plan& problem, const Case& parts, Objective bounded);

/// What the replicas of the problem take on the average, however unequal microbatches are dealt to them: `deal`. None
/// where it is one pipeline or replicas are not alike in shape.
std::optional<Bound> dealBound(const Plan& problem, Objective objective);

/// The bounds that look at every op: `path`, `one-machine`, `cycle`, each dearer than the one before. None where the
/// problem is too large for them at that effort, fewer where that or `stop` came first.
std::vector<Bound> opBounds(const Case& problem, Objective objective, BoundEffort effort, const std::stop_token& stop);

/// As `refuteValues`, of one case, from a bound that is known on, and no farther than `most` at first.
void refute(const Case& problem, Objective objective, const Bound& known, const Fraction& most, std::int64_t effort,
            const std::stop_token& stop, const BoundProgress& raised);

} // namespace lanewright::bounds
