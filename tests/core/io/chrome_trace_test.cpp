// SPDX-License-Identifier: Apache-2.0
#include "core/io/chrome_trace.h"

#include "core/io/json.h"
#include "core/model/text.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using test::op;

namespace {

const Timeline kTwoLanes{.lanes = {{{.op = op("F0.0"), .start = 0, .end = 1'500}},
                                   {{.op = op("F1.0"), .paired = op("B1.1"), .start = 1'500, .end = 4'001}}}};

Plan planOfTwo() { return {.schedule = {.placement = linear(2), .microbatches = 2}, .costs = uniform(2)}; }

/// The events of a trace whose member `key` is the text `value`.
std::vector<std::string> lines(const std::string& trace, std::string_view part) {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < trace.size();) {
        const std::size_t end = trace.find('\n', at);
        const std::string line = trace.substr(at, end - at);
        if (line.find(part) != std::string::npos)
            found.push_back(line);
        at = end + 1;
    }
    return found;
}

} // namespace

TEST(ChromeTrace, APlanIsAProcessWithAThreadPerRankInMicroseconds) {
    const std::string trace = chromeTrace(planOfTwo(), kTwoLanes);
    EXPECT_TRUE(json::parse(trace));
    EXPECT_EQ(lines(trace, "thread_name").size(), 2u);
    const std::vector<std::string> events = lines(trace, R"("ph": "X")");
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(events[0], R"(    {"ph": "X", "pid": 1, "tid": 0, "name": "F0.0", "cat": "F", "ts": 0, "dur": 1.5, )"
                         R"("args": {"op": "F", "stage": 0, "microbatch": 0}},)");
    EXPECT_EQ(
        events[1],
        R"(    {"ph": "X", "pid": 1, "tid": 1, "name": "F1.0+B1.1", "cat": "pair", "ts": 1.5, "dur": 2.501, )"
        R"("args": {"op": "F", "stage": 1, "microbatch": 0, "paired": {"op": "B", "stage": 1, "microbatch": 1}}})");
}

TEST(ChromeTrace, StepsOfARunLieOneBehindTheOther) {
    lanewright::Run run{.plan = planOfTwo(), .paced = true};
    run.steps = {{.step = 0, .wall = kTwoLanes}, {.step = 1, .wall = kTwoLanes}};
    run.steps[0].others = {{.kind = ActivityKind::Optimizer, .rank = 1, .start = 4'001, .end = 5'000}};
    const std::string trace = chromeTrace(run.plan, kTwoLanes, &run);
    EXPECT_EQ(lines(trace, "run (paced)").size(), 1u);
    const std::vector<std::string> forwards = lines(trace, R"("name": "F0.0")");
    ASSERT_EQ(forwards.size(), 3u);
    EXPECT_NE(forwards[2].find(R"("pid": 2, "tid": 0)"), std::string::npos) << forwards[2];
    EXPECT_NE(forwards[2].find(R"("ts": 5, )"), std::string::npos) << forwards[2];
}

TEST(ChromeTrace, PartsOfAPairStandBesideIt) {
    lanewright::Run run{.plan = planOfTwo()};
    run.steps = {{.wall = kTwoLanes}};
    run.steps[0].others = {{.kind = ActivityKind::Part, .rank = 1, .start = 1'500, .end = 3'000, .op = op("F1.0")},
                           {.kind = ActivityKind::Part, .rank = 1, .start = 1'600, .end = 4'001, .op = op("B1.1")}};
    const std::string trace = chromeTrace(run.plan, kTwoLanes, &run);
    EXPECT_TRUE(json::parse(trace));
    const std::vector<std::string> begins = lines(trace, R"("ph": "b")");
    ASSERT_EQ(begins.size(), 2u);
    EXPECT_NE(begins[1].find(R"("tid": 1, "name": "B1.1", "cat": "part", "id": 1, "ts": 1.6)"), std::string::npos)
        << begins[1];
}

TEST(ChromeTrace, TransfersAreAsynchronousBecauseTheyOverlap) {
    lanewright::Run run{.plan = planOfTwo()};
    run.steps = {{.wall = kTwoLanes}};
    run.steps[0].others = {
        {.kind = ActivityKind::Transfer, .rank = 0, .start = 10, .end = 30, .op = op("F0.0"), .peer = 1},
        {.kind = ActivityKind::Transfer, .rank = 0, .start = 20, .end = 40, .op = op("F0.1"), .peer = 1}};
    const std::string trace = chromeTrace(run.plan, kTwoLanes, &run);
    EXPECT_TRUE(json::parse(trace));
    const std::vector<std::string> ends = lines(trace, R"("ph": "e")");
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_NE(ends[1].find(R"("name": "transfer after F0.1", "cat": "transfer", "id": 1, "ts": 0.04)"),
              std::string::npos)
        << ends[1];
}

TEST(ChromeTrace, KernelsLieInTheirBlocksAndBesideEachOtherWhereTheyOverlap) {
    lanewright::Run run{.plan = planOfTwo()};
    run.steps = {{.step = 0, .wall = kTwoLanes}, {.step = 1, .wall = kTwoLanes}};
    run.steps[1].kernels = {{.rank = 1,
                             .names = {"product", "norm"},
                             .kernels = {{.name = 0, .op = op("F1.0"), .start = 1'500, .end = 2'000},
                                         {.name = 1, .op = op("B1.1"), .start = 1'900, .end = 2'100},
                                         {.name = 0, .op = op("F1.0"), .start = 2'100, .end = 4'000}}}};
    const std::string trace = chromeTrace(run.plan, kTwoLanes, &run);
    EXPECT_TRUE(json::parse(trace));
    const std::vector<std::string> kernels = lines(trace, R"("cat": "kernel")");
    ASSERT_EQ(kernels.size(), 4u);
    // The second step begins where the first has ended, at 4.001.
    EXPECT_EQ(kernels[0], R"(    {"ph": "X", "pid": 2, "tid": 1, "name": "product", "cat": "kernel", "ts": 5.501, )"
                          R"("dur": 0.5, "args": {"for": "F1.0"}},)");
    EXPECT_EQ(kernels[1], R"(    {"ph": "b", "pid": 2, "tid": 1, "name": "norm", "cat": "kernel", "id": 0, )"
                          R"("ts": 5.901, "args": {"for": "B1.1"}},)");
    EXPECT_EQ(kernels[2], R"(    {"ph": "e", "pid": 2, "tid": 1, "name": "norm", "cat": "kernel", "id": 0, )"
                          R"("ts": 6.101, "args": {"for": "B1.1"}},)");
    EXPECT_NE(kernels[3].find(R"("ts": 6.101, "dur": 1.9, )"), std::string::npos) << kernels[3];
}
