// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <gtest/gtest.h>

#include <string>

/// What tests ask of a plan that a generator made.
namespace lanewright::test {

inline Metrics metricsOf(const Plan& plan) { return measure(plan, simulate(plan.schedule, plan.costs)); }

/// The first error that `validate` finds, or nothing.
inline std::string firstErrorIn(const Plan& plan) {
    const std::vector<Finding> findings = validate(plan);
    return findings.empty() || findings[0].severity != Severity::Error ? "" : findings[0].message;
}

/// The order that the generator makes, held against `validate`; a failure, with its words, where it refuses.
inline Plan made(std::string_view name, const Plan& problem, const Choices& choices = {}) {
    const Result<Plan> plan = generate(name, problem, choices);
    EXPECT_TRUE(plan) << name << ": " << (plan ? "" : plan.error().message);
    if (!plan)
        return problem;
    EXPECT_EQ(firstErrorIn(*plan), "") << plan->title;
    return *plan;
}

inline Plan made(std::string_view name, const UniformProblem& numbers, const Choices& choices = {}) {
    return made(name, *problemOf(numbers), choices);
}

/// The words of a refusal, or nothing.
inline std::string refusal(std::string_view name, const Plan& problem, const Choices& choices = {}) {
    const Result<Plan> plan = generate(name, problem, choices);
    return plan ? "" : plan.error().message.text();
}

} // namespace lanewright::test
