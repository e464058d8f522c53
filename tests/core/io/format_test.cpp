// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/model/limits.h"
#include "core/model/text.h"
#include "tests/core/io/documents.h"
#include "tests/core/io/json_schema.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

using namespace lanewright;
using test::document;

namespace {

test::JsonSchema schemas() {
    test::JsonSchema both;
    both.add("lwsched.schema.json", document("schedules/lwsched.schema.json"));
    both.add("lwrun.schema.json", document("schedules/lwrun.schema.json"));
    return both;
}

/// A plan whose file holds every key there is.
Plan fullPlan() {
    Plan plan{.title = "full", .timeUnit = TimeUnit::Ms, .memoryUnit = MemoryUnit::MiB};
    plan.schedule = {.placement = {.ranks = 2, .directions = {{0, 1}, {1, 0}}}, .microbatches = 2};
    plan.schedule.directionOf = {0, 1};
    plan.schedule.order = *rowsFromText("F0.0 F1.1 B0.0 W0.0/0 W0.0/1\nF0.1 R0.1 F1.0+BW0.1");
    plan.schedule.order[0][2].gap = 5;
    plan.costs = uniform(2, {.recompute = 1, .overlapped = 2});
    plan.costs.stages.push_back(plan.costs.stages.front());
    plan.costs.stages[1][1] = {.forward = 1'250'000};
    plan.costs.weightParts = 2;
    plan.costs.measuredOn = {.threads = 8, .cores = 2};
    plan.memory = uniformMemory(2, 2, {.forward = 2, .backwardWeight = -2}, Bytes{1} << 30);
    plan.memory.device = {{}, 5};
    plan.model = ModelSpec{.layersPerStage = {1, 3}};
    plan.variants = {variantOf(plan, "as it was")};
    plan.variants[0].note = "before the gap went";
    plan.approved = {{"gap", "B0.0", "the trainer waits there"}};
    MicrobatchCosts::Table table;
    for (std::vector<Time>& times : table)
        times = {1, 2, 3, 4};
    setMicrobatches(plan, MicrobatchCosts::ofTable(2, table, {MicrobatchCosts::kOne, MicrobatchCosts::kOne / 2}));
    return plan;
}

Run fullRun() {
    Run run{
        .plan = fullPlan(), .launcher = "in-process", .hosts = {"a", "b"}, .cores = {2, 2}, .clockUncertainty = {0, 1}};
    run.losses = {1, std::numeric_limits<double>::infinity()};
    const Span span{.op = *opFromText("W0.0/1"), .start = -1, .end = 9};
    const Timeline timeline{.lanes = {{span}, {}}};
    run.steps = {{.step = 0, .wall = timeline, .virtualTime = timeline, .peakActivations = {1, 2}}};
    run.steps[0].live = {{3}, {}};
    run.steps[0].others = {{.kind = ActivityKind::Transfer, .op = span.op, .peer = 1},
                           {.kind = ActivityKind::Part, .op = span.op},
                           {.kind = ActivityKind::Optimizer}};
    run.steps[0].kernels = {{.rank = 1, .names = {"product"}, .kernels = {{.op = span.op}, {}}, .leftOut = 1}};
    run.steps[0].side = {{.kind = SideKind::Send, .op = span.op, .peer = 1}, {.stage = 1, .name = "gather"}};
    run.steps[0].launched = {{-2}, {}};
    run.clocks = {.source = ClockSource::Dependencies, .offset = {0, -7}, .drift = {0, 0.25}};
    run.recorder = Recorder{.name = "kineto", .hooks = {"list"}, .waitsInside = true, .orderMeasured = true};
    run.replica = 1;
    run.replicas = {
        {.replica = 0, .hosts = {"c", "d"}, .clockUncertainty = {2, 3}, .clocks = run.clocks, .steps = run.steps}};
    run.replicas[0].steps[0].start = -5;
    return run;
}

json::Document parsed(const std::string& text) {
    Result<json::Document> document = json::parse(text);
    EXPECT_TRUE(document) << text;
    return *std::move(document);
}

/// All keys of a file but those of `gaps`, which are ops.
void collectKeys(const json::Node& node, std::set<std::string>& keys) {
    for (const json::Node child : node.children()) {
        if (node.kind() == json::Kind::Object)
            keys.insert(std::string{child.key()});
        if (child.key() != "gaps")
            collectKeys(child, keys);
    }
}

std::set<std::string> keysOf(const std::string& text) {
    std::set<std::string> keys;
    collectKeys(parsed(text).root(), keys);
    return keys;
}

std::string violations(const std::string& schema, const std::string& text) {
    std::string all;
    const json::Document value = parsed(text);
    for (const std::string& one : schemas().violations(schema, value.root()))
        all += one + "\n";
    return all;
}

/// As the page writes it: `4 194 304`.
std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    for (auto at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), " ");
    return text;
}

} // namespace

