// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/simulate/simulate.h"
#include "tests/core/cli/driver.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

/// A schedule of two ranks and one microbatch with the given order rows, times in ms.
std::string twoRanks(const std::string& rank0, const std::string& rank1) {
    return R"({"format": "lanewright-schedule", "version": 1, "title": "Two", "time_unit": "ms", "memory_unit": "MiB",
  "microbatches": 1, "placement": {"ranks": 2, "directions": [[0, 1]], "replicas": 1},
  "costs": {"forward": 1.5, "backward_input": 1.25, "backward_weight": 1, "transfer": 0.5, "optimizer": 2},
  "memory": {"forward": 4, "backward_input": -1, "backward_weight": -3, "limit": [8, null]},
  "model": {"layers": 2, "batch": 3, "context": 10},
  "order": [)" +
           rank0 + ", " + rank1 + "]}";
}

const char* const kFirst = R"(["F0.0", "B0.0", "W0.0"])";
const char* const kSecond = R"(["F1.0", "B1.0", "W1.0"])";

TEST(Simulate, PrintsEveryNumberInTheFilesUnit) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(kFirst, kSecond));
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}));
    // Rank 0: F 0–1.5, idle until rank 1's F 2–3.5 and B 3.5–4.75 have come back at 5.25, B to 6.5, W to 7.5.
    EXPECT_EQ(numbers["makespan"], 7.5);
    EXPECT_EQ(numbers["longest_span"], 7.5);
    EXPECT_EQ(numbers["bubble_rate"], 0.5);
    EXPECT_EQ(numbers["idle_share"], 0.5);
    EXPECT_EQ(numbers["overhead"], 1);
    EXPECT_EQ(numbers["period"], 7.5);
    EXPECT_EQ(numbers["period_exact"], "15/2");
    EXPECT_EQ(numbers["peak_memory"], nlohmann::json::array({4, 4}));
    EXPECT_EQ(numbers["memory_limit"], nlohmann::json::array({8, nullptr}));
    EXPECT_EQ(numbers["device_memory"], nlohmann::json::array({nullptr, nullptr}));
    EXPECT_EQ(numbers["transfer_volume"], 2);
    EXPECT_EQ(numbers["parameter_copies"], nlohmann::json::array({1, 1}));
    EXPECT_EQ(numbers["valid"], true);
    EXPECT_EQ(numbers["time_unit"], "ms");
    EXPECT_EQ(numbers["memory_unit"], "MiB");
    // 7.5 ms, a step of 2 ms, and the norm there and its decision back, half a millisecond each: for one microbatch of
    // 3 samples with 10 tokens each.
    EXPECT_NEAR(numbers["throughput"]["sync"]["microbatches"].get<double>(), 1000 / 10.5, 1e-9);
    EXPECT_NEAR(numbers["throughput"]["sync"]["tokens_per_device"].get<double>(), 30 * 1000 / 10.5 / 2, 1e-9);
    for (const char* key : {"makespan", "period", "bubble_rate", "throughput"})
        EXPECT_TRUE(numbers["definitions"][key].is_string()) << key;
    const Answer text = cli({"simulate", file});
    EXPECT_EQ(text.code, 0);
    EXPECT_NE(text.output.find("makespan"), std::string::npos);
    EXPECT_NE(text.output.find("7.5 ms"), std::string::npos);
}

