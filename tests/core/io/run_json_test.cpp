// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"

#include "core/io/schedule_json.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using test::op;

namespace {

Plan twoRanks() {
    Plan plan{.title = "two ranks", .schedule = {.placement = linear(2), .microbatches = 1}};
    plan.schedule.order = *rowsFromText("F0.0 B0.0 W0.0/0 W0.0/1\n F1.0 BW1.0");
    plan.costs = uniform(2);
    plan.costs.weightParts = 2;
    plan.memory = uniformMemory(2, 2, {.forward = 4, .backwardWeight = -4});
    return plan;
}

StepRecord step(int number, Time stretch) {
    StepRecord record{.step = number, .loss = 5.545177444479562};
    record.wall.lanes = {
        {{.op = op("F0.0"), .start = -3, .end = 10}, {.op = op("W0.0/1"), .start = 10, .end = stretch}},
        {{.op = op("F1.0"), .paired = op("BW1.0"), .start = 12, .end = 19}}};
    record.others = {{.kind = ActivityKind::Wait, .rank = 1, .start = 0, .end = 12, .op = op("F1.0")},
                     {.kind = ActivityKind::Transfer, .rank = 0, .start = 10, .end = 11, .op = op("F0.0"), .peer = 1},
                     {.kind = ActivityKind::Part, .rank = 0, .start = 10, .end = 11, .op = op("F0.0")},
                     {.kind = ActivityKind::Optimizer, .rank = 1, .start = 30, .end = 31}};
    record.peakActivations = {4096, 0};
    record.live = {{4096, 2048}, {0}};
    record.kernels = {{.rank = 1,
                       .names = {"product", "attention"},
                       .kernels = {{.name = 1, .op = op("F1.0"), .start = 12, .end = 14},
                                   {.name = 0, .op = op("BW1.0"), .start = 13, .end = 19},
                                   {.name = 0, .op = {}, .start = 30, .end = 31}},
                       .leftOut = 4}};
    return record;
}

Run run() {
    Run whole{.plan = twoRanks(), .backend = "cpu", .launcher = "mpirun", .paced = true, .partial = true};
    whole.hosts = {"one", "two"};
    whole.clockUncertainty = {0, 120};
    whole.losses = {5.545177444479562, 0.1, 1e-300};
    whole.weightsHash = "0123456789abcdef";
    whole.gradientsHash = "fedcba9876543210";
    whole.precision = Precision::Bf16;
    whole.threads = 3;
    whole.steps = {step(0, 900), step(1, 50)};
    whole.steps[1].virtualTime = whole.steps[1].wall;
    return whole;
}

/// A job of three replicas of which the second is the run's own, with what a trace shows beside the ops.
Run imported() {
    Run job = run();
    job.recorder = Recorder{.name = "ndtimeline", .framework = "torch 2.1", .hooks = {"events"}, .overhead = 40};
    job.clocks = {.source = ClockSource::Raw, .offset = {0, 0}, .drift = {0, 0}};
    job.steps[1].side = {
        {.kind = SideKind::Gather, .rank = 1, .start = -90, .end = -20, .stage = 1, .name = "params-all-gather"},
        {.kind = SideKind::Send, .rank = 0, .start = 10, .end = 12, .op = op("F0.0"), .peer = 1},
        {.kind = SideKind::Receive, .rank = 1, .start = 8, .end = 12, .op = op("F0.0"), .peer = 0},
        {.kind = SideKind::Collective, .rank = 0, .start = 30, .end = 40, .name = "clip"},
        {.kind = SideKind::Host, .rank = 0, .start = 41, .end = 42, .name = "gc"}};
    job.steps[1].launched = {{-9, -8}, {}};
    job.replica = 1;
    Replica early{.replica = 0, .hosts = {"three", "four"}, .clockUncertainty = {5, 6}, .steps = job.steps};
    early.steps[0].start = -100;
    early.clocks = {.source = ClockSource::Dependencies, .offset = {-1'700'000'000'000'000'000, 5}, .drift = {0, 0.03}};
    Replica late{.replica = 2, .steps = {step(1, 60)}};
    job.replicas = {early, late};
    return job;
}

std::string replaced(std::string text, std::string_view old, std::string_view now) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return at == std::string::npos ? text : text.replace(at, old.size(), now);
}

