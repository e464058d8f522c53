// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/check/validate.h"
#include "core/open/open_file.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

TEST(Generate, MakesTheZbH1OfThePaper) {
    const Folder folder;
    const std::string file =
        folder.schedule("a.lwsched", {"zb-h1", "-p", "4", "-m", "8", "--tf", "1", "--tb", "1", "--tw", "1"});
    EXPECT_EQ(jsonOf(cli({"simulate", file, "--json"}))["makespan"], 27);
}

TEST(Generate, PrintsTheScheduleWithoutAnOutput) {
    const nlohmann::json schedule = jsonOf(cli({"generate", "1f1b", "-p", "2", "-m", "3"}));
    EXPECT_EQ(schedule["format"], "lanewright-schedule");
    EXPECT_EQ(schedule["order"].size(), 2u);
}

TEST(Generate, TakesExactDecimalsInTheGivenUnits) {
    const Folder folder;
    const std::string file = folder.schedule(
        "a.lwsched", {"zb-h1",  "-p",   "2",      "-m",   "2",     "--time-unit",    "ms",    "--tf",
                      "18.522", "--tb", "18.086", "--tw", "9.337", "--tcomm",        "0.601", "--memory-unit",
                      "MiB",    "--mf", "192",    "--mb", "-128",  "--memory-limit", "1536",  "--title",
                      "Mine"});
    const Result<Plan> plan = openPlan(file);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->title, "Mine");
    EXPECT_EQ(plan->costs.of(0, 1).forward, 18'522'000);
    EXPECT_EQ(plan->costs.of(0, 1).backwardInput, 18'086'000);
    EXPECT_EQ(plan->costs.of(0, 1).backwardWeight, 9'337'000);
    EXPECT_EQ(plan->costs.transfer.between(0, 1), 601'000);
    EXPECT_EQ(plan->memory.of(0, 0),
              (StageMemory{.forward = 192 << 20, .backwardInput = -(128 << 20), .backwardWeight = -(64 << 20)}));
    EXPECT_EQ(plan->memory.limitOf(1), Bytes{1536} << 20);
}

TEST(Generate, ReplacesWhatAProblemFileSays) {
    const Folder folder;
    const std::string problem = folder.schedule("p.lwsched", {"1f1b", "-p", "3", "-m", "4", "--tf", "5"});
    const std::string file = folder.path("a.lwsched");
    const Answer answer = cli({"generate", "gpipe", problem, "-m", "6", "--tw", "2", "--mf", "4", "-o", file});
    ASSERT_EQ(answer.code, 0) << answer.errors;
    const Result<Plan> plan = openPlan(file);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->schedule.ranks(), 3);
    EXPECT_EQ(plan->schedule.microbatches, 6);
    EXPECT_EQ(plan->costs.of(0, 0).forward, 5 * kTimeUnit);
    EXPECT_EQ(plan->costs.of(0, 2).backwardWeight, 2 * kTimeUnit);
    EXPECT_EQ(plan->memory.of(0, 2).forward, 4 * kMemoryUnit);
    EXPECT_EQ(cli({"generate", "gpipe", problem, "-p", "2"}).code, 2);
}

TEST(Generate, TellsTheNumbersOfWhatItWrote) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    EXPECT_NE(cli({"generate", "zb-h1", "-o", file}).output.find("makespan 27"), std::string::npos);
    const nlohmann::json numbers = jsonOf(cli({"generate", "zb-h1", "-o", file, "--json"}));
    EXPECT_EQ(numbers["makespan"], 27);
    EXPECT_EQ(numbers["output"], file);
}

TEST(Generate, SaysWhenItCantWrite) {
    const Answer answer = cli({"generate", "zb-h1", "-o", "/no/such/folder/a.lwsched"});
    EXPECT_EQ(answer.code, 2);
    EXPECT_TRUE(answer.errors.starts_with("lanewright-cli: /no/such/folder/a.lwsched: ")) << answer.errors;
}

TEST(Generate, CutsEachWeightGradientIntoParts) {
    const Folder folder;
    const Result<Plan> plan = openPlan(folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2", "--w-parts", "3"}));
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->costs.weightParts, 3);
    EXPECT_EQ(opCount(plan->schedule), 2 * 2 * (2 + 3));
    EXPECT_TRUE(isValid(validate(*plan)));
}

TEST(Generate, KeepsTheTimeOfAnOverlappedPair) {
    const Folder folder;
    const Result<Plan> plan =
        openPlan(folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2", "--overlapped", "2.5"}));
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->costs.of(0, 1).overlapped, 2'500'000);
}

TEST(Generate, RefusesChoicesThatWouldDoNothing) {
    const Answer objective = cli({"generate", "1f1b", "--objective", "makespan"});
    EXPECT_EQ(objective.code, 2);
    EXPECT_NE(objective.errors.find("whatever the objective"), std::string::npos) << objective.errors;
    const Answer group = cli({"generate", "gpipe", "--group", "2"});
    EXPECT_EQ(group.code, 2);
    EXPECT_NE(group.errors.find("does not deal microbatches in groups"), std::string::npos) << group.errors;
    EXPECT_EQ(cli({"generate", "zb-auto", "--objective", "beauty"}).code, 2);
    EXPECT_EQ(cli({"generate", "zb-h1", "--w-parts", "0"}).code, 2);
}

} // namespace
} // namespace lanewright::test
