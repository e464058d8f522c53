// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain.h"

#include "core/simulate/simulate.h"

#include "tests/core/explain/critical_path.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Explanation explained(const Plan& plan, std::string_view word) {
    return explain(plan, simulate(plan.schedule, plan.costs), op(word)).value();
}

} // namespace

TEST(Explain, TheFirstBlockWaitsForNothing) {
    const Explanation first = explained(smallPlan(), "F0.0");
    EXPECT_EQ(first.binding, Binding::Start);
    EXPECT_EQ(first.bindingOp, std::nullopt);
    EXPECT_EQ(first.consumers, (std::vector<Op>{op("BW0.0"), op("F1.0")}));
    EXPECT_EQ(first.sentence, "F0.0 starts at 0 units, first on rank 0, and needs nothing.");
}

TEST(Explain, ABlockWaitsForTheValueThatArrivesLast) {
    const Explanation waiting = explained(smallPlan(), "BW0.0");
    EXPECT_EQ(waiting.binding, Binding::Dependency);
    EXPECT_EQ(waiting.bindingOp, op("BW1.0"));
    EXPECT_EQ(waiting.start, unit(4));
    EXPECT_EQ(waiting.end, unit(6));
    EXPECT_EQ(waiting.idleBefore, unit(2));
    EXPECT_EQ(waiting.before, op("F0.1"));
    EXPECT_EQ(waiting.rankFree, unit(2));
    EXPECT_EQ(waiting.inputs, (std::vector<Arrival>{{op("F0.0"), 0, unit(1), unit(3)}, {op("BW1.0"), 1, unit(4), 0}}));
    EXPECT_EQ(waiting.sentence,
              "BW0.0 starts at 4 units, when the output of BW1.0 arrives from rank 1; rank 0 was idle "
              "for 2 units before.");
}

TEST(Explain, ABlockWaitsForTheOneBeforeIt) {
    const Explanation busy = explained(smallPlan(), "F1.1");
    EXPECT_EQ(busy.binding, Binding::RankBusy);
    EXPECT_EQ(busy.bindingOp, op("BW1.0"));
    EXPECT_EQ(busy.idleBefore, 0);
    EXPECT_EQ(busy.sentence, "F1.1 starts at 4 units, as soon as rank 1 is done with BW1.0. What it needs has been "
                             "there for 2 units.");
}

TEST(Explain, AGapHoldsABlockBack) {
    Plan plan = smallPlan();
    plan.schedule.order[1][2].gap = unit(1);
    const Explanation held = explained(plan, "F1.1");
    EXPECT_EQ(held.binding, Binding::Gap);
    EXPECT_EQ(held.bindingOp, op("BW1.0"));
    EXPECT_EQ(held.sentence, "F1.1 starts at 5 units, held back by its gap of 1 unit after BW1.0. What it needs has "
                             "been there for 3 units.");
}

TEST(Explain, ASerialLinkDeliversLater) {
    Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1
        F1.0 F1.1
    )");
    plan.costs.transfer.every = unit(5);
    plan.costs.links = Links::Serial;
    EXPECT_EQ(explained(plan, "F1.1").inputs, (std::vector<Arrival>{{op("F0.1"), 0, unit(11), 0}}));
}

TEST(Explain, APairIsExplainedAsOneBlock) {
    const Plan plan = linearPlan(1, 2, "F0.0 F0.1+BW0.0 BW0.1");
    const Explanation pair = explained(plan, "BW0.0");
    EXPECT_EQ(pair.slot, (Slot{0, 1}));
    EXPECT_EQ(pair.consumers, std::vector<Op>{op("BW0.1")});
    EXPECT_EQ(pair.sentence.text().substr(0, 24), "F0.1+BW0.0 starts at 1 u");
}

TEST(Explain, AnOpThatNeverRanHasNoExplanation) {
    Plan plan = smallPlan();
    plan.schedule.order[1].pop_back();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    EXPECT_EQ(explain(plan, timeline, op("BW0.1")), std::nullopt);
}

TEST(CriticalPath, LeadsFromTheFirstBlockToTheLastEnd) {
    const Plan plan = smallPlan();
    const std::vector<Op> path = criticalPath(plan, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(path, (std::vector<Op>{op("F0.0"), op("F1.0"), op("BW1.0"), op("F1.1"), op("BW1.1"), op("BW0.1")}));
}

TEST(CriticalPath, OfAnEmptyBoardIsEmpty) {
    const Plan plan = linearPlan(2, 2, "");
    EXPECT_TRUE(criticalPath(plan, simulate(plan.schedule, plan.costs)).empty());
}

TEST(CriticalPath, EndsEvenWhenMeasuredClocksPutProducersBehindConsumers) {
    const Plan plan = smallPlan();
    Timeline timeline = simulate(plan.schedule, plan.costs);
    for (Span& span : timeline.lanes[1]) {
        span.start += unit(20);
        span.end += unit(20);
    }
    EXPECT_LE(criticalPath(plan, timeline).size(), 8u);
}
