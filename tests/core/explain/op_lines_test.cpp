// SPDX-License-Identifier: Apache-2.0
#include "core/explain/op_lines.h"

#include "core/explain/slack.h"
#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::vector<Op> opsBy(LineKey key) {
    const Plan plan = smallPlan();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const std::vector<OpLine> lines = opLines(plan, timeline);
    std::vector<Op> ops;
    for (const int at : sortedLines(lines, key, slackOf(plan, timeline)))
        ops.push_back(lines[static_cast<std::size_t>(at)].op);
    return ops;
}

} // namespace

TEST(OpLines, SayWhereAnOpStandsAndWhenItRuns) {
    const Plan plan = smallPlan();
    const auto lines = opLines(plan, simulate(plan.schedule, plan.costs));
    ASSERT_EQ(lines.size(), 8U);
    EXPECT_EQ(
        lines[2],
        (OpLine{.op = op("BW0.0"), .slot = {0, 2}, .starts = true, .start = unit(4), .end = unit(6), .wait = unit(2)}));
    EXPECT_EQ(lines[4].wait, unit(1)) << "from the start of the whole";
}

TEST(OpLines, KeepWhatNeverStartsAndWhatNoRowHolds) {
    Plan plan = smallPlan();
    std::swap(plan.schedule.order[1][0], plan.schedule.order[1][1]);
    plan.schedule.order[0].pop_back();
    const auto lines = opLines(plan, simulate(plan.schedule, plan.costs), {op("BW0.1")});
    ASSERT_EQ(lines.size(), 8U);
    EXPECT_FALSE(lines[3].starts) << "BW1.0 waits for its forward behind it";
    EXPECT_EQ(lines.back(), (OpLine{.op = op("BW0.1"), .slot = {0, -1}}));
}

TEST(OpLines, OfAPairAreTwo) {
    Plan plan = smallPlan();
    plan.schedule.order[0] = {{.op = op("F0.0")}, {.op = op("F0.1"), .paired = op("BW0.0")}, {.op = op("BW0.1")}};
    const auto lines = opLines(plan, simulate(plan.schedule, plan.costs));
    ASSERT_EQ(lines.size(), 8U);
    EXPECT_EQ(lines[1].slot, lines[2].slot);
}

TEST(OpLines, AreSortedByWhatIsAskedFor) {
    EXPECT_EQ(opsBy(LineKey::Place).front(), op("F0.0"));
    EXPECT_EQ(opsBy(LineKey::Start)[1], op("F0.1"));
    EXPECT_EQ(opsBy(LineKey::Start).back(), op("BW0.1"));
    EXPECT_EQ(opsBy(LineKey::Wait).back(), op("BW0.0"));
    EXPECT_EQ(opsBy(LineKey::Slack).back(), op("F0.1"));
    EXPECT_EQ(opsBy(LineKey::Kind).front().kind, OpKind::F);
}
