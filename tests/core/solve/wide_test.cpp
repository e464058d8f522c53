// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/solve/gaps.h"
#include "core/solve/solve.h"
#include "core/solve/starts.h"
#include "tests/support/random_plan.h"
#include "tests/support/repository.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace lanewright::test {
namespace {

/// Problems in which parts of the model meet, each with an order that CP-SAT found or proved, of `solve_wide.py`. An
/// odd number in the name says that the makespan is wanted, an even one the period.
std::vector<std::filesystem::path> wideFiles() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(inRepository("tests/data/solve")))
        files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

TEST(SolveWide, FindsWhatAPeerFoundWherePartsOfTheModelMeet) {
    const std::vector<std::filesystem::path> files = wideFiles();
    EXPECT_GE(files.size(), 8U);
    for (const std::filesystem::path& file : files) {
        const std::string name = file.stem().string();
        const Result<std::string> text = readFile(file.string());
        ASSERT_TRUE(text) << name;
        const Result<Plan> plan = planFromJson(*text);
        ASSERT_TRUE(plan) << name << ": " << plan.error().message;
        const Objective objective = (name.back() - '0') % 2 != 0 ? Objective::Makespan : Objective::Period;
        const Fraction peer = exactValue(*plan, plan->schedule, objective);
        Plan problem = *plan;
        problem.schedule.order.clear();
        const Result<Solution> found =
            solve(problem, {.objective = objective, .timeLimit = 20, .seed = 2, .threads = 1, .rounds = 5});
        ASSERT_TRUE(found) << name;
        EXPECT_LE(found->value, peer) << name << ": " << found->value.value() << " for " << peer.value();
        EXPECT_LE(found->bound, peer) << name;
        EXPECT_EQ(exactValue(*plan, found->schedule, objective), found->value) << name;
    }
}

TEST(Gaps, OfAPairAreTheLongerOfThoseOfItsOps) {
    Schedule schedule = linearSchedule(1, 2, "F0.0 F0.1 BW0.0 BW0.1");
    schedule.order[0][1].gap = 3;
    schedule.order[0][2].gap = 5;
    const Gaps gaps = gapsIn(schedule);
    const Op f = op("F0.1");
    EXPECT_EQ(gapOf(gaps, {.op = f}), 3);
    EXPECT_EQ(gapOf(gaps, {.op = f, .paired = op("B0.0")}), 5) << "B and BW are one backward";
    EXPECT_EQ(gapOf(gaps, {.op = f, .paired = op("BW0.1")}), 3);
}

// A wait on purpose is no idle time that a better order takes away.
TEST(SolveWide, KeepsGapsWithTheirOps) {
    int moved = 0;
    for (std::uint64_t seed = 1; seed <= trials(12, 12); ++seed) {
        const Plan plan = randomPlan(seed, {.mostRanks = 3, .mostMicrobatches = 4, .serial = false});
        const Gaps gaps = gapsIn(plan.schedule);
        if (gaps.empty())
            continue;
        const Result<Solution> found =
            solve(plan, {.objective = Objective::Makespan, .timeLimit = 20, .threads = 1, .rounds = 2});
        ASSERT_TRUE(found) << seed;
        moved += found->schedule.order != plan.schedule.order ? 1 : 0;
        EXPECT_LE(found->value, exactValue(plan, plan.schedule, Objective::Makespan)) << seed;
        EXPECT_EQ(exactValue(plan, found->schedule, Objective::Makespan), found->value) << seed;
        for (const Row& row : found->schedule.order)
            for (const Block& block : row)
                EXPECT_EQ(block.gap, gapOf(gaps, block)) << seed;
    }
    EXPECT_GT(moved, 3);
}

} // namespace
} // namespace lanewright::test