TEST(Simulate, NamesTheScheduleFromItsOrder) {
    const Folder folder;
    const std::string file = folder.path("a.lwsched");
    ASSERT_EQ(cli({"generate", "zb-h1", "-p", "3", "-m", "7", "-o", file}).code, 0);
    const nlohmann::json recognised = jsonOf(cli({"simulate", file, "--json"}))["recognised"];
    EXPECT_EQ(
        recognised,
        (nlohmann::json{{"name", "zb-h1"}, {"sentence", "ZB-H1"}, {"exact", true}, {"moved", 0}, {"replicas", 1}}));
    EXPECT_NE(cli({"simulate", file}).output.find("recognised: ZB-H1\n"), std::string::npos);
    const std::string twice = folder.path("twice.lwsched");
    ASSERT_EQ(cli({"convert", file, twice, "--replicas", "2"}).code, 0);
    EXPECT_EQ(jsonOf(cli({"simulate", twice, "--json"}))["recognised"]["replicas"], 2);
    EXPECT_NE(cli({"simulate", twice}).output.find("recognised: 2 replicas of ZB-H1\n"), std::string::npos);
    const std::string early = folder.write("b.lwsched", twoRanks(kFirst, R"(["F1.0"])"));
    const Answer broken = cli({"simulate", early, "--json"});
    EXPECT_EQ(broken.code, 1);
    EXPECT_EQ(nlohmann::json::parse(broken.output)["recognised"]["exact"], false);
}

TEST(Simulate, GivesTheTimeOfAnIterationForEachOptimizer) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(kFirst, kSecond));
    const nlohmann::json both = jsonOf(cli({"simulate", file, "--iterations", "4", "--json"}))["iterations"];
    EXPECT_EQ(both["count"], 4);
    EXPECT_GE(both["sync"].get<double>(), both["postvalidated"].get<double>());
    EXPECT_GE(both["postvalidated"].get<double>(), 7.5);
    const nlohmann::json one =
        jsonOf(cli({"simulate", file, "--iterations", "4", "--optimizer", "sync", "--json"}))["iterations"];
    EXPECT_EQ(one["sync"], both["sync"]);
    EXPECT_FALSE(one.contains("postvalidated"));
    const Answer text = cli({"simulate", file, "--iterations", "1", "--optimizer", "sync"});
    // 7.5 ms, the decision on its way up and down (0.5 ms each), and the step of 2 ms.
    EXPECT_NE(text.output.find("over 1 iteration: 10.5 ms"), std::string::npos) << text.output;
    EXPECT_EQ(cli({"simulate", file, "--optimizer", "sync"}).code, 2);
}

TEST(Simulate, SaysThatIterationsOfARunAreThoseOfItsPlan) {
    const std::string run = inRepository("schedules/gallery/measured-job.lwrun");
    const Answer text = cli({"simulate", run, "--iterations", "4", "--optimizer", "sync"});
    EXPECT_NE(text.output.find("over 4 iterations of its plan: "), std::string::npos) << text.output;
    EXPECT_EQ(jsonOf(cli({"simulate", run, "--iterations", "4", "--json"}))["iterations"]["of"], "plan");
}

TEST(Simulate, SaysThatADeadlockedScheduleIsNotValid) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(R"(["B0.0", "F0.0", "W0.0"])", kSecond));
    EXPECT_EQ(jsonOf(cli({"simulate", file, "--json"}), 1)["valid"], false);
    const Answer text = cli({"simulate", file});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("not valid"), std::string::npos);
    EXPECT_EQ(cli({"simulate", file, "--iterations", "2"}).code, 1);
}

TEST(Simulate, AnOrderThatStallsHasNoTimes) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(R"(["B0.0", "F0.0", "W0.0"])", kSecond));
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}), 1);
    for (const char* key : {"makespan", "longest_span", "transfer_volume", "iteration_time"})
        EXPECT_EQ(numbers[key], nullptr) << key;
    EXPECT_EQ(numbers["peak_memory"], nlohmann::json::array({3, 4})) << "of the order";
    const std::string text = cli({"simulate", file}).output;
    EXPECT_EQ(text.find("makespan  0"), std::string::npos) << text;
}

TEST(Simulate, OfARunMemoryIsWhatWasCounted) {
    const Folder folder;
    const std::string plan = folder.write("a.lwsched", twoRanks(kFirst, kSecond));
    lanewright::Run run{.plan = *planFromJson(folder.read("a.lwsched")), .steps = {{.step = 1}}};
    run.steps[0].wall = simulate(run.plan.schedule, run.plan.costs);
    const auto numbers = [&] { return jsonOf(cli({"simulate", folder.write("a.lwrun", runToJson(run)), "--json"})); };
    EXPECT_EQ(numbers()["peak_memory"], nlohmann::json::array({nullptr, nullptr}));
    run.steps[0].peakActivations = {3 << 20, 5 << 20};
    EXPECT_EQ(numbers()["peak_memory"], nlohmann::json::array({3, 5}));
    EXPECT_EQ(numbers()["total_memory"], nlohmann::json::array({nullptr, nullptr}));
    EXPECT_EQ(numbers()["memory_limit"], nlohmann::json::array({8, nullptr}));
}

