// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lanewright::test {
namespace {

/// Two ranks, three microbatches, times in ms; the limit is per rank.
std::string problem(const std::string& limit) {
    return R"({"format": "lanewright-schedule", "version": 1, "title": "Three", "time_unit": "ms", "memory_unit": "MiB",
  "microbatches": 3, "placement": {"ranks": 2, "directions": [[0, 1]], "replicas": 1},
  "costs": {"forward": 1.5, "backward_input": 1, "backward_weight": 1, "transfer": 0.5},
  "memory": {"forward": 2, "backward_input": -1, "backward_weight": -1, "limit": )" +
           limit + "}}";
}

nlohmann::json named(const nlohmann::json& bounds, const std::string& name) {
    for (const nlohmann::json& bound : bounds)
        if (bound["name"] == name)
            return bound;
    ADD_FAILURE() << "no bound " << name;
    return {};
}

TEST(Bound, GivesEachBoundWithItsNameRankAndReason) {
    const Folder folder;
    const nlohmann::json answer = jsonOf(cli({"bound", folder.write("a.lwsched", problem("null")), "--json"}));
    EXPECT_EQ(answer["objective"], "iteration");
    EXPECT_EQ(answer["time_unit"], "ms");
    EXPECT_EQ(answer["feasible"], true);
    const nlohmann::json work = named(answer["bounds"], "work");
    EXPECT_EQ(work["value"], 10.5);
    EXPECT_EQ(work["rank"], 0);
    EXPECT_EQ(work["reason"], "rank 0: its work alone");
    for (const nlohmann::json& bound : answer["bounds"])
        EXPECT_LE(bound["value"].get<double>(), answer["lower_bound"].get<double>()) << bound;
    EXPECT_FALSE(answer.contains("value")) << "a problem has no order";
    EXPECT_EQ(answer["objectives"].size(), 4u);
    EXPECT_LE(answer["objectives"]["period"]["lower_bound"], answer["objectives"]["makespan"]["lower_bound"]);
}

TEST(Bound, SeesTheMemoryLimit) {
    const Folder folder;
    const auto bound = [&](const std::string& limit) {
        return jsonOf(cli({"bound", folder.write("a.lwsched", problem(limit)), "--objective", "makespan", "--json"}))
            .at("lower_bound")
            .get<double>();
    };
    // One microbatch at a time: F, over and back (0.5 + 1.5 + 1 + 0.5), B, W, three times.
    EXPECT_EQ(bound("2"), 3 * (1.5 + 3.5 + 1 + 1));
    EXPECT_LT(bound("null"), bound("2"));
}

TEST(Bound, SeesTheRoomOfADevice) {
    const Folder folder;
    const std::string limited = folder.write("limit.lwsched", problem("2"));
    // What its weights leave of the device is the same as that limit.
    const std::string device = R"(null, "static": 5, "device": 7)";
    const std::string file = folder.write("device.lwsched", problem(device));
    EXPECT_EQ(jsonOf(cli({"bound", file, "--json"}))["bounds"], jsonOf(cli({"bound", limited, "--json"}))["bounds"]);
    const std::string solved = folder.path("solved.lwsched");
    const nlohmann::json best = jsonOf(cli({"solve", file, "--rounds", "1", "-o", solved, "--json"}));
    EXPECT_EQ(best["makespan"], 3 * (1.5 + 3.5 + 1 + 1));
    EXPECT_EQ(jsonOf(cli({"simulate", solved, "--json"}))["avoidable"], 0) << "as the search says";
    const std::string made = folder.path("made.lwsched");
    ASSERT_EQ(cli({"generate", "zb-auto", file, "-o", made}).code, 0);
    EXPECT_EQ(cli({"validate", made}).code, 0);
    const Answer refused = cli({"generate", "zb-h1", file});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.errors.find("ZB-H1 needs a device with at least 9 MiB on rank 0: from F0.1 on it would hold more "
                                  "than the 7 MiB of its device"),
              std::string::npos)
        << refused.errors;
    const std::string small = folder.write("small.lwsched", problem(R"(null, "static": 5, "device": 6)"));
    EXPECT_EQ(cli({"bound", small}).code, 1);
    EXPECT_NE(cli({"solve", small})
                  .errors.find("rank 0 can't run F0.0: with one microbatch it holds 7 MiB, 5 MiB of it at all times, "
                               "and its device has 6 MiB"),
              std::string::npos);
    std::string nothing = problem(R"(null, "static": 5, "device": 4)");
    nothing.replace(nothing.find(R"("forward": 2, "backward_input": -1, "backward_weight": -1)"), 57,
                    R"("forward": 0)");
    EXPECT_EQ(cli({"solve", folder.write("nothing.lwsched", nothing)}).code, 1) << "weights alone are too much";
}

TEST(Bound, CountsNoProofThatTheFilesOwnOrderDisproves) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "4", "-m", "8"});
    const auto boundWith = [&](const char* value) {
        nlohmann::json plan = nlohmann::json::parse(folder.read("a.lwsched"));
        plan["proof"] = {{"objective", "iteration"}, {"lower_bound", nlohmann::json::parse(value)}, {"by", "z3"}};
        return jsonOf(cli({"bound", folder.write("proved.lwsched", plan.dump()), "--json"}))["lower_bound"];
    };
    const nlohmann::json own = jsonOf(cli({"bound", file, "--json"}))["lower_bound"];
    const nlohmann::json value = jsonOf(cli({"simulate", file, "--json"}))["iteration_time"];
    EXPECT_EQ(boundWith(value.dump().c_str()), value);
    EXPECT_EQ(boundWith("1000"), own) << "of other costs";
}

