// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/simulate/simulate.h"
#include "tests/core/cli/driver.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace lanewright::test {
namespace {

/// A run of three steps of the schedule, its last rank twice as slow, as somebody else recorded it.
std::string slowLastStage(const Folder& folder) {
    folder.schedule("a.lwsched", {"zb-h1", "-p", "3", "-m", "6"});
    Plan plan = *planFromJson(folder.read("a.lwsched"));
    Costs slow = plan.costs;
    slow.stages = {{slow.of(0, 0), slow.of(0, 1), slow.of(0, 2)}};
    slow.stages[0][2].forward *= 2;
    slow.stages[0][2].backwardInput *= 2;
    slow.stages[0][2].backwardWeight *= 2;
    Run run{.plan = plan};
    run.recorder.emplace().name = "test";
    for (int step = 1; step <= 3; ++step)
        run.steps.push_back({.step = step, .wall = simulate(plan.schedule, slow)});
    return folder.write("a.lwrun", runToJson(run));
}

const nlohmann::json& causeIn(const nlohmann::json& answer, const std::string& name) {
    static const nlohmann::json kNone;
    for (const nlohmann::json& cause : answer["causes"])
        if (cause["cause"] == name)
            return cause;
    ADD_FAILURE() << name << " is not among " << answer["causes"].dump();
    return kNone;
}

TEST(Causes, SayWhereTheTimeWent) {
    const Folder folder;
    const std::string file = slowLastStage(folder);
    const nlohmann::json answer = jsonOf(cli({"causes", file, "--json"}));
    EXPECT_EQ(answer["time_unit"], "unit");
    EXPECT_EQ(answer["step"], answer["replayed"]);
    EXPECT_EQ(answer["step"], answer["without_launch"]);
    EXPECT_LT(answer["ideal"], answer["step"]);
    EXPECT_DOUBLE_EQ(answer["slowdown"], answer["step"].get<double>() / answer["ideal"].get<double>());
    EXPECT_EQ(answer["launch"], 1);
    EXPECT_EQ(answer["steps"], 3);
    EXPECT_EQ(answer["by_kind"].size(), 3u);
    EXPECT_GT(answer["by_kind"]["F"], 1);
    EXPECT_EQ(answer["by_stage"].size(), 3u);
    EXPECT_EQ(answer["by_rank"].size(), 3u);
    EXPECT_EQ(answer["by_replica"].size(), 1u);
    double sum = answer["work"].get<double>() + answer["unnamed"].get<double>();
    for (const nlohmann::json& cause : answer["causes"])
        sum += cause["share"].get<double>();
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_NEAR(answer["unnamed"], 0, 0.03);
    const nlohmann::json& stages = causeIn(answer, "stages");
    EXPECT_EQ(stages["where"], (nlohmann::json{{"stage", 2}, {"rank", 2}}));
    EXPECT_GT(stages["share"], 0.1);
    EXPECT_EQ(stages["cures"][0]["cure"], "cut_anew");
    const Answer text = cli({"causes", file});
    EXPECT_NE(text.output.find("stage 2, rank 2"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("mean of 3 steps"), std::string::npos) << text.output;
}

TEST(Causes, TheSlowdownIsTheQuotientOfWhatIsPrintedBesideIt) {
    const Folder folder;
    const std::string text = cli({"causes", slowLastStage(folder)}).output;
    double slowdown = 0;
    double replayed = 0;
    double ideal = 0;
    const std::size_t at = text.find("\nslowdown ");
    ASSERT_NE(at, std::string::npos) << text;
    ASSERT_EQ(std::sscanf(text.c_str() + at, "\nslowdown %lf (without launch %lf s / ideal %lf s)", &slowdown,
                          &replayed, &ideal),
              3);
    EXPECT_NEAR(replayed / ideal, slowdown, 0.00005 + 1e-9);
    EXPECT_NE(text.find("mean of 3 steps, with what lies outside the pipeline"), std::string::npos) << text;
}

TEST(Costs, KeepAStaticMemoryThatNobodyMeasured) {
    const Folder folder;
    const std::string file = slowLastStage(folder);
    lanewright::Run run = *runFromJson(folder.read("a.lwrun"));
    run.plan.memoryUnit = MemoryUnit::MiB;
    run.plan.memory.stages = {std::vector<StageMemory>(
        3, {.forward = 8, .backwardInput = -4, .backwardWeight = -4, .fixed = Bytes{1000} << 20})};
    for (StepRecord& step : run.steps)
        for (const Lane& lane : step.wall.lanes) {
            Bytes held = 0;
            step.live.emplace_back();
            for (const Span& span : lane) {
                const Bytes change = run.plan.memory.change(span.op, 0, 1);
                step.live.back().push_back(held + std::max<Bytes>(0, change));
                held += change;
            }
        }
    const std::string saved = folder.path("c.lwsched");
    const Answer text = cli({"costs", folder.write("held.lwrun", runToJson(run)), "-o", saved});
    EXPECT_EQ(planFromJson(folder.read("c.lwsched"))->memory.of(0, 1).fixed, Bytes{1000} << 20);
    EXPECT_NE(text.output.find("F MiB"), std::string::npos) << text.output;
    EXPECT_EQ(text.output.find("static"), std::string::npos) << text.output;
    EXPECT_EQ(cli({"costs", file}).output.find("F unit"), std::string::npos) << "nobody counted";
}

TEST(Causes, OfAOneFOneBOfEqualStagesBeginWithFillAndDrainAndTheirCures) {
    const Folder folder;
    folder.schedule("even.lwsched", {"1f1b", "-p", "4", "-m", "8"});
    const Plan plan = *planFromJson(folder.read("even.lwsched"));
    lanewright::Run run{.plan = plan};
    run.recorder.emplace().name = "test";
    for (int step = 1; step <= 3; ++step)
        run.steps.push_back({.step = step, .wall = simulate(plan.schedule, plan.costs)});
    const std::string file = folder.write("even.lwrun", runToJson(run));
    const nlohmann::json first = jsonOf(cli({"causes", file, "--json"}))["causes"][0];
    EXPECT_EQ(first["cause"], "fill_and_drain");
    EXPECT_NEAR(first["share"], 3.0 / 11, 1e-9);
    EXPECT_EQ(first["cures"][0]["cure"], "split_backward");
    EXPECT_EQ(first["cures"][0]["by"], "zb-h1");
    EXPECT_EQ(first["cures"][0]["memory"], first["cures"][0]["memory_before"]);
    EXPECT_GT(first["cures"][0]["gain"], 0.1);
    const std::string text = cli({"causes", file}).output;
    EXPECT_NE(text.find("split B and W (zb-h1)"), std::string::npos) << text;
    EXPECT_NE(text.find("no order of these ops avoids"), std::string::npos) << text;
}

TEST(Causes, OfAPacedRunComeWithoutAdvice) {
    const Folder folder;
    const std::string unpaced = cli({"causes", slowLastStage(folder)}).output;
    EXPECT_NE(unpaced.find("what may help"), std::string::npos) << unpaced;
    lanewright::Run run = *runFromJson(folder.read("a.lwrun"));
    run.paced = true;
    const Answer paced = cli({"causes", folder.write("paced.lwrun", runToJson(run))});
    EXPECT_EQ(paced.code, 0);
    EXPECT_EQ(paced.output.find("what may help"), std::string::npos) << paced.output;
    EXPECT_EQ(paced.output.find("cut the model anew"), std::string::npos) << paced.output;
    EXPECT_NE(paced.output.find("no advice is given"), std::string::npos) << paced.output;
}

TEST(Causes, OfCpusThatRanksSharedComeWithoutAdviceAndOthersWithATrueOne) {
    const Folder folder;
    slowLastStage(folder);
    lanewright::Run run = *runFromJson(folder.read("a.lwrun"));
    run.recorder.reset();
    run.backend = "cpu";
    run.hosts = {"h", "h", "h"};
    run.cores = {8, 8, 8};
    run.threads = 1;
    for (StepRecord& step : run.steps)
        for (Span& span : step.wall.lanes[0])
            span.start += kTimeUnit / 4; // though all that it needs is there
    const std::string alone = cli({"causes", folder.write("cpu.lwrun", runToJson(run))}).output;
    EXPECT_NE(alone.find("what may help"), std::string::npos) << alone;
    EXPECT_EQ(alone.find("CUDA"), std::string::npos) << alone;
    run.cores = {2, 2, 2};
    const std::string shared = cli({"causes", folder.write("shared.lwrun", runToJson(run))}).output;
    EXPECT_EQ(shared.find("what may help"), std::string::npos) << shared;
    EXPECT_EQ(shared.find("cut the model anew"), std::string::npos) << shared;
}

TEST(Causes, OfABackwardInOneSayThatItsPartsAreAssumed) {
    const Folder folder;
    folder.schedule("a.lwsched", {"1f1b", "-p", "4", "-m", "8"});
    lanewright::Run run{.plan = *planFromJson(folder.read("a.lwsched"))};
    run.recorder.emplace().framework = "torch";
    for (int step = 1; step <= 3; ++step)
        run.steps.push_back({.step = step, .wall = simulate(run.plan.schedule, run.plan.costs)});
    const std::string file = folder.write("a.lwrun", runToJson(run));
    EXPECT_EQ(jsonOf(cli({"causes", file, "--json"}))["split_assumed"], true);
    EXPECT_EQ(jsonOf(cli({"costs", file, "--json"}))["split_assumed"], true);
    EXPECT_EQ(jsonOf(cli({"solve", file, "--json", "--rounds", "1"}))["split_assumed"], true);
    for (const char* command : {"causes", "costs"}) {
        const std::string text = cli({command, file}).output;
        EXPECT_NE(text.find("never measured apart"), std::string::npos) << text;
    }
    const std::string split = slowLastStage(folder);
    EXPECT_EQ(jsonOf(cli({"costs", split, "--json"}))["split_assumed"], false);
}

TEST(Causes, WhatGivesMoreThanTheLossThatItStandsAgainstHidesTransfersAndThatIsSaid) {
    const Folder folder;
    folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "4"});
    lanewright::Run run{.plan = *planFromJson(folder.read("a.lwsched"))};
    run.plan.costs.transfer = {.every = 3 * kTimeUnit}; // which the order does not hide
    run.recorder.emplace().name = "test";
    for (int step = 1; step <= 3; ++step)
        run.steps.push_back({.step = step, .wall = simulate(run.plan.schedule, run.plan.costs)});
    const std::string file = folder.write("a.lwrun", runToJson(run));
    const nlohmann::json fill = causeIn(jsonOf(cli({"causes", file, "--json"})), "fill_and_drain");
    const bool givesMore = std::ranges::any_of(fill["cures"], [&](const nlohmann::json& fix) {
        return fix["gain"].is_number() && fix["gain"] > fill["share"];
    });
    EXPECT_TRUE(givesMore) << fill.dump();
    const std::string text = cli({"causes", file}).output;
    EXPECT_NE(text.find("also hides transfers"), std::string::npos) << text;
}

