// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/io/schedule_json.h"
#include "core/open/open_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace lanewright::test {
namespace {

TEST(Generate, MakesTheZbH1OfThePaper) {
    const Folder folder;
    const std::string file =
        folder.schedule("a.lwsched", {"zb-h1", "-p", "4", "-m", "8", "--tf", "1", "--tb", "1", "--tw", "1"});
    EXPECT_EQ(jsonOf(cli({"simulate", file, "--json"}))["makespan"], 27);
}

TEST(Generate, AnEmptyBoardHasTheProblemAndNoOp) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    const auto board = [&](const Words& words) {
        Words all = {"generate", "empty", "-p", "2", "-m", "3", "-o", file};
        all.insert(all.end(), words.begin(), words.end());
        const Answer answer = cli(all);
        EXPECT_EQ(answer.code, 0) << answer.errors;
        return *openPlan(file);
    };
    const Plan chain = board({});
    EXPECT_EQ(chain.schedule.placement, linear(2));
    EXPECT_EQ(chain.schedule.order, std::vector<Row>(2));
    EXPECT_EQ(board({"-v", "2"}).schedule.placement, looped(2, 4));
    EXPECT_EQ(board({"-v", "3", "--placement", "v"}).schedule.placement, zigzag(2, 6));
    EXPECT_EQ(board({"--placement", "two-ways"}).schedule.placement, twoWays(2));
    const Plan own = board({"--placement", "0, 1, 1, 0; 1, 0, 0, 1", "--tf", "4"});
    EXPECT_EQ(own.schedule.placement.directions, (std::vector<std::vector<int>>{{0, 1, 1, 0}, {1, 0, 0, 1}}));
    EXPECT_EQ(own.costs.of(1, 2).forward, 2 * kTimeUnit) << "a rank's work is shared by its stages";
    ASSERT_EQ(cli({"generate", "v-half", "-p", "2", "-m", "3", "-o", file}).code, 0);
    EXPECT_NE(cli({"generate", "empty", file}).output.find("[[0, 1, 1, 0]]"), std::string::npos);
}

TEST(Generate, AnEmptyBoardRefusesWhatItCanNotTake) {
    const auto refusal = [](const Words& words) {
        Words all = {"generate", "empty", "-p", "2"};
        all.insert(all.end(), words.begin(), words.end());
        const Answer answer = cli(all);
        EXPECT_EQ(answer.code, 2);
        return answer.errors;
    };
    EXPECT_NE(refusal({"--placement", "ring"}).find("'ring' is no placement"), std::string::npos);
    EXPECT_NE(refusal({"--placement", "0,2"}).find("names rank 2, and the ranks are 0 to 1"), std::string::npos);
    EXPECT_NE(refusal({"--placement", "0,0"}).find("rank 1 of the placement hosts no stage"), std::string::npos);
    EXPECT_NE(refusal({"--placement", "0,1;1"}).find("has a rank for every stage"), std::string::npos);
    EXPECT_NE(refusal({"--placement", "chain", "-v", "2"}).find("has one chunk, not 2"), std::string::npos);
    EXPECT_NE(refusal({"--group", "2"}).find("--group"), std::string::npos);
    EXPECT_NE(refusal({"--objective", "makespan"}).find("--objective"), std::string::npos);
    EXPECT_NE(cli({"generate", "1f1b", "--placement", "v"}).errors.find("1f1b places the stages itself"),
              std::string::npos);
}

TEST(Generate, SaysTheBubbleThatEveryOtherPlaceSays) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    const Answer answer = cli({"generate", "zb-h2", "-p", "3", "-m", "6", "-o", file});
    EXPECT_NE(answer.output.find("longest span 18, bubble 0.1000 of the iteration\n"), std::string::npos)
        << answer.output;
    EXPECT_EQ(jsonOf(cli({"simulate", file, "--json"}))["bubble_share"], 0.1);
}