TEST(Format, ThePageAndTheSchemasNameEveryKeyThatIsWritten) {
    const std::string page = document("schedules/FORMAT.md");
    const std::string schema = document("schedules/lwsched.schema.json") + document("schedules/lwrun.schema.json");
    const std::set<std::string> keys = keysOf(runToJson(fullRun()));
    EXPECT_GE(keys.size(), 50u);
    for (const std::string& key : keys) {
        EXPECT_NE(page.find("| `" + key + "` |"), std::string::npos) << key << " has no line in FORMAT.md";
        EXPECT_NE(schema.find("\"" + key + "\": {"), std::string::npos) << key << " is in no schema";
    }
}

TEST(Format, ThePageAndTheSchemaNameTheOtherWaysInWhichMicrobatchesDiffer) {
    const std::string page = document("schedules/FORMAT.md");
    Plan plan = fullPlan();
    for (const MicrobatchCosts& microbatches :
         {MicrobatchCosts::ofShares({1, MicrobatchCosts::kOne}, {5, 7}),
          MicrobatchCosts::ofLengths({512, 4096}, {0}, {1, 4}),
          MicrobatchCosts::ofLengths({1, MicrobatchCosts::kMostLength}, {MicrobatchCosts::kOne / 4, 1})}) {
        setMicrobatches(plan, microbatches);
        const std::string text = planToJson(plan);
        EXPECT_EQ(violations("lwsched.schema.json", text), "") << text;
        const Result<Plan> again = planFromJson(text);
        ASSERT_TRUE(again) << again.error().where << ": " << again.error().message;
        EXPECT_EQ(again->costs.microbatches, microbatches);
        EXPECT_EQ(planToJson(*again), text);
        for (const std::string& key : keysOf(text))
            EXPECT_NE(page.find("| `" + key + "` |"), std::string::npos) << key << " has no line in FORMAT.md";
    }
}

TEST(Format, ThePageAndTheSchemaNameHostTimes) {
    Plan plan = fullPlan();
    plan.costs.host = {.send = 300'000, .receive = 150'000};
    const std::string text = planToJson(plan);
    EXPECT_EQ(violations("lwsched.schema.json", text), "") << text;
    for (const std::string& key : keysOf(text))
        EXPECT_NE(document("schedules/FORMAT.md").find("| `" + key + "` |"), std::string::npos)
            << key << " has no line in FORMAT.md";
    std::string wrong = text;
    wrong.replace(wrong.find("\"send\": 0.3"), 11, "\"send\": -1 ");
    EXPECT_NE(violations("lwsched.schema.json", wrong), "");
}

TEST(Format, ThePageAndTheSchemaNameTheOtherTimesOfPairs) {
    const std::string page = document("schedules/FORMAT.md");
    Plan plan = fullPlan();
    const Segment compute{Resource::Compute, 1};
    const Segment network{Resource::Network, 0};
    for (const PairCosts& pairs :
         {PairCosts{.withB = {1, 2, {}, 4}, .withBW = {5, 6, 7, 8}}, PairCosts{.withBW = {{}, {}, {}, 1}},
          PairCosts{.segments = {{.forward = {network, compute}, .backwardInput = {compute, network}},
                                 {.backwardWeight = {compute}}},
          .sharing = PairCosts::kOne / 5}}) {
        plan.costs.pairs = pairs;
        for (std::vector<StageCosts>& stages : plan.costs.stages)
            for (StageCosts& stage : stages)
                stage.overlapped.reset();
        const std::string text = planToJson(plan);
        EXPECT_EQ(violations("lwsched.schema.json", text), "") << text;
        const Result<Plan> again = planFromJson(text);
        ASSERT_TRUE(again) << again.error().where << ": " << again.error().message;
        EXPECT_EQ(again->costs.pairs, pairs);
        EXPECT_EQ(planToJson(*again), text);
        for (const std::string& key : keysOf(text))
            EXPECT_NE(page.find("| `" + key + "` |"), std::string::npos) << key << " has no line in FORMAT.md";
    }
}

