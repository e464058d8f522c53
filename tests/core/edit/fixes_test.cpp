// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fixes.h"

#include "core/check/findings.h"
#include "core/edit/edits.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"
#include "tests/support/flaws.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan withLimit(Plan plan, Bytes limit) {
    plan.memory.limit.assign(plan.schedule.ranks(), limit);
    return plan;
}

std::optional<Finding> findingOf(const Plan& plan, std::string_view code) {
    const std::vector<Finding> findings = validate(plan);
    const auto found = std::ranges::find(findings, code, &Finding::code);
    return found == findings.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> sentencesOf(const std::vector<Fix>& fixes) {
    std::vector<std::string> sentences;
    for (const Fix& fix : fixes)
        sentences.push_back(fix.sentence);
    return sentences;
}

} // namespace

TEST(Fixes, EveryCodeHasAFixtureWhoseFixesRemoveIt) {
    std::set<FindingCode> seen;
    for (const Flaw& flaw : flaws()) {
        const std::string code(toText(flaw.code));
        seen.insert(flaw.code);
        const std::optional<Finding> finding = findingOf(flaw.plan, code);
        ASSERT_TRUE(finding) << code;
        const std::vector<Fix> fixes = fixesOf(flaw.plan, *finding);
        ASSERT_FALSE(fixes.empty()) << code;
        const std::ptrdiff_t errors = std::ranges::count(validate(flaw.plan), Severity::Error, &Finding::severity);
        for (const Fix& fix : fixes) {
            EXPECT_FALSE(fix.sentence.empty());
            const std::vector<Finding> left = validate(fix.plan);
            EXPECT_EQ(std::ranges::count_if(left,
                                            [&](const Finding& other) {
                                                return other.code == code && other.op == finding->op &&
                                                       other.rank == finding->rank;
                                            }),
                      0)
                << code << ": " << fix.sentence;
            EXPECT_LE(std::ranges::count(left, Severity::Error, &Finding::severity), errors) << fix.sentence;
        }
        EXPECT_TRUE(isValid(validate(fixes.front().plan))) << code << ": " << fixes.front().sentence;
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(kCodes) - 1) << "all but unknown-key";
}

TEST(Fixes, NoOrderMendsAKeyThatTheFormatDoesNotHave) {
    Plan plan = linearPlan(4, 8, zbH1Rows());
    plan.unknown = R"({"foward": 3})";
    EXPECT_TRUE(fixesOf(plan, *findingOf(plan, "unknown-key")).empty());
}

TEST(Fixes, ComeBestFirstWithTheChangeOfTheMakespan) {
    for (const Flaw& flaw : flaws()) {
        const Finding finding = *findingOf(flaw.plan, toText(flaw.code));
        const Time before = extentOf(simulate(flaw.plan.schedule, flaw.plan.costs)).length();
        const std::vector<Fix> fixes = fixesOf(flaw.plan, finding);
        for (std::size_t index = 0; index < fixes.size(); ++index) {
            const Time after = extentOf(simulate(fixes[index].plan.schedule, fixes[index].plan.costs)).length();
            EXPECT_EQ(fixes[index].makespan, after);
            EXPECT_EQ(fixes[index].change, after - before);
            if (index == 0)
                continue;
            const Fix& better = fixes[index - 1];
            const auto rankOf = [](const Fix& fix) {
                return std::tuple{fix.errorsLeft, fix.kind, !fix.runs, fix.makespan};
            };
            EXPECT_LE(rankOf(better), rankOf(fixes[index]));
        }
    }
}

TEST(Fixes, OfACircleMoveOneOfItsBlocks) {
    const Flaw circle = flaws()[4];
    const std::vector<Fix> fixes = fixesOf(circle.plan, *findingOf(circle.plan, "deadlock"));
    ASSERT_FALSE(fixes.empty());
    EXPECT_TRUE(fixes.front().runs);
    EXPECT_TRUE(fixes.front().sentence.text().starts_with("Put ")) << fixes.front().sentence;
    EXPECT_EQ(fixes.front().errorsLeft, 0);
}

TEST(Fixes, OfMemoryChangeTheOrderBeforeTheLimit) {
    const Flaw memory = flaws()[7];
    const std::vector<Fix> fixes = fixesOf(memory.plan, *findingOf(memory.plan, "memory"));
    ASSERT_GE(fixes.size(), 2U);
    EXPECT_EQ(fixes.front().sentence, "Let rank 0 begin forwards only where there is room");
    EXPECT_EQ(fixes.front().plan.memory, memory.plan.memory);
    EXPECT_EQ(fixes.back().sentence, "Raise the memory limit of rank 0 to 4 activations");
    EXPECT_EQ(fixes.back().plan.schedule, memory.plan.schedule);
    EXPECT_EQ(fixes.back().change, 0);
}