TEST(Generate, ALimitIsKeptAndTheMethodSaysSo) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    const Answer answer = cli({"generate", "zb-1p", "-p", "4", "-m", "8", "--memory-limit", "3", "-o", file});
    ASSERT_EQ(answer.code, 0) << answer.errors;
    EXPECT_NE(answer.errors.find("zb-1p would hold up to 4 activations on rank 0"), std::string::npos) << answer.errors;
    EXPECT_EQ(openPlan(file)->memory.limitOf(3), 3 * kMemoryUnit);
    const Answer again = cli({"generate", "zb-2p", file, "-o", folder.path("b.lwsched")});
    EXPECT_EQ(openPlan(folder.path("b.lwsched"))->memory.limitOf(3), 3 * kMemoryUnit) << again.errors;
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

TEST(Generate, DrawsTheSameLengthsForTheSameSeed) {
    const auto drawn = [](const char* words, const char* seed) {
        const Answer answer = cli({"generate", "gpipe", "-p", "2", "-m", "500", "--lengths", words, "--seed", seed});
        EXPECT_EQ(answer.code, 0) << answer.errors;
        return jsonOf(answer)["microbatch"]["length"].get<std::vector<int>>();
    };
    const std::vector<int> flat = drawn("uniform:100:300", "7");
    EXPECT_EQ(flat, drawn("uniform:100:300", "7"));
    EXPECT_NE(flat, drawn("uniform:100:300", "8"));
    EXPECT_TRUE(std::ranges::all_of(flat, [](int length) { return length >= 100 && length <= 300; }));
    EXPECT_NEAR(std::accumulate(flat.begin(), flat.end(), 0.0) / 500, 200, 12) << "four standard errors";
    std::vector<int> skew = drawn("lognormal:2000:0.5", "7");
    std::ranges::sort(skew);
    EXPECT_NEAR(skew[250], 2000, 300) << "the median";
    EXPECT_GT(skew[475], 2000 * 1.9) << "a twentieth is 2.3 times as long or longer";
}

TEST(Generate, TakesAsManyMicrobatchesAsAFileHasLengths) {
    const Folder folder;
    const std::string lengths = folder.write("lengths.txt", "512, 1024\n2048 512\n");
    const std::string file =
        folder.schedule("a.lwsched", {"1f1b", "-p", "2", "--lengths", lengths, "--quadratic", "0.5"});
    const Result<Plan> plan = openPlan(file);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->schedule.microbatches, 4);
    EXPECT_EQ(plan->costs.microbatches.length(), (std::vector<int>{512, 1024, 2048, 512}));
    // The mean is 1024: half of it takes 1/4 + 1/8 of the time, twice of it 1 + 2.
    EXPECT_EQ(plan->costs.duration({.microbatch = 0}, 0, plan->schedule.placement), kTimeUnit * 3 / 8);
    EXPECT_EQ(plan->costs.duration({.microbatch = 2}, 0, plan->schedule.placement), kTimeUnit * 3);
    EXPECT_TRUE(isValid(validate(*plan)));
}

TEST(Generate, SaysWhatAMethodDoesNotLookAt) {
    const auto remarks = [](const char* name, const char* lengths) {
        return cli({"generate", name, "-p", "2", "-m", "4", "--lengths", lengths}).errors;
    };
    EXPECT_NE(remarks("1f1b", "uniform:1:9").find("does not look at times"), std::string::npos);
    EXPECT_NE(remarks("zb-auto", "uniform:1:9").find("by the times of each microbatch"), std::string::npos);
    EXPECT_EQ(remarks("chimera", "uniform:1:9"), "");
    EXPECT_EQ(remarks("1f1b", "uniform:9:9"), "") << "all alike";
}

TEST(Generate, EveryMethodMakesAValidOrderOfMicrobatchesThatDiffer) {
    for (const Generator& generator : generators()) {
        const Answer answer = cli({"generate", std::string{generator.name}, "-p", "4", "-m", "8", "--lengths",
                                   "lognormal:2048:0.8", "--quadratic", "0.3"});
        ASSERT_EQ(answer.code, 0) << generator.name << ": " << answer.errors;
        const Result<Plan> plan = planFromJson(answer.output);
        ASSERT_TRUE(plan) << generator.name;
        EXPECT_FALSE(plan->costs.microbatches.areEqual()) << generator.name;
        EXPECT_TRUE(isValid(validate(*plan))) << generator.name;
    }
}

