// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/generate/tables.h"
#include "tests/support/judging.h"
#include "tests/support/random_plan.h"

#include <algorithm>
#include <random>

/// The problems that tests of generators are tried on.
namespace lanewright::test {

constexpr Time kTenth = kTimeUnit / 10;

/// Unequal stages, some that take no time, some that recompute; W in parts; transfers.
inline Plan unequalProblem(Dice& dice, int ranks, int microbatches, int chunks) {
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

inline Bytes largestPeak(const Metrics& metrics) { return *std::ranges::max_element(metrics.peakMemory); }
/// The idle time of the rank that idles most.
inline Time mostIdle(const Metrics& metrics) { return metrics.makespan - *std::ranges::min_element(metrics.busy); }

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
