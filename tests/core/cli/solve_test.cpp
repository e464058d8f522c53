// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/simulate/simulate.h"
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <regex>
#include <thread>

namespace lanewright::test {
namespace {

/// A problem of two ranks and four microbatches, times in ms, whose first rank may hold `limit`.
std::string twoRanks(const std::string& limit) {
    return R"({"format": "lanewright-schedule", "version": 1, "title": "Two", "time_unit": "ms", "memory_unit": "MiB",
  "microbatches": 4, "placement": {"ranks": 2, "directions": [[0, 1]], "replicas": 1},
  "costs": {"forward": 1.5, "backward_input": 1.25, "backward_weight": 1, "transfer": 0.5},
  "memory": {"forward": 4, "backward_input": -1, "backward_weight": -3, "limit": [)" +
           limit + R"(, null]}})";
}

TEST(Solve, SavesAValidScheduleAndReportsTheNumbersItReached) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks("8"));
    const std::string saved = folder.path("b.lwsched");
    const nlohmann::json answer = jsonOf(cli({"solve", file, "--time-limit", "600", "--json", "-o", saved}));
    EXPECT_EQ(answer["feasible"], true);
    EXPECT_EQ(answer["objective"], "iteration");
    EXPECT_EQ(answer["value"], answer["iteration_time"]);
    EXPECT_EQ(answer["valid"], true);
    EXPECT_EQ(answer["optimal"], true);
    EXPECT_EQ(answer["gap"], 0);
    EXPECT_EQ(answer["lower_bound"], answer["value"]);
    EXPECT_EQ(answer["stopped"], false);
    EXPECT_EQ(answer["output"], saved);
    EXPECT_EQ(answer["time_unit"], "ms");
    EXPECT_LE(answer["peak_memory"][0].get<double>(), 8);
    EXPECT_TRUE(answer["seconds"].is_number());
    EXPECT_FALSE(answer["bound_reason"].get<std::string>().empty());
    EXPECT_EQ(cli({"validate", saved}).code, 0);
    const nlohmann::json numbers = jsonOf(cli({"simulate", saved, "--json"}));
    EXPECT_EQ(numbers["iteration_time_exact"], answer["value_exact"]);
    EXPECT_EQ(numbers["makespan"], answer["makespan"]);
}

TEST(Solve, SaysTimeAndMemoryBeforeAndAfter) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "4", "-m", "8"});
    const nlohmann::json answer = jsonOf(cli({"solve", file, "--time-limit", "600", "--rounds", "1", "--json"}));
    EXPECT_EQ(answer["before"]["value"], 33) << "(m + p − 1)(F + B + W)";
    EXPECT_EQ(answer["before"]["peak_memory"], (nlohmann::json{4, 3, 2, 1}));
    EXPECT_LT(answer["value"], 33);
    EXPECT_EQ(answer["as"], nullptr);
    const std::string text = cli({"solve", file, "--rounds", "1"}).output;
    EXPECT_NE(text.find("planned      33 before, "), std::string::npos) << text;
    EXPECT_NE(text.find("memory       4 before, "), std::string::npos) << text;
}

TEST(Solve, OfAnOrderThatDoesNotRunSaysWhyItHasNoTimeBefore) {
    const Folder folder;
    folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    std::string text = folder.read("a.lwsched");
    const std::size_t first = text.find("\"F0.0\", \"F0.1\"");
    ASSERT_NE(first, std::string::npos) << text;
    text.replace(first, 14, "\"F0.1\", \"BW0.0\"");
    text.replace(text.find("\"BW0.0\"", first + 16), 7, "\"F0.0\"");
    const std::string file = folder.write("b.lwsched", text);
    const nlohmann::json before = jsonOf(cli({"solve", file, "--rounds", "1", "--json"}))["before"];
    EXPECT_EQ(before["value"], nullptr);
    EXPECT_NE(before["unfinished"].get<std::string>().find("BW0.0"), std::string::npos) << before;
    EXPECT_EQ(before["peak_memory"].size(), 2u);
    const std::string words = cli({"solve", file, "--rounds", "1"}).output;
    EXPECT_NE(words.find("planned      – before ("), std::string::npos) << words;
    EXPECT_NE(words.find(" before, 2 now, activations of the fullest rank"), std::string::npos) << words;
}