TEST(Generate, RefusesLengthsThatAreNone) {
    const Folder folder;
    const std::string wrong = folder.write("wrong.txt", "512 -3");
    const std::string two = folder.write("two.txt", "512 513");
    const auto refused = [](Words options) {
        options.insert(options.begin(), {"generate", "1f1b", "-p", "2"});
        const Answer answer = cli(options);
        EXPECT_EQ(answer.code, 2) << answer.output;
        return answer.errors;
    };
    EXPECT_NE(refused({"--lengths", wrong}).find("'-3' is no length"), std::string::npos);
    EXPECT_NE(refused({"--lengths", "unifrom:1:9"}).find("--lengths: unifrom:1:9: can't be opened"), std::string::npos);
    EXPECT_NE(refused({"--lengths", "uniform:9:1"}).find("no distribution"), std::string::npos);
    EXPECT_NE(refused({"--lengths", "lognormal:100:x"}).find("no distribution"), std::string::npos);
    EXPECT_NE(refused({"--lengths", "uniform:1:9", "--quadratic", "2"}).find("between 0 and 1"), std::string::npos);
    EXPECT_NE(refused({"--quadratic", "0.5"}).find("--lengths"), std::string::npos);
    EXPECT_NE(refused({"-m", "3", "--lengths", two}).find("2 lengths for 3 microbatches"), std::string::npos);
    EXPECT_NE(refused({"--lengths", two, "--seed", "3"}).find("drawn"), std::string::npos);
}

TEST(Generate, RefusesAnotherNumberOfMicrobatchesThanAProblemTellsApart) {
    const Folder folder;
    const std::string problem =
        folder.schedule("p.lwsched", {"1f1b", "-p", "2", "-m", "4", "--lengths", "uniform:1:9"});
    const Answer answer = cli({"generate", "gpipe", problem, "-m", "6"});
    EXPECT_EQ(answer.code, 1);
    EXPECT_NE(answer.errors.find("how 4 microbatches differ, but has 6"), std::string::npos) << answer.errors;
    EXPECT_EQ(cli({"generate", "gpipe", problem, "-m", "6", "--lengths", "uniform:1:9"}).code, 0);
}

TEST(Generate, TellsTheNumbersOfWhatItWrote) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    EXPECT_NE(cli({"generate", "zb-h1", "-o", file}).output.find("makespan 27"), std::string::npos);
    const nlohmann::json numbers = jsonOf(cli({"generate", "zb-h1", "-o", file, "--json"}));
    EXPECT_EQ(numbers["makespan"], 27);
    EXPECT_EQ(numbers["output"], file);
}

TEST(Generate, KeepsStatesWithANameThatFitAndNamesOthers) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"gpipe", "-p", "2", "-m", "3"});
    Plan plan = *openPlan(file);
    plan.variants = {variantOf(plan, "as it was")};
    folder.write("a.lwsched", planToJson(plan));
    const std::string other = folder.path("b.lwsched");
    const Answer same = cli({"generate", "1f1b", file, "-o", other});
    EXPECT_EQ(same.errors, "");
    EXPECT_EQ(openPlan(other)->variants, plan.variants);
    const Answer fewer = cli({"generate", "1f1b", file, "-m", "2", "-o", other});
    EXPECT_NE(fewer.errors.find("b.lwsched: 1 variant does not go into the file"), std::string::npos) << fewer.errors;
    EXPECT_TRUE(openPlan(other)->variants.empty());
    // Every op of the variant is in these, too, and yet it is of none of them.
    const std::vector<std::vector<std::string>> larger = {{"1f1b", file, "-m", "6"}, {"zbv", file}};
    for (std::vector<std::string> arguments : larger) {
        arguments.insert(arguments.begin(), "generate");
        arguments.insert(arguments.end(), {"-o", other});
        const Answer more = cli(arguments);
        EXPECT_NE(more.errors.find("1 variant does not go into the file"), std::string::npos) << more.errors;
        EXPECT_TRUE(openPlan(other)->variants.empty()) << arguments[1];
    }
    ASSERT_EQ(cli({"solve", file, "--time-limit", "1", "-o", other}).code, 0);
    EXPECT_EQ(openPlan(other)->variants, plan.variants);
    ASSERT_EQ(cli({"convert", file, other, "--pytorch-costs"}).code, 0);
    EXPECT_EQ(openPlan(other)->variants, plan.variants);
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