void expectRunRefused(std::string_view old, std::string_view now, const std::string& where,
                      const std::string& message) {
    const Result<lanewright::Run> read = runFromJson(replaced(runToJson(run()), old, now));
    ASSERT_FALSE(read) << now;
    EXPECT_EQ(read.error().where, where);
    EXPECT_EQ(read.error().message, message);
}

} // namespace

TEST(RunJson, ARunReadsBackAsItself) {
    const std::string text = runToJson(run());
    const Result<lanewright::Run> again = runFromJson(text);
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message;
    EXPECT_TRUE(*again == run()) << text;
    EXPECT_EQ(runToJson(*again), text);
}

TEST(RunJson, ALaneIsOneLine) {
    EXPECT_NE(runToJson(run()).find("\n        [[\"F0.0\", -3, 10], [\"W0.0/1\", 10, 900]],\n"), std::string::npos)
        << runToJson(run());
}

TEST(RunJson, UnknownKeysSurviveInTheRunItsScheduleAndItsSteps) {
    std::string text = runToJson(run());
    text = replaced(text, "\"backend\"", "\"gpu\": [1, {}], \"backend\"");
    text = replaced(text, "\"ranks\": 2", "\"ranks\": 2, \"rack\": 7");
    text = replaced(text, "\"step\": 1", "\"temperature\": 61.5, \"step\": 1");
    const Result<lanewright::Run> read = runFromJson(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->unknown, R"({"steps": {"1": {"temperature": 61.5}}, "gpu": [1, {}]})");
    EXPECT_EQ(read->plan.unknown, R"({"placement": {"rack": 7}})");
    const Result<lanewright::Run> again = runFromJson(runToJson(*read));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *read);
}

TEST(RunJson, TheForwardOfAPairComesFirstWhicheverIsNamedFirst) {
    const Result<lanewright::Run> read = runFromJson(replaced(runToJson(run()), "F1.0+BW1.0", "BW1.0+F1.0"));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, run());
}

TEST(RunJson, ALossThatIsNoNumberIsNull) {
    lanewright::Run diverged = run();
    diverged.losses = {std::numeric_limits<double>::quiet_NaN()};
    const Result<lanewright::Run> read = runFromJson(runToJson(diverged));
    ASSERT_TRUE(read);
    EXPECT_NE(read->losses[0], read->losses[0]);
}

TEST(RunJson, SaysInWhichStepTheLossIsNoNumberFirst) {
    lanewright::Run diverged{.losses = {2, 1, std::numeric_limits<double>::infinity(), 3}};
    EXPECT_EQ(firstLossThatIsNoNumber(diverged), 2);
    diverged.steps = {{.step = 10}, {.step = 11}, {.step = 14}, {.step = 15}};
    EXPECT_EQ(firstLossThatIsNoNumber(diverged), 14) << "a job's steps have numbers of their own";
    diverged.losses = {2, 1};
    EXPECT_EQ(firstLossThatIsNoNumber(diverged), std::nullopt);
}

TEST(RunJson, WrongRunsAreRefusedWithTheirPath) {
    expectRunRefused("[\"F0.0\", -3, 10]", "[\"F0.0\", 11, 10]", "steps[0].wall[0][0]", "ends before it starts");
    expectRunRefused("[\"F0.0\", -3, 10]", "[\"F0.0\", -3, 11]", "steps[0].wall[0][1]",
                     "starts before the span in front of it ends");
    expectRunRefused("[\"F0.0\", -3, 10]", "[\"F2.0\", -3, 10]", "steps[0].wall[0][0][0]",
                     "F2.0: there is no stage 2; the last is 1");
    expectRunRefused("[\"F0.0\", -3, 10]", "[\"F0.0\", -3]", "steps[0].wall[0][0]",
                     "must be a list like [\"F0.0\", 0, 1000]");
    expectRunRefused("\"wait\"", "\"sleep\"", "steps[0].others[0][0]",
                     "must be one of wait, transfer, optimizer, discarded, part, not \"sleep\"");
    expectRunRefused("[4096, 0]", "[4096]", "steps[0].peak_activations",
                     "must hold one entry per rank, which makes 2, but holds 1");
    expectRunRefused("[1, \"F1.0\", 12, 14]", "[1, \"F9.0\", 12, 14]", "steps[0].kernels[0].spans[0][1]",
                     "F9.0: there is no stage 9; the last is 1");
    expectRunRefused("{\"rank\": 1, \"names\"", "{\"rank\": 2, \"names\"", "steps[0].kernels[0].rank",
                     "must be a whole number from 0 to 1, not 2");
    expectRunRefused("0123456789abcdef", "xyz", "weights_hash",
                     "must be 16 hexadecimal digits in lower case, or empty, not \"xyz\"");
    expectRunRefused("\"weight_parts\": 2", "\"weight_parts\": 1", "schedule.order[0][3]",
                     "W0.0/1: there is no part 1; the last is 0");
    expectRunRefused("\"version\": 1", "\"version\": 3", "version",
                     "written by a newer Lanewright (version 3); this one reads version 1");
}