TEST(Solve, OfARunOfPytorchTakesItsCostsAsPytorchRunsThem) {
    const Folder folder;
    folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "4"});
    const Plan plan = *planFromJson(folder.read("a.lwsched"));
    lanewright::Run run{.plan = plan};
    run.recorder.emplace().name = "test";
    run.recorder->framework = "torch 2.9.1";
    Costs slow = plan.costs;
    slow.stages = {{slow.of(0, 0), slow.of(0, 1)}};
    slow.stages[0][1].forward *= 3;
    for (int step = 1; step <= 3; ++step)
        run.steps.push_back({.step = step, .wall = simulate(plan.schedule, slow)});
    const std::string file = folder.write("a.lwrun", runToJson(run));
    const std::string saved = folder.path("b.lwsched");
    const Answer answer = cli({"solve", file, "--rounds", "1", "-o", saved});
    EXPECT_NE(answer.output.find("as PyTorch runs them"), std::string::npos) << answer.output;
    const Plan solved = *planFromJson(folder.read("b.lwsched"));
    EXPECT_EQ(solved.costs.of(0, 1).forward, 3 * kTimeUnit) << "measured";
    EXPECT_EQ(solved.costs.of(0, 0).backwardInput, 0);
    EXPECT_EQ(solved.costs.of(0, 0).backwardWeight, 2 * kTimeUnit);
    EXPECT_EQ(jsonOf(cli({"solve", file, "--rounds", "1", "--json"}))["as"], "pytorch");
}

TEST(Solve, SaysBeforeThatTheFirstAnswerTakesLongerThanTheLimit) {
    const Folder folder;
    std::string problem = twoRanks("null");
    const Answer small = cli({"solve", folder.write("small.lwsched", problem), "--time-limit", "0", "--json"});
    EXPECT_EQ(small.errors, "");
    const std::string count = "\"microbatches\": 4";
    problem.replace(problem.find(count), count.size(), "\"microbatches\": 450000");
    const std::string large = folder.write("large.lwsched", problem);
    const Answer answered = cli({"solve", large, "--time-limit", "0.5", "--json"});
    EXPECT_EQ(answered.errors,
              "lanewright-cli: " + large +
                  ": the first answer to so many ops takes about 2 s, longer than the limit of 0.5 s\n");
    EXPECT_EQ(jsonOf(answered)["valid"], true);
}

TEST(Solve, TakesAProblemFromAPipe) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks("8"));
    const Answer answer = cliWithPipe(file, {"solve", "/dev/stdin", "--time-limit", "600", "--json"});
    EXPECT_EQ(jsonOf(answer)["optimal"], true);
}

TEST(Solve, MakesTheNumberSmallThatItIsAskedFor) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks("8"));
    for (const std::string objective : {"period", "makespan", "longest_span"}) {
        const nlohmann::json answer =
            jsonOf(cli({"solve", file, "--objective", objective, "--time-limit", "600", "--json"}));
        EXPECT_EQ(answer["objective"], objective);
        EXPECT_EQ(answer["value"], answer[objective]);
        EXPECT_EQ(answer["optimal"], true) << objective;
    }
}

TEST(Solve, SaysInWordsHowFarTheScheduleIsFromTheBound) {
    const Folder folder;
    const Answer text = cli({"solve", folder.write("a.lwsched", twoRanks("8")), "--time-limit", "600"});
    EXPECT_EQ(text.code, 0);
    for (const char* part : {"iteration time  ", "optimal, proved by", "lower bound  ", "bubble_share"})
        EXPECT_NE(text.output.find(part), std::string::npos) << part << "\n" << text.output;
    EXPECT_TRUE(std::regex_search(text.output, std::regex("avoidable_share +0\\.0000\n"))) << text.output;
    EXPECT_EQ(text.errors, "");
}

TEST(Solve, RefusesALimitThatCannotBeKeptWithRankOpAndTheLeastThatWouldDo) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks("3"));
    const std::string saved = folder.path("b.lwsched");
    const Answer text = cli({"solve", file, "-o", saved});
    EXPECT_EQ(text.code, 1);
    EXPECT_EQ(text.output, "");
    for (const char* part : {"rank 0", "F0.0", "4 MiB"})
        EXPECT_NE(text.errors.find(part), std::string::npos) << part << "\n" << text.errors;
    EXPECT_EQ(text.errors.find('\n'), text.errors.size() - 1) << text.errors;
    const nlohmann::json answer = jsonOf(cli({"solve", file, "-o", saved, "--json"}), 1);
    EXPECT_EQ(answer["feasible"], false);
    EXPECT_NE(answer["reason"].get<std::string>().find("4 MiB"), std::string::npos) << answer;
    EXPECT_FALSE(std::filesystem::exists(saved));
    EXPECT_EQ(jsonOf(cli({"solve", file, "--memory-limit", "4", "--time-limit", "5", "--json"}))["feasible"], true);
}

