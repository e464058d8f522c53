// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::vector<std::string> codesOf(const std::vector<Finding>& findings) {
    std::vector<std::string> codes;
    for (const Finding& finding : findings)
        codes.push_back(finding.code);
    return codes;
}

using Codes = std::vector<std::string>;

} // namespace

TEST(Validate, ZbH1HasNothingToSay) { EXPECT_TRUE(validate(linearPlan(4, 8, zbH1Rows())).empty()); }

TEST(Validate, APlanWithoutOrderIsIncomplete) {
    const std::vector<Finding> findings = validate(linearPlan(2, 2, ""));
    EXPECT_EQ(codesOf(findings), Codes{"incomplete"});
    EXPECT_FALSE(isValid(findings));
}

TEST(Validate, AMissingOpIsNamedWithItsRank) {
    const std::vector<Finding> findings = validate(linearPlan(2, 1, R"(
        F0.0 B0.0 W0.0
        F1.0 B1.0
    )"));
    ASSERT_EQ(codesOf(findings), Codes{"incomplete"});
    EXPECT_EQ(findings[0].rank, 1);
    EXPECT_EQ(findings[0].op, op("W1.0"));
    EXPECT_EQ(findings[0].message, "W1.0 is missing: rank 1 has to run it once.");
}

TEST(Validate, WhereTheOrderFusesTheMissingBackwardIsABW) {
    const std::vector<Finding> findings = validate(linearPlan(1, 2, "F0.0 F0.1 BW0.0"));
    ASSERT_EQ(codesOf(findings), Codes{"incomplete"});
    EXPECT_EQ(findings[0].op, op("BW0.1"));
}

TEST(Validate, EachPartOfWAndEachRecomputationIsRequired) {
    Plan plan = linearPlan(1, 1, "F0.0 R0.0 B0.0 W0.0/1");
    plan.costs.weightParts = 2;
    plan.costs.stages[0][0].recompute = unit();
    std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(codesOf(findings), Codes{"incomplete"});
    EXPECT_EQ(findings[0].message, "W0.0/0 is missing: rank 0 has to run it once.");
    plan.schedule.order = rows("F0.0 B0.0 W0.0/0 W0.0/1");
    findings = validate(plan);
    ASSERT_EQ(codesOf(findings), Codes{"incomplete"}) << "what stalls for want of an op is no deadlock";
    EXPECT_EQ(findings[0].op, op("R0.0"));
}

TEST(Validate, MissingPartsAreCountedHoweverManyThereAre) {
    Plan plan = linearPlan(1, 1000, "F0.0 B0.0 W0.0/7");
    plan.costs.weightParts = 999;
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(findings.size(), 200u);
    // 999 F, 999 B and 1000 · 999 − 1 parts of W are missing.
    EXPECT_NE(findings.back().message.text().find("There are 1000797 more like this."), std::string::npos)
        << findings.back().message;
}

TEST(Validate, APartThatRunsTwiceIsADuplicate) {
    Plan plan = linearPlan(1, 1, "F0.0 B0.0 W0.0/1 W0.0/0 W0.0/1");
    plan.costs.weightParts = 2;
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(codesOf(findings), Codes{"duplicate"});
    EXPECT_EQ(findings[0].message, "W0.0/1 runs more than once: rank 0 has run it before.");
}

TEST(Validate, ARecomputationOfAKeptActivationIsOneTooMany) {
    const std::vector<Finding> findings = validate(linearPlan(1, 1, "F0.0 R0.0 BW0.0"));
    ASSERT_EQ(codesOf(findings), Codes{"duplicate"});
    EXPECT_EQ(findings[0].op, op("R0.0"));
}

TEST(Validate, ADuplicateIsAnError) {
    const std::vector<Finding> findings = validate(linearPlan(1, 1, "F0.0 F0.0 BW0.0"));
    ASSERT_EQ(codesOf(findings), Codes{"duplicate"});
    EXPECT_EQ(findings[0].message, "F0.0 runs more than once: rank 0 has run it before.");
}

TEST(Validate, AnOpOnAnotherRankIsMisplaced) {
    const std::vector<Finding> findings = validate(linearPlan(2, 1, R"(
        F0.0 F1.0 BW0.0
        BW1.0
    )"));
    ASSERT_EQ(codesOf(findings), Codes{"misplaced"});
    EXPECT_EQ(findings[0].rank, 0);
    EXPECT_EQ(findings[0].message, "F1.0 stands on rank 0, but stage 1 of microbatch 0 lives on rank 1.");
}

TEST(Validate, AnOpBeforeItsInputOnOneRankIsAPrecedenceError) {
    const std::vector<Finding> findings = validate(linearPlan(1, 2, "F0.0 BW0.1 F0.1 BW0.0"));
    ASSERT_EQ(codesOf(findings), (Codes{"precedence", "staging"}));
    EXPECT_EQ(findings[0].op, op("BW0.1"));
    EXPECT_EQ(findings[0].message, "BW0.1 stands before F0.1 on rank 0, but needs that one's output.");
}

TEST(Validate, ADeadlockIsExplainedRankByRank) {
    const std::vector<Finding> findings = validate(linearPlan(2, 2, R"(
        F0.0 BW0.0 F0.1 BW0.1
        F1.0 F1.1 BW1.0 BW1.1
    )"));
    ASSERT_EQ(codesOf(findings), Codes{"deadlock"});
    EXPECT_EQ(findings[0].rank, 0);
    EXPECT_EQ(findings[0].op, op("BW0.0"));
    EXPECT_EQ(findings[0].message,
              "Ranks wait for each other in a circle: rank 0 holds F0.1 until BW0.0, which waits "
              "for BW1.0 on rank 1; rank 1 holds BW1.0 until F1.1, which waits for F0.1 on rank 0.");
}

TEST(Validate, RanksThatOnlyWaitForAStalledRankAreNotReported) {
    const std::vector<Finding> findings = validate(linearPlan(2, 1, R"(
        F0.0 BW0.0
        BW1.0 F1.0
    )"));
    EXPECT_EQ(codesOf(findings), Codes{"precedence"});
}

TEST(Validate, BesideItsBWThereIsNoBOrW) {
    const std::vector<Finding> findings = validate(linearPlan(1, 1, "F0.0 BW0.0 W0.0"));
    ASSERT_EQ(codesOf(findings), Codes{"fused"});
    EXPECT_EQ(findings[0].op, op("BW0.0"));
}

TEST(Validate, APairIsAForwardWithABackwardOfAnotherMicrobatch) {
    EXPECT_TRUE(validate(linearPlan(1, 2, "F0.0 F0.1+BW0.0 BW0.1")).empty());
    EXPECT_TRUE(validate(linearPlan(1, 2, "F0.0 BW0.0+F0.1 BW0.1")).empty());
    EXPECT_EQ(codesOf(validate(linearPlan(1, 2, "F0.0+F0.1 BW0.0 BW0.1"))), Codes{"pair"});
    EXPECT_EQ(codesOf(validate(linearPlan(1, 2, "F0.0 B0.0 F0.1+W0.0 B0.1 W0.1"))), Codes{"pair"});
    EXPECT_EQ(codesOf(validate(linearPlan(1, 1, "F0.0+BW0.0"))), Codes{"pair"});
}

TEST(Validate, TooMuchMemoryNamesThePlaceAndTheAmount) {
    Plan plan = linearPlan(1, 3, "F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2");
    plan.memory.limit = {kMemoryUnit * 3 / 2};
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(codesOf(findings), Codes{"memory"});
    EXPECT_EQ(findings[0].op, op("F0.1"));
    EXPECT_EQ(findings[0].message, "Rank 0 passes its memory limit of 1.5 activations at F0.1; its peak is 3 "
                                   "activations, 1.5 activations too much.");
    plan.memory.limit = {3 * kMemoryUnit};
    EXPECT_TRUE(validate(plan).empty());
}

TEST(Validate, OnlyAnOrderThatRunsAsAWholeHasAnIteration) {
    Plan plan = linearPlan(1, 2, "F0.0 F0.1 BW0.1 BW0.0");
    const auto iteration = [](const Plan& each) {
        return checked(each, simulate(each.schedule, each.costs)).metrics.iterationTime();
    };
    plan.memory.limit = {kMemoryUnit};
    EXPECT_FALSE(isValid(validate(plan)));
    EXPECT_TRUE(isWhole(validate(plan)));
    EXPECT_TRUE(iteration(plan)) << "a limit is no matter of times";
    plan.schedule.order[0].pop_back();
    EXPECT_FALSE(isWhole(validate(plan)));
    EXPECT_FALSE(iteration(plan)) << "BW0.0 is missing";
    Plan twice = linearPlan(1, 1, "F0.0 F0.0 BW0.0");
    EXPECT_FALSE(iteration(twice)) << "F0.0 runs twice";
}

TEST(Validate, TheDeviceMustHoldTheWeightsToo) {
    Plan plan = linearPlan(1, 1, "F0.0 BW0.0");
    plan.memory.stages[0][0].fixed = 4 * kMemoryUnit;
    plan.memory.device = {4 * kMemoryUnit};
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(codesOf(findings), Codes{"device-memory"});
    EXPECT_EQ(
        findings[0].message,
        "Rank 0 needs 5 activations with its weights, but its device has 4 activations, 1 activation too little.");
}

TEST(Validate, AGapIsWarnedOfOnlyWhereItCostsTime) {
    Plan plan = linearPlan(2, 1, R"(
        F0.0 BW0.0
        F1.0 BW1.0
    )");
    plan.schedule.order[0][1].gap = unit(); // while it waits for its gradient
    EXPECT_TRUE(validate(plan).empty());
    plan.schedule.order[1][1].gap = unit(2);
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(codesOf(findings), Codes{"gap"});
    EXPECT_EQ(findings[0].severity, Severity::Warning);
    EXPECT_EQ(findings[0].message,
              "The gap of 2 units before BW1.0 on rank 1 makes the whole schedule 2 units longer.");
    EXPECT_TRUE(isValid(findings));
}

TEST(Validate, AGapOnOneOfTwoLongestWaysCostsNothing) {
    // Both ranks end at 3; without its gap rank 0 would be done sooner, the whole would not.
    Plan plan{.schedule = {.placement = {.ranks = 2, .directions = {{0}, {1}}},
                           .microbatches = 2,
                           .order = rows("F0.0 BW0.0 \n F0.1 BW0.1")},
              .costs = unitCosts(1),
              .memory = unitMemory(1, 2)};
    plan.schedule.order[0][1].gap = unit();
    plan.schedule.order[1][1].gap = unit();
    EXPECT_TRUE(validate(plan).empty());
}

TEST(Validate, ValuesOfOneLinkInAnotherOrderAreCrossed) {
    const std::vector<Finding> findings = validate(linearPlan(2, 3, R"(
        F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2
        F1.0 F1.2 F1.1 BW1.0 BW1.1 BW1.2
    )"));
    ASSERT_EQ(codesOf(findings), Codes{"crossed"});
    EXPECT_EQ(findings[0].op, op("F1.1"));
    EXPECT_EQ(findings[0].message,
              "Rank 1 needs the output of F0.1 only after the output of F0.2, but rank 0 sends it first.");
    EXPECT_TRUE(isValid(findings));
}

TEST(Validate, WeightsOutOfMicrobatchOrderNeedStaging) {
    const std::vector<Finding> findings = validate(linearPlan(1, 2, "F0.0 F0.1 B0.0 B0.1 W0.1 W0.0"));
    ASSERT_EQ(codesOf(findings), Codes{"staging"});
    EXPECT_EQ(findings[0].op, op("W0.1"));
    EXPECT_EQ(findings[0].message, "From W0.1 on, rank 0 makes the weight gradients of stage 0 out of microbatch order "
                                   "and holds back up to 1 of them.");
}

TEST(Validate, ErrorsComeFirstThenRankThenPosition) {
    const std::vector<Finding> findings = validate(linearPlan(2, 2, R"(
        F0.0 F0.1 F0.1 BW0.1 BW0.0
        F1.0 F1.0 BW1.0 F1.1 BW1.1
    )"));
    ASSERT_EQ(codesOf(findings), (Codes{"duplicate", "duplicate", "staging", "crossed"}));
    EXPECT_EQ(findings[0].rank, 0);
    EXPECT_EQ(findings[1].rank, 1);
}

TEST(Validate, OfOneCodeThereAreAtMost200AndTheLastSaysHowManyMore) {
    Plan plan = linearPlan(1, 500, "F0.0");
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(findings.size(), 200u);
    // 499 F, 500 B and 500 W are missing.
    EXPECT_NE(findings.back().message.text().find("There are 1299 more like this."), std::string::npos);
}

TEST(Validate, TwinsLiveOnTheRanksOfTheirDirection) {
    const Plan plan{
        .schedule = {.placement = {.ranks = 2, .directions = {{0, 1}, {1, 0}}}, .microbatches = 2, .order = rows(R"(
        F0.0 F1.1 BW1.1 BW0.0
        F0.1 F1.0 BW1.0 BW0.1
    )")},
        .costs = unitCosts(2),
        .memory = unitMemory(2, 2)};
    EXPECT_TRUE(validate(plan).empty());
}

TEST(Validate, SeveritiesHaveNames) {
    EXPECT_EQ(toText(Severity::Error), "error");
    EXPECT_EQ(toText(Severity::Warning), "warning");
    EXPECT_EQ(toText(Severity::Note), "note");
}

TEST(Validate, AKeyThatTheFormatDoesNotHaveIsAWarning) {
    Plan plan = linearPlan(4, 8, zbH1Rows());
    plan.unknown = R"({"costs": {"foward": 3}, "colour": "red"})";
    const std::vector<Finding> findings = validate(plan);
    ASSERT_EQ(codesOf(findings), (Codes{"unknown-key", "unknown-key"}));
    EXPECT_TRUE(isValid(findings));
    EXPECT_EQ(findings[0].message, "costs.foward is no key of this version of the format: it is kept, and nothing "
                                   "follows from it. Did you mean costs.forward?");
    EXPECT_EQ(findings[1].message,
              "colour is no key of this version of the format: it is kept, and nothing follows from it.");
}