TEST(Format, WhatIsWrittenKeepsToTheSchemas) {
    EXPECT_EQ(violations("lwsched.schema.json", planToJson(fullPlan())), "");
    EXPECT_EQ(violations("lwrun.schema.json", runToJson(fullRun())), "");
    EXPECT_TRUE(runFromJson(runToJson(fullRun())));
}

TEST(Format, EverySampleOfThePageIsReadAndKeepsToItsSchema) {
    const std::vector<std::string> samples = test::samples(document("schedules/FORMAT.md"), "json");
    ASSERT_EQ(samples.size(), 5u);
    for (const std::string& sample : samples) {
        const bool isRun = sample.find("lanewright-run") != std::string::npos;
        const Error error = isRun ? (runFromJson(sample) ? Error{} : runFromJson(sample).error())
                                  : (planFromJson(sample) ? Error{} : planFromJson(sample).error());
        EXPECT_EQ(error, Error{}) << error.where << ": " << error.message << "\n" << sample;
        EXPECT_EQ(violations(isRun ? "lwrun.schema.json" : "lwsched.schema.json", sample), "") << sample;
    }
}

TEST(Format, TheFirstSampleIsWrittenBackByteForByte) {
    const std::string sample = test::samples(document("schedules/FORMAT.md"), "json").front() + "\n";
    const Result<Plan> plan = planFromJson(sample);
    ASSERT_TRUE(plan);
    EXPECT_EQ(planToJson(*plan), sample);
}

TEST(Format, TheSchemaRefusesWhatTheReaderRefuses) {
    const std::string head =
        R"({"format": "lanewright-schedule", "version": 1, "microbatches": 2, "placement": {"ranks": 2})";
    for (const char* wrong :
         {R"(, "costs": {"forward": -1}})", R"(, "costs": {"forward": "1"}})", R"(, "costs": {"links": "fast"}})",
          R"(, "memory": {"backward_input": 1}})", R"(, "order": [["F0"], []]})", R"(, "gaps": {"x": 1}})",
          R"(, "microbatch": {"work": [1, -1]}})", R"(, "microbatch": {"length": [1, 0]}})",
          R"(, "microbatch": {"length": [1, 2], "quadratic": 2}})",
          R"(, "microbatch": {"table": {"S": [[1, 2], [1, 2]]}}})", R"(, "time_unit": "min"})",
          R"(, "costs": {"overlapped": {"B": [[1, -1], [1, 1]]}}})", R"(, "costs": {"overlapped": {"W": [[1]]}}})",
          R"(, "costs": {"overlapped": {"segments": [{"forward": [["gpu", 1]]}, {}]}}})",
          R"(, "costs": {"overlapped": {"segments": [{}, {}], "sharing": 2}}})", R"(, "model": {"vocabulary": 255}})",
          R"(, "costs": {"weight_parts": 0}})"}) {
        EXPECT_FALSE(planFromJson(head + wrong)) << wrong;
        EXPECT_NE(violations("lwsched.schema.json", head + wrong), "") << wrong;
    }
    EXPECT_EQ(violations("lwsched.schema.json", head + "}"), "");
}

TEST(FormatPage, SaysTheLimitsThatHold) {
    const std::string page = document("schedules/FORMAT.md");
    EXPECT_NE(page.find("1 to " + grouped(kMaxMicrobatches) + "; times the stages at most " + grouped(kMaxCells)),
              std::string::npos);
}
