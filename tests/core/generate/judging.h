// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyse/metrics.h"
#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/text.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <string>

/// What tests of generators ask of a plan, and the problems they are tried on.
namespace lanewright {

inline Metrics metricsOf(const Plan& plan) { return measure(plan, simulate(plan.schedule, plan.costs)); }

/// The first error that `validate` finds, or nothing.
inline std::string firstErrorIn(const Plan& plan) {
    const std::vector<Finding> findings = validate(plan);
    return findings.empty() || findings[0].severity != Severity::Error ? "" : findings[0].message;
}

/// The order that the generator makes; a failure, with its words, where it refuses.
inline Plan made(std::string_view name, const Plan& problem, const Choices& choices = {}) {
    const Result<Plan> plan = generate(name, problem, choices);
    EXPECT_TRUE(plan) << name << ": " << (plan ? "" : plan.error().message);
    return plan ? *plan : problem;
}

inline Plan made(std::string_view name, const UniformProblem& numbers) { return made(name, *problemOf(numbers)); }

/// The words of a refusal, or nothing.
inline std::string refusal(std::string_view name, const Plan& problem, const Choices& choices = {}) {
    const Result<Plan> plan = generate(name, problem, choices);
    return plan ? "" : plan.error().message.text();
}

inline std::string textOf(const Row& row) {
    std::string text;
    for (const Block& block : row)
        text += (text.empty() ? "" : " ") + toText(block);
    return text;
}

/// Unequal stages, some that take no time, some that recompute; W in parts; transfers.
inline Plan unequalProblem(test::Dice& dice, int ranks, int microbatches, int chunks) {
    Plan problem = *problemOf({.ranks = ranks, .microbatches = microbatches, .chunks = chunks});
    problem.costs.weightParts = dice.roll(1, 3);
    problem.costs.transfer.every = dice.roll(0, 4);
    for (StageCosts& costs : problem.costs.stages[0]) {
        costs = {.forward = dice.roll(0, 9), .backwardInput = dice.roll(0, 9), .backwardWeight = dice.roll(0, 9)};
        if (dice.chance(30))
            costs.overlapped = dice.roll(0, 20);
    }
    for (std::size_t stage = 0; stage < problem.costs.stages[0].size(); ++stage)
        if (dice.chance(25)) {
            problem.costs.stages[0][stage].recompute = dice.roll(0, 9);
            problem.memory.stages[0][stage] = {.forward = 1, .backwardWeight = -4, .recompute = 3};
        }
    return problem;
}

} // namespace lanewright