TEST(Causes, OfTheMeasuredJobOfTheGalleryTheLastStageIsTheFirst) {
    const nlohmann::json answer =
        jsonOf(cli({"causes", inRepository("schedules/gallery/measured-job.lwrun"), "--json"}));
    EXPECT_EQ(causeIn(answer, "stages")["where"], (nlohmann::json{{"stage", 3}, {"rank", 3}}));
    EXPECT_EQ(answer["by_replica"].size(), 2u);
    EXPECT_NEAR(answer["slowdown"], 1.171, 0.001);
}

TEST(Causes, AreThoseOfARun) {
    const Folder folder;
    const std::string plan = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer answer = cli({"causes", plan});
    EXPECT_EQ(answer.code, 2);
    EXPECT_NE(answer.errors.find("this is a plan"), std::string::npos) << answer.errors;
}

TEST(Costs, OfARunMakeItsPlanTakeAsLong) {
    const Folder folder;
    const std::string file = slowLastStage(folder);
    const std::string output = folder.path("measured.lwsched");
    const nlohmann::json answer = jsonOf(cli({"costs", file, "-o", output, "--json"}));
    EXPECT_EQ(answer["makespan"], answer["predicted_makespan"]);
    EXPECT_EQ(answer["output"], output);
    EXPECT_EQ(answer["first_stage_whole"], false);
    ASSERT_EQ(answer["stages"].size(), 3u);
    EXPECT_EQ(answer["stages"][2]["forward"]["median"], 2);
    EXPECT_EQ(answer["stages"][2]["backward"], nullptr);
    EXPECT_EQ(jsonOf(cli({"simulate", output, "--json"}))["makespan"], answer["makespan"]);
    EXPECT_NE(cli({"costs", file}).output.find("by these costs (+0.0 %)"), std::string::npos);
}

