// SPDX-License-Identifier: Apache-2.0
#include "core/model/replicas.h"

#include "core/edit/replicate.h"
#include "core/model/text.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

/// Two ranks each, whose numbers and microbatches lie between each other.
Plan interwoven() {
    Plan plan = test::linearPlan(2, 4, "");
    plan.schedule.placement = {.ranks = 4, .directions = {{0, 2}, {3, 1}}};
    plan.schedule.directionOf = {0, 1, 1, 0};
    plan.schedule.order = test::rows(R"(
        F0.0  F0.3  BW0.0  BW0.3
        F1.1  BW1.1  F1.2  BW1.2
        F1.0  BW1.0  F1.3  BW1.3
        F0.1  F0.2  BW0.1  BW0.2
    )");
    plan.memory.limit = {10, 11, 12, 13};
    return plan;
}

bool everyRankHasAStage(const Placement& placement) {
    for (int rank = 0; rank < placement.ranks; ++rank)
        if (copiesOn(placement, rank).empty())
            return false;
    return true;
}

/// The same but for how it is spelled which microbatch goes which way.
void expectAlike(const Plan& plan, const Plan& other) {
    const Schedule& schedule = plan.schedule;
    EXPECT_EQ(schedule.placement, other.schedule.placement);
    EXPECT_EQ(schedule.order, other.schedule.order);
    ASSERT_EQ(schedule.microbatches, other.schedule.microbatches);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        EXPECT_EQ(schedule.direction(microbatch), other.schedule.direction(microbatch));
    EXPECT_EQ(plan.costs, other.costs);
    EXPECT_EQ(plan.memory, other.memory);
}

TEST(Replicas, FallApartIntoWhatWasReplicated) {
    int whole = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const Plan one = test::randomPlan(seed);
        Plan three = *replicate(one, 3);
        three.title = one.title;
        const std::vector<Plan> parts = replicasOf(three);
        if (!everyRankHasAStage(one.schedule.placement)) {
            EXPECT_EQ(parts, std::vector<Plan>{three});
            continue;
        }
        const std::vector<Plan> alone = replicasOf(one);
        ASSERT_EQ(parts.size(), 3 * alone.size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            expectAlike(parts[i], alone[i % alone.size()]);
        if (alone.size() > 1)
            continue;
        ++whole;
    }
    EXPECT_GT(whole, 20);
}

TEST(Replicas, KeepTheNumbersOfTheirRanksAndDirections) {
    const std::vector<Plan> parts = replicasOf(interwoven());
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].schedule.placement, linear(2));
    EXPECT_EQ(parts[0].schedule.order, test::rows("F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"));
    EXPECT_EQ(parts[0].memory.limit, (std::vector<std::optional<Bytes>>{10, 12}));
    EXPECT_EQ(parts[1].schedule.placement.directions, (std::vector<std::vector<int>>{{1, 0}}));
    EXPECT_EQ(parts[1].schedule.order, test::rows("F1.0 BW1.0 F1.1 BW1.1\nF0.0 F0.1 BW0.0 BW0.1"));
    EXPECT_EQ(parts[1].memory.limit, (std::vector<std::optional<Bytes>>{11, 13}));
    EXPECT_TRUE(parts[1].schedule.directionOf.empty());
}

TEST(Replicas, APartKnowsItsNumbersInTheWhole) {
    const PlanPart part = replicaPartsOf(interwoven())[1];
    EXPECT_EQ(part.ranks, (std::vector<int>{1, 3}));
    const PlanPart visited = inVisitingOrder(part);
    EXPECT_EQ(visited.ranks, (std::vector<int>{3, 1}));
    EXPECT_EQ(visited.microbatches, part.microbatches);
    EXPECT_EQ(visited.plan.schedule.placement, linear(2));
    EXPECT_EQ(visited.plan.schedule.order, test::rows("F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"));
    EXPECT_EQ(visited.plan.memory.limit, (std::vector<std::optional<Bytes>>{13, 11}));
}

TEST(Replicas, DirectionsThatShareARankStayTogether) {
    Plan plan = interwoven();
    plan.schedule.placement.directions[1] = {3, 0};
    EXPECT_EQ(replicasOf(plan), std::vector<Plan>{plan}) << "and rank 1 has no stage";
    plan.schedule.placement.directions = {{0, 1}, {2, 3}, {1, 2}};
    plan.schedule.directionOf = {0, 1, 2, 0};
    EXPECT_EQ(replicasOf(plan), std::vector<Plan>{plan});
}

TEST(Replicas, WhatDoesNotFitIsOnePlan) {
    Plan plan = interwoven();
    plan.schedule.order[0].front().op.microbatch = 1;
    EXPECT_EQ(replicasOf(plan), std::vector<Plan>{plan});
    plan = interwoven();
    plan.schedule.placement.directions[0][1] = 9;
    EXPECT_EQ(replicasOf(plan), std::vector<Plan>{plan});
    plan = interwoven();
    plan.schedule.order.pop_back();
    EXPECT_EQ(replicasOf(plan), std::vector<Plan>{plan});
    plan = interwoven();
    plan.schedule.directionOf = {0, 7, 1, 0};
    EXPECT_EQ(replicasOf(plan), std::vector<Plan>{plan});
    EXPECT_EQ(replicasOf(Plan{}), std::vector<Plan>{Plan{}});
}

} // namespace
