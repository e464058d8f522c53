// SPDX-License-Identifier: Apache-2.0
#include "core/program/engine_messages.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/program/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <random>

namespace lanewright {
namespace {

const TransportQuestion kLarge{{transports().begin(), transports().end()}, Bytes{1} << 30};

/// The transports on which it hangs.
std::string hangsOn(const Plan& plan) {
    const Result<std::vector<HangVerdict>> verdicts = verdictsOfEngine(plan, kLarge);
    EXPECT_TRUE(verdicts) << verdicts.error().message;
    if (!verdicts)
        return "?";
    EXPECT_EQ(verdicts->size(), transports().size());
    std::string names;
    for (const HangVerdict& verdict : *verdicts)
        names += verdict.hang;
    return names;
}

TEST(EngineMessages, NoGeneratorsOrderHangs) {
    int count = 0;
    for (const Generator& generator : generators()) {
        const Result<Plan> plan = generate(generator.name, *problemOf({.ranks = 4, .microbatches = 8}));
        if (!plan)
            continue;
        EXPECT_EQ(hangsOn(*plan), "") << generator.name;
        ++count;
    }
    EXPECT_GE(count, 20);
}

TEST(EngineMessages, NorDoesAnyOther) {
    std::mt19937 random(7);
    for (std::uint64_t trial = 0; trial < test::trials(100); ++trial)
        EXPECT_EQ(hangsOn(test::randomPlan(random)), "") << trial;
}

TEST(EngineMessages, AnInvalidOrderHasNoVerdict) {
    Plan plan = *generate("1f1b", *problemOf({.ranks = 2, .microbatches = 2}));
    plan.schedule.order[0].pop_back();
    EXPECT_FALSE(verdictsOfEngine(plan, kLarge));
}

} // namespace
} // namespace lanewright
