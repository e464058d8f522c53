// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/model/costs.h"
#include "core/model/memory_costs.h"
#include "core/model/objective.h"
#include "core/model/optimizer.h"
#include "core/model/placement.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanewright {

struct Plan;

/// All of a plan that a bound depends on: everything but its order.
struct ProvedProblem {
    Placement placement = {};
    int microbatches = 0;
    std::vector<int> directionOf = {};
    Costs costs = {};
    MemoryCosts memory = {};
    OptimizerMode optimizerMode = OptimizerMode::Synchronous;

    friend bool operator==(const ProvedProblem&, const ProvedProblem&) = default;
};

/// Why no order is below, where times of one rank say it, one after the other. `checkProof` says why such an argument
/// holds, and whether a given one does.
struct Argument {
    int rank = -1;
    Time before = 0;   ///< from the start of all to its first op
    Time work = 0;     ///< that it runs
    Time wait = 0;     ///< for its first backward, beyond the forwards that it has room for
    Time waitLast = 0; ///< for the backward of its last forward, beyond all that it can have kept for then
    Time after = 0;    ///< that must follow its last op
    /// Speaks of the forwards and backwards of one direction alone, those of the rank's stages from `stage` on.
    struct Part {
        int direction = 0;
        int stage = 0;
        int around =
            0; ///< a period goes from the first forward to the last W of this stage, which is `stage` or before

        friend bool operator==(const Part&, const Part&) = default;
    };
    std::optional<Part> part = {}; ///< none: of all that the rank runs

    friend bool operator==(const Argument&, const Argument&) = default;
};

/// What a search has proved of a problem: no order within its limits is below. It outlives any change of the order;
/// once the problem is another, `proofOf` no longer finds it.
struct Proof {
    Objective objective = Objective::Iteration;
    Fraction lowerBound = {}; ///< in ticks
    std::string by = {};      ///< who proved it: `"z3"`, `"shaving"`, or the name of a bound, whose argument is told
    std::optional<Argument> argument = {};
    std::shared_ptr<const ProvedProblem> problem = {};

    friend bool operator==(const Proof& a, const Proof& b);
};

/// The proof, tied to the plan's problem.
Proof proofFor(const Plan& plan, Objective objective, const Fraction& lowerBound, std::string by,
               const std::optional<Argument>& argument = {});

/// The plan's proof, or null: it has none, or its problem is no longer the one that was proved. The one place that
/// decides; who edits a plan need not think of it.
const Proof* proofOf(const Plan& plan);

} // namespace lanewright
