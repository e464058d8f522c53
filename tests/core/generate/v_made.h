// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyse/metrics.h"
#include "core/analyse/simulate.h"
#include "core/analyse/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/generate/tables.h"

#include <algorithm>
#include <random>

/// What the tests of generators on a V share.
namespace lanewright::test {

inline Metrics metricsOf(const Plan& plan) { return measure(plan, simulate(plan.schedule, plan.costs)); }

/// The plan of a generator, held against `validate`.
inline Plan made(std::string_view name, const Plan& problem, const Choices& choices = {}) {
    const Result<Plan> plan = generate(name, problem, choices);
    if (!plan) {
        ADD_FAILURE() << name << ": " << plan.error().message;
        return problem;
    }
    const std::vector<Finding> findings = validate(*plan);
    EXPECT_TRUE(isValid(findings)) << plan->title << ": " << findings[0].message;
    return *plan;
}

inline Bytes largestPeak(const Metrics& metrics) { return *std::ranges::max_element(metrics.peakMemory); }

/// Unequal stages without limits: one or two chunks per rank, some stages that recompute, W in parts.
inline Plan randomVProblem(std::mt19937& random) {
    const auto upTo = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    Plan problem = *problemOf({.ranks = 1 + upTo(6),
                               .microbatches = 1 + upTo(15),
                               .chunks = 1 + upTo(1),
                               .transfer = upTo(5),
                               .weightParts = 1 + upTo(2)});
    for (int stage = 0; stage < problem.schedule.stages(); ++stage) {
        StageCosts& costs = problem.costs.stages[0][stage];
        costs = {.forward = upTo(20), .backwardInput = upTo(20), .backwardWeight = upTo(20)};
        const Bytes input = upTo(9);
        const Bytes weight = upTo(9);
        problem.memory.stages[0][stage] = {
            .forward = input + weight, .backwardInput = -input, .backwardWeight = -weight};
        if (upTo(9) == 0 && input + weight > 0) {
            costs.recompute = upTo(20);
            problem.memory.stages[0][stage].forward = 1;
            problem.memory.stages[0][stage].recompute = input + weight - 1;
        }
    }
    return problem;
}

} // namespace lanewright::test