TEST(Simulate, CountsTheBuffersForReceivesThatTheFileAsksFor) {
    const Folder folder;
    std::string text = twoRanks(kFirst, kSecond);
    text.replace(text.find(R"("transfer": 0.5)"), 15, R"("transfer": 0.5, "boundary": {"size": [5]})");
    EXPECT_FALSE(jsonOf(cli({"simulate", folder.write("a.lwsched", text), "--json"})).contains("receive_buffers"));
    text.replace(text.find(R"("limit": [8, null])"), 18, R"("device": 8, "receive_buffers": "per_microbatch")");
    const std::string file = folder.write("a.lwsched", text);
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}), 1);
    EXPECT_EQ(numbers["valid"], false) << "the device is too small with them";
    EXPECT_FALSE(numbers.contains("avoidable")) << "of what can't run";
    EXPECT_EQ(cli({"run", file, "--in-process", "--steps", "1"}).code, 1);
    EXPECT_EQ(numbers["receive_buffers"], nlohmann::json::array({1, 1}));
    EXPECT_EQ(numbers["receive_memory"], nlohmann::json::array({5, 5}));
    EXPECT_EQ(numbers["total_memory"], nlohmann::json::array({9, 9})) << "4 of activations";
    const nlohmann::json findings = jsonOf(cli({"validate", file, "--json"}), 1)["findings"];
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[1]["code"], "device-memory");
    EXPECT_EQ(findings[1]["rank"], 1);
    const Answer solved = cli({"solve", file, "--rounds", "1", "-o", folder.path("b.lwsched")});
    EXPECT_NE(solved.errors.find("buffers for messages, but its device has 8 MiB"), std::string::npos) << solved.errors;
}

TEST(Simulate, CountsTheBuffersForSendsThatTheFileAsksFor) {
    const Folder folder;
    std::string text = twoRanks(kFirst, kSecond);
    text.replace(text.find(R"("transfer": 0.5)"), 15, R"("transfer": 0.5, "boundary": {"size": [5]})");
    text.replace(text.find(R"("limit": [8, null])"), 18, R"("device": 8, "send_buffers": "until_end")");
    const std::string file = folder.write("a.lwsched", text);
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}), 1);
    EXPECT_EQ(numbers["send_buffers"], nlohmann::json::array({1, 1}));
    EXPECT_EQ(numbers["send_memory"], nlohmann::json::array({5, 5}));
    EXPECT_EQ(numbers["total_memory"], nlohmann::json::array({9, 9})) << "4 of activations";
    EXPECT_FALSE(numbers.contains("receive_buffers"));
    EXPECT_EQ(cli({"validate", file}).code, 1);
    text.replace(text.find("until_end"), 9, "on_send\", \"receive_buffers\": \"on_receive");
    const nlohmann::json both = jsonOf(cli({"simulate", folder.write("b.lwsched", text), "--json"}), 1);
    EXPECT_EQ(both["total_memory"], nlohmann::json::array({9, 14})) << "rank 1 has both for its B";
}