TEST(Costs, SayTheTimesThatTheyWrite) {
    const Folder folder;
    folder.schedule("a.lwsched", {"gpipe", "-p", "2", "-m", "4"});
    lanewright::Run run{.plan = *planFromJson(folder.read("a.lwsched"))};
    run.recorder.emplace().name = "test";
    for (int step = 1; step <= 3; ++step)
        run.steps.push_back({.step = step, .wall = simulate(run.plan.schedule, run.plan.costs)});
    // In each step one of the four forwards of stage 0 takes five times as long as the others: the mean is 2.
    for (StepRecord& step : run.steps)
        step.wall.lanes[0][0].start -= 4 * kTimeUnit;
    const std::string file = folder.write("a.lwrun", runToJson(run));
    const std::string output = folder.path("measured.lwsched");
    const std::string text = cli({"costs", file, "-o", output}).output;
    EXPECT_EQ(planFromJson(folder.read("measured.lwsched"))->costs.of(0, 0).forward, 2 * kTimeUnit);
    EXPECT_NE(text.find("    0     0  2 ms ±0 %"), std::string::npos) << text;
}

TEST(Costs, GoIntoAnotherPlanOfTheSameStages) {
    const Folder folder;
    const std::string file = slowLastStage(folder);
    const std::string other = folder.schedule("b.lwsched", {"1f1b", "-p", "3", "-m", "9"});
    const std::string output = folder.path("b-measured.lwsched");
    EXPECT_EQ(cli({"costs", file, other, "-o", output}).code, 0);
    const Plan plan = *planFromJson(folder.read("b-measured.lwsched"));
    EXPECT_EQ(plan.schedule.microbatches, 9);
    EXPECT_EQ(plan.costs.of(0, 2).forward, 2 * plan.costs.of(0, 0).forward);
    const Answer refused = cli({"costs", file, other, "--microbatches"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.errors.find("the plan has 9 microbatches and the run 6"), std::string::npos) << refused.errors;
}

} // namespace
} // namespace lanewright::test
