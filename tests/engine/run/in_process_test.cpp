// SPDX-License-Identifier: Apache-2.0
#include "core/edit/replicate.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "engine/run/request_check.h"
#include "tests/engine/support/engine_process.h"
#include "tests/engine/support/requests.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::engine::test {

namespace {

using lanewright::test::sampled;
using lanewright::test::trials;

Seen reference() {
    static const Seen seen = runHere(requestOf(planOf("gpipe", 1, kMicrobatches)));
    return seen;
}

void expectSameBits(const Seen& seen, const Seen& expected) {
    ASSERT_EQ(seen.losses.size(), 3U);
    EXPECT_EQ(seen.losses, expected.losses);
    EXPECT_EQ(seen.hash, expected.hash);
    EXPECT_EQ(seen.gradients, expected.gradients);
    EXPECT_EQ(seen.hash.size(), 16U);
    EXPECT_EQ(seen.gradients.size(), 16U);
}

TEST(InProcess, LossesAndWeightsDoNotDependOnScheduleOrRanks) {
    std::vector<std::pair<std::string_view, int>> runs;
    for (const std::string_view name : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
        for (const int ranks : {1, 2, 4})
            runs.emplace_back(name, ranks);
    for (const auto& [name, ranks] : sampled(runs)) {
        SCOPED_TRACE(std::string{name} + " on " + std::to_string(ranks));
        expectSameBits(runHere(requestOf(planOf(name, ranks, kMicrobatches))), reference());
    }
    for (const int ranks : {1, 2, 4})
        for (std::uint64_t seed = 1; seed <= trials(3); ++seed) {
            SCOPED_TRACE("shuffled " + std::to_string(seed) + " on " + std::to_string(ranks));
            const Plan plan = shuffled(planOf("zb-h1", ranks, kMicrobatches), seed);
            expectSameBits(runHere(requestOf(plan)), reference());
        }
}

TEST(InProcess, AStopBeforeTheFirstStepIsNoFailureWhereStagesHaveTwoCopies) {
    RunRequest request = requestOf(bothWays(4, 8));
    request.steps = 10'000;
    const RequestFile file(request);
    EngineProcess engine(inOneProcess(file));
    engine.closeInput();
    const Seen seen = engine.follow();
    ASSERT_NE(seen.done(), nullptr) << (seen.failure() ? seen.failure()->reason.text() : engine.noise());
    EXPECT_TRUE(seen.done()->cancelled);
}

TEST(InProcess, ReplicasOfAPipelineAddTheirGradientsInTheirOrder) {
    // On one rank the same copies are added with no message sent.
    const auto onOneRank = [](Plan plan) {
        for (std::vector<int>& direction : plan.schedule.placement.directions)
            direction.assign(direction.size(), 0);
        plan.schedule.placement.ranks = 1;
        plan.memory = uniformMemory(plan.schedule.stages(), 1, {});
        return shuffled(std::move(plan), 7);
    };
    std::vector<std::pair<std::string_view, int>> runs;
    for (const std::string_view name : {"1f1b", "zb-h1", "dualpipe"})
        for (const int replicas : {2, 3})
            runs.emplace_back(name, replicas);
    for (const auto& [name, replicas] : sampled(runs)) {
        SCOPED_TRACE(std::string{name} + ", " + std::to_string(replicas));
        const Result<Plan> plan = replicate(planOf(name, 2, 4), replicas);
        ASSERT_TRUE(plan) << plan.error().message;
        expectSameBits(runHere(requestOf(*plan)), runHere(requestOf(onOneRank(*plan))));
    }
    RunRequest postValidated = requestOf(*replicate(planOf("zb-h1", 2, 4), 3));
    const Seen expected = runHere(postValidated);
    postValidated.optimizer.mode = OptimizerMode::PostValidated;
    expectSameBits(runHere(postValidated), expected);
}

TEST(InProcess, PartsOfWAndRecomputingChangeNoBit) {
    Plan plan = planOf("zb-h1", 4, kMicrobatches);
    plan.costs.weightParts = 3;
    for (StageCosts& costs : plan.costs.stages[0])
        costs.recompute = kTimeUnit;
    expectSameBits(runHere(requestOf(shuffled(plan, 5))), reference());
}

TEST(InProcess, InBf16AndWithThreadsBitsDoNotDependOnScheduleOrRanksEither) {
    const auto run = [](Plan plan, int threads) {
        RunRequest request = requestOf(plan);
        request.precision = Precision::Bf16;
        request.threads = threads;
        return runHere(request);
    };
    const Seen expected = run(planOf("gpipe", 1, kMicrobatches), 1);
    EXPECT_NE(expected.hash, reference().hash);
    expectSameBits(run(planOf("zb-h1", 4, kMicrobatches), 1), expected);
    expectSameBits(run(planOf("1f1b", 2, kMicrobatches), 3), expected);
    expectSameBits(run(shuffled(planOf("zb-h1", 2, kMicrobatches), 9), 2), expected);
    RunRequest full = requestOf(planOf("zb-h2", 2, kMicrobatches));
    full.threads = 2;
    expectSameBits(runHere(full), reference());
}

TEST(InProcess, PlacesSeveralStagesOnARankAndLeavesStagesWithoutLayers) {
    Plan plan = planOf("zb-h1", 2, kMicrobatches);
    plan.schedule.placement = looped(2, 6);
    plan.costs = uniform(6, {.forward = kTimeUnit});
    plan.memory = uniformMemory(6, 2, {});
    expectSameBits(runHere(requestOf(shuffled(plan, 6))), reference());
}

TEST(InProcess, RunsAnOverlappedPairAsOneSpan) {
    Plan plan = planOf("1f1b", 2, 2);
    plan.schedule.order = *rowsFromText(R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 F1.1+BW1.0 BW1.1
    )");
    const Seen seen = runHere(requestOf(plan));
    const Seen expected = runHere(requestOf(planOf("gpipe", 1, 2)));
    expectSameBits(seen, expected);
    const Timeline wall = seen.wall(2, 2);
    const Lane& lane = wall.lanes[1];
    ASSERT_EQ(lane.size(), 3U);
    EXPECT_EQ(lane[1].op, (Op{.kind = OpKind::F, .stage = 1, .microbatch = 1}));
    EXPECT_EQ(lane[1].paired, (Op{.kind = OpKind::BW, .stage = 1, .microbatch = 0}));
}

TEST(InProcess, TwinsOfTwoDirectionsStayEqualAndEqualTheirOneRankRun) {
    const Seen expected = runHere(requestOf(bothWaysOnOneRank(4, kMicrobatches)));
    expectSameBits(runHere(requestOf(bothWays(4, kMicrobatches))), expected);
    const Seen otherCut = runHere(requestOf(bothWays(2, kMicrobatches)));
    EXPECT_EQ(otherCut.hash, expected.hash);
}

// A suite of its own: it says nothing new of threads, and takes half a minute where each access is watched.
TEST(Learning, TheLossFallsOverTwentySteps) {
    RunRequest request = requestOf(planOf("1f1b", 2, 4));
    request.model = {};
    request.steps = 20;
    const Seen seen = runHere(request);
    ASSERT_EQ(seen.losses.size(), 20U);
    EXPECT_NEAR(seen.losses.front(), 5.545, 0.1) << "a fresh model knows nothing: ln 256";
    EXPECT_LT(seen.losses.back(), seen.losses.front() - 1);
}

TEST(InProcess, ReportsEverySpanInOrderAndTheStepsOneAfterTheOther) {
    const Plan plan = planOf("zb-h1", 4, kMicrobatches);
    const Seen seen = runHere(requestOf(plan));
    for (int step = 0; step < 3; ++step) {
        const Timeline timeline = seen.wall(step, 4);
        for (int rank = 0; rank < 4; ++rank) {
            const Lane& lane = timeline.lanes[rank];
            const Row& row = plan.schedule.order[rank];
            ASSERT_EQ(lane.size(), row.size());
            for (std::size_t at = 0; at < row.size(); ++at) {
                EXPECT_EQ(lane[at].op, row[at].op);
                EXPECT_LE(lane[at].start, lane[at].end);
                EXPECT_GE(lane[at].start, at == 0 ? 0 : lane[at - 1].end);
            }
        }
    }
    int step = 0;
    for (const Event& event : seen.events) {
        if (const auto* const ended = std::get_if<StepEvent>(&event)) {
            EXPECT_EQ(ended->step, step++);
        }
        if (const auto* const spans = std::get_if<SpansEvent>(&event)) {
            EXPECT_EQ(spans->step, step) << "all spans of a step come before its end";
        }
    }
    EXPECT_TRUE(std::holds_alternative<ReadyEvent>(seen.events.front()));
    EXPECT_TRUE(std::holds_alternative<DoneEvent>(seen.events.back()));
}

TEST(InProcess, CountsTheActivationsItHolds) {
    // ZB-H1 lets rank r hold p − r microbatches; each costs a stage's slab until W, and each B frees the attention's
    // sums.
    const Seen seen = runHere(requestOf(planOf("gpipe", 2, 3)));
    const ModelSpec model = smallModel();
    const Bytes tokens = Bytes{model.batch} * model.context;
    const Bytes layer = 4 * (tokens * (16 * model.width + 4 + model.heads) + 4 * model.width);
    const Bytes embedding = 4 * tokens * model.width;
    const Bytes head = 4 * (tokens * (2 * model.width + model.vocabulary + 2) + 2 * model.width);
    for (const Event& event : seen.events) {
        if (const auto* const step = std::get_if<StepEvent>(&event)) {
            EXPECT_EQ(step->peakActivations, (std::vector<Bytes>{3 * (2 * layer + embedding), 3 * (2 * layer + head)}));
        }
    }
}

TEST(Paced, TheVirtualTimelineEqualsTheSimulationToTheNanosecond) {
    Plan plan = shuffled(planOf("zb-h1", 3, 4, 700'001, 130'003), 4);
    plan.costs.stages[0][1].forward = 1'234'567;
    plan.costs.stages[0][2].backwardWeight = 99;
    plan.schedule.order[1][3].gap = 500'009;
    for (const Links links : {Links::Latency, Links::Serial}) {
        plan.costs.links = links;
        plan.costs.transfer.every = links == Links::Serial ? 900'007 : 130'003;
        RunRequest request = requestOf(plan);
        request.paced = true;
        request.steps = 2;
        const Seen seen = runHere(request);
        EXPECT_EQ(seen.virtualTime(0, 3), simulate(plan.schedule, plan.costs));
    }
}

TEST(Paced, EveryBlockIsHeldUntilItsPlannedEnd) {
    const Plan plan = planOf("zb-h1", 4, 4, 2'000'000, 100'000);
    RunRequest request = requestOf(plan);
    request.paced = true;
    const Seen seen = runHere(request);
    const Timeline planned = simulate(plan.schedule, plan.costs);
    const Timeline wall = seen.wall(1, 4);
    for (int rank = 0; rank < 4; ++rank)
        for (std::size_t at = 0; at < planned.lanes[rank].size(); ++at) {
            EXPECT_GE(wall.lanes[rank][at].start, planned.lanes[rank][at].start);
            EXPECT_GE(wall.lanes[rank][at].end, planned.lanes[rank][at].end);
        }
    EXPECT_EQ(seen.hash, runHere(requestOf(plan)).hash) << "pacing changes no bit";
}

TEST(Unpaced, GapsAndPlannedLengthsAreNotWaitedFor) {
    Plan plan = planOf("1f1b", 2, 2, 3'600'000'000'000);
    plan.schedule.order[0][1].gap = 3'600'000'000'000;
    const Seen seen = runHere(requestOf(plan));
    EXPECT_NE(seen.done(), nullptr) << "ends in this hour";
    EXPECT_TRUE(seen.virtualTime(0, 2).lanes[0].empty());
}

std::string refusalOfRequest(const RunRequest& request) {
    const Result<Done> checked = checkRequest(request, true);
    return checked ? "" : checked.error().message.text();
}

TEST(Check, RefusesInWordsWhatCannotBeRun) {
    const RunRequest good = requestOf(planOf("zb-h1", 2, 4));
    EXPECT_EQ(refusalOfRequest(good), "");

    RunRequest bad = good;
    bad.backend = "cuda";
    bad.paced = true;
    EXPECT_EQ(refusalOfRequest(bad), "the backend cuda runs at full speed only; a paced run needs the backend cpu");
    bad.paced = false;
    bad.processOfRank = {0, 1};
    EXPECT_TRUE(checkRequest(bad, false));
    EXPECT_EQ(refusalOfRequest(bad),
              "the ranks are to sit on 2 GPUs, which takes a process for each; start the engine with "
              "mpirun -np 2");
    bad.processOfRank = {1, 1};
    EXPECT_EQ(refusalOfRequest(bad), "the list of seats leaves seat 0 empty");
    bad.processOfRank = {};
    bad.gpus = {3};
    bad.backend = "cpu";
    EXPECT_EQ(refusalOfRequest(bad), "GPUs are for the backend cuda; the backend cpu has none");
    bad = good;
    bad.model.heads = 5;
    EXPECT_EQ(refusalOfRequest(bad), "the model's width 32 is not a multiple of its 5 heads");
    bad = good;
    bad.model.layersPerStage = {1, 2};
    EXPECT_EQ(refusalOfRequest(bad), "the layers of the stages do not add up to the model's 4");
    bad = good;
    bad.model.layersPerStage = {1, 2, 1};
    EXPECT_EQ(refusalOfRequest(bad), "the model is cut into 3 stages; the schedule has 2");
    bad = good;
    bad.model.vocabulary = 200;
    EXPECT_EQ(refusalOfRequest(bad), "the model's vocabulary is 200; it must be between 256 and 1000000");
    bad = good;
    bad.model = {.layers = 10'000, .width = 65'536, .heads = 1, .context = 16, .batch = 1};
    EXPECT_NE(refusalOfRequest(bad).find("GiB of memory; this machine has"), std::string::npos);
    bad = good;
    std::swap(bad.plan.schedule.order[0][0], bad.plan.schedule.order[0].back());
    EXPECT_NE(refusalOfRequest(bad).find("the schedule is not valid: "), std::string::npos);
    bad = good;
    std::erase_if(bad.programs[1].code, [](const Instruction& instruction) { return instruction.act == Act::Post; });
    EXPECT_NE(refusalOfRequest(bad).find("the programs can't be run: "), std::string::npos);
    bad = good;
    bad.threads = 257;
    EXPECT_EQ(refusalOfRequest(bad), "a rank computes with 1 to 256 threads; 257 were asked for");
}

} // namespace

} // namespace lanewright::engine::test