TEST(Simulate, SaysThatNobodyCanPromiseAGainFromCostsOfSharedCores) {
    const Folder folder;
    std::string text = twoRanks(kFirst, kSecond);
    text.replace(text.find("\"optimizer\": 2"), 14,
                 "\"optimizer\": 2, \"measured_on\": {\"threads\": 8, \"cores\": 2}");
    const std::string shared = folder.write("shared.lwsched", text);
    const std::string own = folder.write("own.lwsched", twoRanks(kFirst, kSecond));
    for (const Words& command :
         {Words{"simulate"}, Words{"bound"}, Words{"solve", "--rounds", "1", "--threads", "1"}}) {
        Words words = command;
        words.insert(words.begin() + 1, shared);
        EXPECT_NE(cli(words).output.find("8 threads shared 2 cores"), std::string::npos) << command[0];
        words.emplace_back("--json");
        EXPECT_EQ(jsonOf(cli(words))["measured_on"], (nlohmann::json{{"threads", 8}, {"cores", 2}})) << command[0];
        words[1] = own;
        EXPECT_EQ(jsonOf(cli(words))["measured_on"], nullptr) << command[0];
    }
}

TEST(Simulate, AnOrderThatLacksAnOpHasNoIterationAndNothingAvoidable) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(R"(["F0.0", "B0.0"])", kSecond));
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}), 1);
    for (const char* key :
         {"iteration_time", "period", "bubble", "bubble_share", "bubble_rate", "idle_share", "overhead", "throughput"})
        EXPECT_EQ(numbers[key], nullptr) << key;
    EXPECT_FALSE(numbers.contains("avoidable") || numbers.contains("lower_bound"));
    EXPECT_EQ(numbers["makespan"], 6.5);
    const std::string text = cli({"simulate", file}).output;
    EXPECT_NE(text.find("–\nbubble "), std::string::npos) << text;
}

TEST(Simulate, AbstractUnitsHaveNoThroughputAndNoDigitsOfThirds) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"interleaved-1f1b", "-p", "3", "-v", "3", "-m", "24"});
    const Answer text = cli({"simulate", file});
    EXPECT_EQ(text.output.find("microbatches/s"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find(".6666"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find(".0000"), std::string::npos) << text.output;
    EXPECT_EQ(jsonOf(cli({"simulate", file, "--json"}))["throughput"], nullptr);
}

TEST(Simulate, SimulatesAnEmptyBoard) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks("[]", "[]"));
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}), 1);
    EXPECT_EQ(numbers["makespan"], 0);
    EXPECT_EQ(numbers["valid"], false);
}

TEST(Simulate, AsksForAnOrder) {
    const Folder folder;
    std::string problem = twoRanks(kFirst, kSecond);
    problem = problem.substr(0, problem.find(",\n  \"order\"")) + "}";
    const std::string file = folder.write("a.lwsched", problem);
    for (const char* command : {"simulate", "validate", "run"}) {
        const Answer answer = cli({command, file});
        EXPECT_EQ(answer.code, 2) << command;
        EXPECT_NE(answer.errors.find("this is a problem without an order"), std::string::npos) << answer.errors;
    }
}

TEST(Validate, FindsNothingInAValidSchedule) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(kFirst, kSecond));
    const nlohmann::json answer = jsonOf(cli({"validate", file, "--json"}));
    EXPECT_EQ(answer["valid"], true);
    EXPECT_EQ(answer["findings"], nlohmann::json::array());
    EXPECT_EQ(cli({"validate", file}).output, "The schedule is valid.\n");
}

TEST(Validate, ListsFindingsAndReturnsOne) {
    const Folder folder;
    const std::string file = folder.write("a.lwsched", twoRanks(R"(["B0.0", "F0.0"])", kSecond));
    const nlohmann::json answer = jsonOf(cli({"validate", file, "--json"}), 1);
    EXPECT_EQ(answer["valid"], false);
    bool precedence = false;
    bool incomplete = false;
    for (const auto& finding : answer["findings"]) {
        precedence =
            precedence || (finding["code"] == "precedence" && finding["op"] == "B0.0" && finding["rank"] == 0 &&
                           finding["severity"] == "error" && finding["message"].is_string());
        incomplete = incomplete || finding["code"] == "incomplete";
    }
    EXPECT_TRUE(precedence) << answer;
    EXPECT_TRUE(incomplete) << answer;
    const Answer text = cli({"validate", file});
    EXPECT_EQ(text.code, 1);
    EXPECT_NE(text.output.find("precedence"), std::string::npos);
}

} // namespace
} // namespace lanewright::test
