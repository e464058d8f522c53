// SPDX-License-Identifier: Apache-2.0
#include "core/edit/replicate.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/schedule_json.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/support/judging.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan withTransfers(std::string_view name, int ranks, int microbatches) {
    return made(name, UniformProblem{.ranks = ranks, .microbatches = microbatches, .transfer = kTimeUnit / 4});
}

std::vector<Finding> errorsIn(const Plan& plan) {
    std::vector<Finding> errors;
    for (const Finding& finding : validate(plan))
        if (finding.severity == Severity::Error)
            errors.push_back(finding);
    return errors;
}

TEST(Replicate, MicrobatchesThatDifferDifferAlikeInEachReplica) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Plan one = randomPlan(seed, {.unequal = true});
        const Result<Plan> two = replicate(one, 2);
        ASSERT_TRUE(two) << two.error().message;
        const Timeline alone = simulate(one.schedule, one.costs);
        const Timeline both = simulate(two->schedule, two->costs);
        for (std::size_t rank = 0; rank < both.lanes.size(); ++rank) {
            const Lane& same = alone.lanes[rank % alone.lanes.size()];
            ASSERT_EQ(both.lanes[rank].size(), same.size());
            for (std::size_t at = 0; at < same.size(); ++at)
                ASSERT_EQ(both.lanes[rank][at].end, same[at].end) << "seed " << seed;
        }
    }
}

TEST(Replicate, EachReplicaTakesTheSameTimesOnRanksOfItsOwn) {
    for (const std::string_view name : {"1f1b", "zb-h1", "dualpipe"}) {
        SCOPED_TRACE(name);
        const Plan one = withTransfers(name, 4, 8);
        const Result<Plan> three = replicate(one, 3);
        ASSERT_TRUE(three) << three.error().message;
        EXPECT_EQ(three->schedule.ranks(), 12);
        EXPECT_EQ(three->schedule.microbatches, 24);
        EXPECT_TRUE(errorsIn(*three).empty());
        const Timeline alone = simulate(one.schedule, one.costs);
        const Timeline all = simulate(three->schedule, three->costs);
        for (std::size_t rank = 0; rank < all.lanes.size(); ++rank) {
            const Lane& own = all.lanes[rank];
            const Lane& same = alone.lanes[rank % 4];
            ASSERT_EQ(own.size(), same.size());
            for (std::size_t at = 0; at < own.size(); ++at) {
                EXPECT_EQ(own[at].start, same[at].start);
                EXPECT_EQ(own[at].end, same[at].end);
            }
        }
        EXPECT_EQ(metricsOf(*three).period, metricsOf(one).period);
        EXPECT_EQ(metricsOf(*three).transferVolume, 3 * *metricsOf(one).transferVolume);
        EXPECT_EQ(metricsOf(*three).parameterCopies.front(), 3 * metricsOf(one).parameterCopies.front());
    }
}

TEST(Replicate, RandomPlansStayValidAndTakeTheirTime) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Plan one = test::randomPlan(seed);
        const Result<Plan> two = replicate(one, 2);
        ASSERT_TRUE(two) << two.error().message;
        EXPECT_TRUE(errorsIn(*two).empty());
        EXPECT_EQ(metricsOf(*two).makespan, metricsOf(one).makespan);
        EXPECT_EQ(metricsOf(*two).period, metricsOf(one).period);
    }
}

TEST(Replicate, SurvivesTheFile) {
    for (const std::string_view name : {"1f1b", "dualpipe"}) {
        const Result<Plan> plan = replicate(withTransfers(name, 4, 8), 3);
        const Result<Plan> read = planFromJson(planToJson(*plan));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, *plan);
    }
}

TEST(Replicate, DealsUnequalDirectionsAsEachReplicaDoes) {
    Plan one = withTransfers("dualpipe", 4, 8);
    one.schedule.directionOf = {0, 1, 0, 1, 0, 1, 0, 1};
    const Result<Plan> two = replicate(one, 2);
    ASSERT_TRUE(two);
    for (int microbatch = 0; microbatch < 8; ++microbatch) {
        EXPECT_EQ(two->schedule.direction(microbatch), one.schedule.direction(microbatch));
        EXPECT_EQ(two->schedule.direction(8 + microbatch), 2 + one.schedule.direction(microbatch));
    }
}

TEST(Replicate, OneReplicaIsThePlanItself) {
    const Plan plan = withTransfers("zb-h1", 4, 8);
    EXPECT_EQ(*replicate(plan, 1), plan);
}

TEST(Replicate, SaysWhatWouldBeTooMuch) {
    const Plan plan = withTransfers("1f1b", 64, 8);
    EXPECT_EQ(replicate(plan, 0).error().message, "there is at least 1 replica, not 0");
    EXPECT_EQ(replicate(plan, 65).error().message, "65 replicas have 4160 ranks, and a file holds 4096 at most");
    EXPECT_EQ(replicate(withTransfers("1f1b", 1, 2), 300).error().message,
              "300 replicas have 300 directions, and a file holds 256 at most");
}

} // namespace