TEST(Solve, RepeatsExactlyForTheSameSeedRoundsAndThreads) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-auto", "-p", "4", "-m", "10", "--tf", "19", "--tb", "18",
                                                           "--tw", "9", "--tcomm", "1", "--memory-limit", "3"});
    const auto solved = [&](const std::string& name) {
        const std::string saved = folder.path(name);
        const Answer answer =
            cli({"solve", file, "--rounds", "1", "--threads", "2", "--seed", "7", "--time-limit", "0", "-o", saved});
        EXPECT_EQ(answer.code, 0) << answer.errors;
        return folder.read(name);
    };
    EXPECT_EQ(solved("b.lwsched"), solved("c.lwsched"));
}

TEST(Solve, RefusesToOrderMicrobatchesThatAreAlike) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks("8"));
    const Answer answer = cli({"solve", file, "--order", "microbatches"});
    EXPECT_EQ(answer.code, 2);
    EXPECT_NE(answer.errors.find("alike"), std::string::npos) << answer.errors;
    EXPECT_EQ(cli({"solve", file, "--order", "ops", "--rounds", "1"}).code, 0);
}

TEST(Solve, EndsWhereAllOrdersOfMicrobatchesAreTried) {
    const Folder folder;
    const std::string file = folder.schedule(
        "a.lwsched", {"1f1b", "-p", "3", "-m", "5", "--lengths", "lognormal:2048:0.8", "--quadratic", "0.3"});
    const nlohmann::json answer =
        jsonOf(cli({"solve", file, "--order", "microbatches", "--time-limit", "600", "--json"}));
    EXPECT_EQ(answer["valid"], true);
    EXPECT_EQ(answer["all_tried"], true);
    EXPECT_LT(answer["seconds"].get<double>(), 300);
}

TEST(Solve, DropsAFalseProofSaysSoAndWritesNoGapBelowNothing) {
    const Folder folder;
    nlohmann::json problem =
        nlohmann::json::parse(folder.read((folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "4"}), "a.lwsched")));
    problem.erase("order");
    for (const char* const objective : {"makespan", "period"}) {
        problem["proof"] = {{"objective", objective}, {"lower_bound", 1000}, {"by", "z3"}};
        const std::string file = folder.write("false.lwsched", problem.dump());
        const Answer answer = cli(
            {"solve", file, "--objective", "makespan", "--rounds", "2", "--json", "-o", folder.path("found.lwsched")});
        const nlohmann::json found = jsonOf(answer);
        EXPECT_GE(found["gap"], 0) << objective;
        EXPECT_LE(found["lower_bound"], found["value"]) << objective;
        EXPECT_NE(answer.errors.find(std::string{"its proof says that no order's "} + objective +
                                     " is below 1000, and that of the order found is: the proof is dropped"),
                  std::string::npos)
            << answer.errors;
        const nlohmann::json saved = nlohmann::json::parse(folder.read("found.lwsched"));
        EXPECT_TRUE(!saved.contains("proof") || saved["proof"]["lower_bound"] != 1000) << objective;
    }
}

TEST(Solve, KeepsTheBestSoFarOnCtrlC) {
    const Folder folder;
    const std::string file =
        folder.schedule("a.lwsched", {"1f1b", "-p", "8", "-m", "24", "--tf", "18522", "--tb", "18086", "--tw", "9337",
                                      "--tcomm", "601", "--mf", "873", "--mb", "-553", "--mw", "-320"});
    const std::string saved = folder.path("b.lwsched");
    // A program that the signal reaches before it listens says nothing; then it gets more time.
    Answer answer;
    for (int wait = 250; wait <= 16'000; wait *= 2) {
        Process process =
            startCli({"solve", file, "--memory-limit", "3492", "--time-limit", "600", "--json", "-o", saved});
        std::this_thread::sleep_for(std::chrono::milliseconds{wait});
        process.signalGroup(SIGINT);
        answer = answerOf(process);
        if (!answer.output.empty())
            break;
    }
    const nlohmann::json report = jsonOf(answer, 130);
    EXPECT_EQ(report["stopped"], true);
    EXPECT_EQ(report["valid"], true);
    EXPECT_EQ(cli({"validate", saved}).code, 0);
}

} // namespace
} // namespace lanewright::test