TEST(Fixes, OfMemoryBringWeightsForwardWhereTheyWait) {
    const Plan plan = withLimit(linearPlan(1, 3, "F0.0 B0.0 F0.1 B0.1 F0.2 B0.2 W0.0 W0.1 W0.2"), 2 * kMemoryUnit);
    const std::vector<Fix> fixes = fixesOf(plan, *findingOf(plan, "memory"));
    const std::vector<std::string> sentences = sentencesOf(fixes);
    const auto found = std::ranges::find(sentences, "Bring W of rank 0 forward to make room");
    ASSERT_NE(found, sentences.end());
    EXPECT_LE(peakMemory(fixes[found - sentences.begin()].plan.schedule, plan.memory, 1)[0], 2 * kMemoryUnit);
}

TEST(Fixes, OfAMissingWMayFuseIt) {
    const Plan plan = flaws()[0].plan;
    const std::vector<std::string> sentences = sentencesOf(fixesOf(plan, *findingOf(plan, "incomplete")));
    EXPECT_NE(std::ranges::find(sentences, "Let B1.0 do the W as well, as BW"), sentences.end());
}

TEST(Fixes, OfStagingKeepTheBackwardsWhereTheyAre) {
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1 BW0.1 BW0.0");
    const std::vector<Fix> fixes = fixesOf(plan, *findingOf(plan, "staging"));
    const std::vector<std::string> sentences = sentencesOf(fixes);
    const auto held = std::ranges::find(sentences, "Hold each W of stage 0 back until its turn");
    ASSERT_NE(held, sentences.end());
    EXPECT_EQ(fixes[held - sentences.begin()].plan.schedule.order, rows("F0.0 F0.1 B0.1 BW0.0 W0.1"));
}

TEST(Fixes, AreNoneForAFindingThatThePlanDoesNotHave) {
    const Plan plan = linearPlan(4, 8, zbH1Rows());
    EXPECT_TRUE(fixesOf(plan, {.code = "incomplete", .rank = 0, .op = op("F0.0")}).empty());
    EXPECT_TRUE(fixesOf(plan, {.code = "no such code"}).empty());
}

TEST(Fixes, OfAPlanWithoutOrderPlaceItsOps) {
    const Plan plan = linearPlan(2, 2, "");
    const std::vector<Fix> fixes = fixesOf(plan, *findingOf(plan, "incomplete"));
    ASSERT_EQ(sentencesOf(fixes), std::vector<std::string>{"Place all 12 missing ops"});
    EXPECT_TRUE(isValid(validate(fixes.front().plan)));
}

TEST(Pair, JoinsAForwardWithABackwardOfAnotherMicrobatchAndPartsThem) {
    const Schedule schedule = linearPlan(1, 2, "F0.0 F0.1 B0.0 W0.0 B0.1 W0.1").schedule;
    const Result<Schedule> paired = pairBlocks(schedule, {0, 1}, {0, 2});
    ASSERT_TRUE(paired) << paired.error().message;
    EXPECT_EQ(paired->order, rows("F0.0 F0.1+B0.0 W0.0 B0.1 W0.1"));
    EXPECT_EQ(*unpair(*paired, {0, 1}), schedule);
    EXPECT_EQ(pairBlocks(schedule, {0, 2}, {0, 1})->order, rows("F0.0 F0.1+B0.0 W0.0 B0.1 W0.1"));
}

TEST(Pair, RefusesWhatIsNoPair) {
    const Schedule schedule =
        linearPlan(2, 2, "F0.0 F0.1 B0.0 W0.0 B0.1 W0.1\n F1.0 B1.0 W1.0 F1.1 B1.1 W1.1").schedule;
    EXPECT_FALSE(pairBlocks(schedule, {0, 0}, {0, 1}));
    EXPECT_FALSE(pairBlocks(schedule, {0, 0}, {0, 2})) << "of one microbatch";
    EXPECT_FALSE(pairBlocks(schedule, {0, 0}, {1, 4}));
    EXPECT_FALSE(pairBlocks(schedule, {0, 0}, {0, 9}));
    EXPECT_FALSE(pairBlocks(schedule, {0, 1}, {0, 1}));
    EXPECT_FALSE(unpair(schedule, {0, 0}));
}