TEST(RunJson, TheLastStepWithKernelsIsTheTracedOne) {
    lanewright::Run steps = run();
    EXPECT_EQ(tracedStep(steps)->step, 1);
    steps.steps[1].kernels.clear();
    EXPECT_EQ(tracedStep(steps)->step, 0);
    steps.steps[0].kernels.clear();
    EXPECT_EQ(tracedStep(steps), nullptr);
    EXPECT_EQ(runToJson(steps).find("kernels"), std::string::npos);
}

TEST(RunJson, TheMedianStepWithoutTheFirstStandsForTheRun) {
    lanewright::Run steps = run();
    EXPECT_EQ(representativeStep(steps)->step, 1);
    steps.steps = {step(0, 20), step(1, 70), step(2, 40), step(3, 60)};
    EXPECT_EQ(representativeStep(steps)->step, 3);
    steps.steps.resize(1);
    EXPECT_EQ(representativeStep(steps)->step, 0);
    steps.steps.clear();
    EXPECT_EQ(representativeStep(steps), nullptr);
}

TEST(RunJson, OfARunThatWasCutShortOnlyWholeStepsStandForIt) {
    lanewright::Run cut{.plan = twoRanks(), .backend = "cpu", .partial = true};
    const Timeline whole = simulate(cut.plan.schedule, cut.plan.costs);
    Timeline half = whole;
    half.lanes.back().pop_back();
    cut.steps = {{.step = 7, .wall = whole}, {.step = 8, .wall = half}};
    EXPECT_EQ(representativeStep(cut)->step, 7);
    cut.steps = {{.step = 0, .wall = half}};
    EXPECT_EQ(representativeStep(cut)->step, 0) << "where there is no other";
    EXPECT_TRUE(isWhole(cut.plan.schedule, {.wall = whole}));
    EXPECT_FALSE(isWhole(cut.plan.schedule, {.wall = half}));
    EXPECT_FALSE(isWhole(cut.plan.schedule, {}));
}

TEST(RunJson, AnIterationIsTheTimeBetweenTheEndsOfTheFirstStepAndTheLast) {
    // Three steps planned to take 90 and to follow each other, of which the first ends 30 late and the last 4.
    const auto lane = [](Time end) {
        return Timeline{.lanes = {{{.op = {OpKind::F, 0, 0}, .start = 10, .end = end}}}};
    };
    lanewright::Run steps{.plan = twoRanks(), .backend = "cpu"};
    steps.steps = {{.step = 0, .start = 0, .wall = lane(120)},
                   {.step = 1, .start = 120, .wall = lane(95)},
                   {.step = 2, .start = 215, .wall = lane(94)}};
    EXPECT_EQ(iterationTimeOf(steps), (215 + 94 - 120) / 2);
    // With post-validation the steps go on as planned, and what the first was late by is made up for.
    for (int step = 0; step < 3; ++step) {
        steps.steps[step].start = 90 * step;
        steps.steps[step].virtualTime = lane(90);
    }
    steps.paced = true;
    steps.optimizer.mode = OptimizerMode::PostValidated;
    EXPECT_EQ(iterationTimeOf(steps), 92) << "the planned 90 and what the last is late by";
    steps.steps.resize(1);
    EXPECT_FALSE(iterationTimeOf(steps));
}