TEST(Generate, RefusesAnotherNumberOfChunksThanItsMethodMakes) {
    const Answer one = cli({"generate", "interleaved-1f1b", "-p", "2", "-m", "4", "-v", "1"});
    EXPECT_EQ(one.code, 2);
    EXPECT_EQ(one.errors, "lanewright-cli: -v: interleaved-1f1b gives each rank 2 chunks, not 1\n");
    EXPECT_EQ(cli({"generate", "1f1b", "-p", "2", "-m", "4", "-v", "2"}).errors,
              "lanewright-cli: -v: 1f1b gives each rank 1 chunk, not 2\n");
    EXPECT_EQ(cli({"generate", "1f1b", "-p", "2", "-m", "4", "-v", "1"}).code, 0);
    EXPECT_EQ(cli({"generate", "interleaved-1f1b", "-p", "2", "-m", "4", "-v", "3"}).code, 0);
}

TEST(Generate, RefusesAProblemThatLeavesAWayOpenAndWritesNothing) {
    const Folder folder;
    const std::string out = folder.path("loop.lwsched");
    for (const char* const transfer : {"[1, 1]", "[[0, 1, null], [1, 0, 1], [null, 1, 0]]"}) {
        const std::string problem = folder.write(
            "problem.lwsched",
            std::string{R"({"format": "lanewright-schedule", "version": 1, "microbatches": 6, "placement": {"ranks": 3},
                            "costs": {"transfer": )"} +
                transfer + "}}");
        for (const char* const loop :
             {"interleaved-1f1b", "combined-interleaved-1f1b", "looped-bfs", "interleaved-zb", "gis", "gis-h"}) {
            const Answer answer = cli({"generate", loop, problem, "-o", out});
            EXPECT_EQ(answer.code, 1) << loop;
            EXPECT_EQ(answer.errors, "lanewright-cli: " + problem +
                                         ": costs.transfer: says nothing of ranks 2 and 0, between which stages 2 and "
                                         "3 exchange values; give the full matrix\n");
            EXPECT_FALSE(std::filesystem::exists(out)) << loop;
        }
        EXPECT_EQ(cli({"generate", "zbv", problem, "-o", folder.path("v.lwsched")}).code, 0) << "which needs no other";
    }
}

TEST(Generate, DropsAProofThatItsOrderDisproves) {
    const Folder folder;
    const std::string problem = folder.write("problem.lwsched",
                                             R"({"format": "lanewright-schedule", "version": 1, "microbatches": 4,
                                                 "placement": {"ranks": 2}, "proof": {"objective": "makespan",
                                                 "lower_bound": 1000, "by": "z3"}})");
    const std::string out = folder.path("a.lwsched");
    const Answer answer = cli({"generate", "zb-h1", problem, "-o", out, "--json"});
    EXPECT_GE(jsonOf(answer)["gap"], 0);
    EXPECT_NE(answer.errors.find("its proof says that there is no such order: the proof is dropped"),
              std::string::npos);
    EXPECT_EQ(folder.read("a.lwsched").find("proof"), std::string::npos);
}

TEST(Generate, NamesKeysOfAProblemThatMeanNothing) {
    const Folder folder;
    const std::string problem = folder.write(
        "a.lwsched", R"({"format": "lanewright-schedule", "version": 1, "placement": {"ranks": 2}, "microbatches": 2,
                         "costs": {"foward": 7}})");
    const Answer answer = cli({"generate", "gpipe", problem});
    EXPECT_EQ(answer.code, 0);
    EXPECT_NE(answer.errors.find("costs.foward is no key of this version of the format"), std::string::npos)
        << answer.errors;
    EXPECT_NE(answer.errors.find("Did you mean costs.forward?"), std::string::npos) << answer.errors;
}

} // namespace
} // namespace lanewright::test
