// SPDX-License-Identifier: Apache-2.0
#include "core/model/proof.h"

#include "core/model/plan.h"

#include <utility>

namespace lanewright {

namespace {

ProvedProblem problemOf(const Plan& plan) {
    return {.placement = plan.schedule.placement,
            .microbatches = plan.schedule.microbatches,
            .directionOf = plan.schedule.directionOf,
            .costs = plan.costs,
            .memory = plan.memory,
            .optimizerMode = plan.optimizerMode};
}

} // namespace

bool operator==(const Proof& a, const Proof& b) {
    const bool sameProblem = a.problem == b.problem || (a.problem && b.problem && *a.problem == *b.problem);
    return a.objective == b.objective && a.lowerBound == b.lowerBound && a.by == b.by && a.argument == b.argument &&
           sameProblem;
}

Proof proofFor(const Plan& plan, Objective objective, const Fraction& lowerBound, std::string by,
               const std::optional<Argument>& argument) {
    return {.objective = objective,
            .lowerBound = lowerBound,
            .by = std::move(by),
            .argument = argument,
            .problem = std::make_shared<const ProvedProblem>(problemOf(plan))};
}

const Proof* proofOf(const Plan& plan) {
    if (!plan.proof || !plan.proof->problem || *plan.proof->problem != problemOf(plan))
        return nullptr;
    return &*plan.proof;
}

} // namespace lanewright