TEST(Bound, CountsNoProofThatAnotherOrderOfTheFileDisproves) {
    const Folder folder;
    nlohmann::json plan = nlohmann::json::parse(
        folder.read((folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "4"}), "a.lwsched")));
    plan["variants"] = {{{"name", "as it was"}, {"order", plan["order"]}}};
    plan["proof"] = {{"objective", "iteration"}, {"lower_bound", 1000}, {"by", "z3"}};
    plan.erase("order");
    EXPECT_LT(jsonOf(cli({"bound", folder.write("variant.lwsched", plan.dump()), "--json"}))["lower_bound"], 1000);
    plan.erase("variants");
    EXPECT_EQ(jsonOf(cli({"bound", folder.write("none.lwsched", plan.dump()), "--json"}))["lower_bound"], 1000)
        << "nobody knows better";
}

TEST(CheckProof, TakesWhatSolveSavedAndRefusesEachOtherNumber) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h2", "-p", "4", "-m", "8"});
    EXPECT_EQ(cli({"check-proof", file}).code, 1) << "there is no proof yet";
    const std::string best = folder.path("best.lwsched");
    ASSERT_EQ(cli({"solve", file, "--rounds", "1", "--threads", "1", "-o", best}).code, 0);
    EXPECT_EQ(cli({"check-proof", best}).code, 0);
    const nlohmann::json saved = nlohmann::json::parse(folder.read("best.lwsched"));
    for (const char* key : {"before", "work", "wait", "wait_last", "after"}) {
        nlohmann::json changed = saved;
        changed["proof"]["argument"][key] = saved["proof"]["argument"][key].get<double>() + 0.5;
        const std::string wrong = folder.write("wrong.lwsched", changed.dump());
        const Answer answer = cli({"check-proof", wrong});
        EXPECT_EQ(answer.code, 1) << key;
        EXPECT_NE(answer.errors.find("proof.argument." + std::string{key}), std::string::npos) << answer.errors;
        EXPECT_EQ(jsonOf(cli({"check-proof", wrong, "--json"}), 1)["accepted"], false);
    }
    nlohmann::json byZ3 = saved;
    byZ3["proof"].erase("argument");
    byZ3["proof"]["by"] = "z3";
    EXPECT_NE(cli({"check-proof", folder.write("z3.lwsched", byZ3.dump())}).errors.find("by z3, not checked"),
              std::string::npos);
    const std::string words = cli({"bound", best, "--explain", "--objective", "iteration"}).output;
    EXPECT_NE(words.find("why, checked"), std::string::npos) << words;
}

TEST(Bound, KeepsBubbleAndAvoidableApart) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "4", "-m", "8"});
    const nlohmann::json answer = jsonOf(cli({"bound", file, "--objective", "iteration", "--json"}));
    EXPECT_EQ(named(answer["bounds"], "work")["value"], 24);
    EXPECT_EQ(answer["bubble"], answer["value"].get<double>() - 24);
    EXPECT_EQ(answer["avoidable"], answer["value"].get<double>() - answer["lower_bound"].get<double>());
    EXPECT_DOUBLE_EQ(answer["gap"], answer["value"].get<double>() / answer["lower_bound"].get<double>() - 1);
    EXPECT_FALSE(answer.contains("objectives"));
    const nlohmann::json numbers = jsonOf(cli({"simulate", file, "--json"}));
    for (const char* key :
         {"lower_bound", "lower_bound_exact", "gap", "bubble", "bubble_share", "avoidable", "avoidable_share"})
        EXPECT_EQ(numbers[key], answer[key]) << key;
    const nlohmann::json period = jsonOf(cli({"bound", file, "--objective", "period", "--json"}));
    EXPECT_FALSE(period.contains("bubble") || period.contains("avoidable")) << "those are of the iteration";
    const Answer text = cli({"bound", file});
    EXPECT_EQ(text.code, 0);
    for (const char* word : {"makespan: no schedule is below", "longest_span", "bubble (above the work)",
                             "avoidable (above the bound)", "rank 0: its work alone"})
        EXPECT_NE(text.output.find(word), std::string::npos) << text.output;
}

TEST(Bound, ComparesTheBubblesOfTwoPlansToTheWorkAndToTheBound) {
    const Folder folder;
    const std::string hand = folder.schedule("a.lwsched", {"1f1b", "-p", "4", "-m", "8"});
    const std::string best = folder.schedule("b.lwsched", {"zb-h1", "-p", "4", "-m", "8"});
    const nlohmann::json answer = jsonOf(cli({"compare", hand, best, "--json"}), 1);
    const nlohmann::json numbers = jsonOf(cli({"simulate", best, "--json"}));
    for (const char* key : {"iteration_time", "lower_bound", "gap", "bubble", "avoidable", "avoidable_share"})
        EXPECT_EQ(answer["actual"][key], numbers[key]) << key;
    EXPECT_GT(answer["planned"]["bubble"], answer["actual"]["bubble"]);
    EXPECT_NE(cli({"compare", hand, best}).output.find("avoidable"), std::string::npos);
}

TEST(Bound, SaysNoWhereNoScheduleKeepsTheLimits) {
    const Folder folder;
    const nlohmann::json answer = jsonOf(cli({"bound", folder.write("a.lwsched", problem("1")), "--json"}), 1);
    EXPECT_EQ(answer["feasible"], false);
    EXPECT_NE(answer["reason"].get<std::string>().find("rank 0"), std::string::npos);
    EXPECT_GE(answer["lower_bound"], 10.5);
}

} // namespace
} // namespace lanewright::test