TEST(RunJson, StepsThatLieAsCloseWhateverTheirNumbersGiveNoIteration) {
    const Timeline wall{.lanes = {{{.op = {OpKind::F, 0, 0}, .start = 0, .end = 90}}}};
    lanewright::Run run{.plan = twoRanks(), .backend = "cpu"};
    for (const auto& [step, start] : {std::pair{16, 0}, {17, 100}, {20, 400}, {21, 500}})
        run.steps.push_back({.step = step, .start = start, .wall = wall});
    EXPECT_EQ(iterationTimeOf(run), 100) << "what was not kept took its time";
    EXPECT_FALSE(stepSpacingIsMadeUp(run));
    run.steps[2].start = 210;
    run.steps[3].start = 310;
    EXPECT_FALSE(iterationTimeOf(run));
    EXPECT_TRUE(stepSpacingIsMadeUp(run));
}

TEST(RunJson, AnImportedRunReadsBackAsItself) {
    const std::string text = runToJson(imported());
    const Result<lanewright::Run> again = runFromJson(text);
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message;
    EXPECT_TRUE(*again == imported()) << text;
    EXPECT_EQ(runToJson(*again), text);
}

TEST(RunJson, ARunOfTheEngineIsWrittenAsBeforeReplicasWereKnown) {
    const std::string text = runToJson(run());
    for (const char* key : {"\"recorder\"", "\"clocks\"", "\"replica\"", "\"replicas\": [", "\"side\"", "\"launched\""})
        EXPECT_EQ(text.find(key), std::string::npos) << key;
}

TEST(RunJson, ReplicasComeByNumberWithTheRunsOwnAmongThem) {
    const lanewright::Run job = imported();
    std::vector<int> numbers;
    for (const ReplicaSteps& each : replicaStepsOf(job))
        numbers.push_back(each.replica);
    EXPECT_EQ(numbers, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(replicaStepsOf(job)[1].steps, &job.steps);
    EXPECT_EQ(replicaStepsOf(run()).size(), 1u);
}

TEST(RunJson, ASideSpanOfALaterKindIsReadAsOther) {
    const std::string text = replaced(runToJson(imported()), R"(["host", 0, 41, 42, null, null, null, "gc"])",
                                      R"(["teleport", 0, 41, 42, null, null, null, null])");
    const Result<lanewright::Run> read = runFromJson(text);
    ASSERT_TRUE(read) << read.error().message;
    const SideSpan& span = read->steps[1].side.back();
    EXPECT_EQ(span.kind, SideKind::Other);
    EXPECT_EQ(span.name, "teleport");
    const Result<lanewright::Run> again = runFromJson(runToJson(*read));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *read);
}

TEST(RunJson, UnknownKeysSurviveInReplicas) {
    std::string text = replaced(runToJson(imported()), "\"replica\": 2", "\"replica\": 2, \"rack\": 5");
    text = replaced(text, "\"hosts\": [\"three\"", "\"steps_seen\": 7, \"hosts\": [\"three\"");
    const Result<lanewright::Run> read = runFromJson(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->replicas[0].unknown, R"({"steps_seen": 7})");
    EXPECT_EQ(read->replicas[1].unknown, R"({"rack": 5})");
    const Result<lanewright::Run> again = runFromJson(runToJson(*read));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *read);
}

TEST(RunJson, WrongPartsOfImportedRunsAreRefusedWithTheirPath) {
    const auto refused = [](std::string_view old, std::string_view now, const std::string& where,
                            const std::string& message) {
        const Result<lanewright::Run> read = runFromJson(replaced(runToJson(imported()), old, now));
        ASSERT_FALSE(read) << now;
        EXPECT_EQ(read.error().where, where);
        EXPECT_EQ(read.error().message, message);
    };
    refused("\"replica\": 2", "\"replica\": 0", "replicas[1]",
            "replica 0 stands here out of turn or a second time; they go by number");
    refused("\"replica\": 2", "\"replica\": 1", "replicas[1]",
            "replica 1 stands here out of turn or a second time; they go by number");
    refused("[\"host\", 0, 41, 42", "[\"host\", 0, 43, 42", "steps[1].side[4]", "ends before it starts");
    refused("[\"host\", 0, 41, 42", "[\"host\", 2, 41, 42", "steps[1].side[4][1]",
            "must be a whole number from 0 to 1, not 2");
    refused("[-9, -8]", "[-9]", "steps[1].launched[0]", "must have a number per span of the rank, or none");
    refused("\"by\": \"raw\"", "\"by\": \"guess\"", "clocks.by",
            "must be one of raw, dependencies, exchange, not \"guess\"");
    refused("\"waits\": \"apart\"", "\"waits\": \"gone\"", "recorder.waits",
            "must be \"apart\" or \"inside\", not \"gone\"");
}
