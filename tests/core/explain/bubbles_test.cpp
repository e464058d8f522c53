// SPDX-License-Identifier: Apache-2.0
#include "core/explain/bubbles.h"

#include "core/explain/slack.h"
#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

BubbleReason reasonAt(const Plan& plan, int rank, Time time) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    return explain(plan, timeline, bubbleAt(timeline, rank, time).value());
}

} // namespace

TEST(Bubbles, AreWhatNoBlockCovers) {
    const Plan plan = smallPlan();
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    EXPECT_EQ(bubblesOf(timeline, 0), (std::vector<Bubble>{{0, 2, unit(2), unit(4)}, {0, 3, unit(6), unit(7)}}));
    EXPECT_EQ(bubblesOf(timeline, 1), (std::vector<Bubble>{{1, 0, 0, unit(1)}, {1, 4, unit(7), unit(9)}}));
    EXPECT_EQ(bubbleAt(timeline, 0, unit(2)), (Bubble{0, 2, unit(2), unit(4)}));
    EXPECT_EQ(bubbleAt(timeline, 0, unit(4)), std::nullopt);
    EXPECT_EQ(bubbleAt(timeline, 1, unit(9)), std::nullopt);
    EXPECT_EQ(bubbleAt(timeline, 7, 0), std::nullopt);
}

TEST(Bubbles, BeforeTheFirstBlockThePipelineFills) {
    const BubbleReason fill = reasonAt(smallPlan(), 1, 0);
    EXPECT_EQ(fill.kind, BubbleKind::Fill);
    EXPECT_EQ(fill.bindingOp, op("F0.0"));
    EXPECT_EQ(fill.sentence, "Rank 1 is idle for 1 unit: the pipeline fills, and its first value, the output of F0.0, "
                             "comes at 1 unit.");
}

TEST(Bubbles, BehindTheLastBlockThePipelineDrains) {
    const BubbleReason drain = reasonAt(smallPlan(), 1, unit(8));
    EXPECT_EQ(drain.kind, BubbleKind::Drain);
    EXPECT_EQ(drain.sentence, "Rank 1 is idle for 2 units: the pipeline drains, and nothing is left to run on rank 1.");
}

TEST(Bubbles, InBetweenAValueIsWaitedFor) {
    const BubbleReason waits = reasonAt(smallPlan(), 0, unit(3));
    EXPECT_EQ(waits.kind, BubbleKind::Dependency);
    EXPECT_EQ(waits.next, op("BW0.0"));
    EXPECT_EQ(waits.bindingOp, op("BW1.0"));
    EXPECT_EQ(waits.bindingRank, 1);
    EXPECT_EQ(waits.sentence,
              "Rank 0 is idle for 2 units: BW0.0 needs the output of BW1.0, and rank 1 is not done with "
              "that until 4 units.");
}

TEST(Bubbles, AValueOnItsWayIsToldFromOneThatIsBeingMade) {
    // One microbatch less: rank 0 is free at 1, F1.0 runs from 6 to 7, B1.0 to 9, and its gradient comes at 14.
    Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 F1.1 BW1.0 BW1.1
    )");
    plan.costs.transfer.every = unit(5);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const Bubble between = bubbleAt(timeline, 0, unit(10)).value();
    EXPECT_EQ(explain(plan, timeline, between).kind, BubbleKind::Dependency);
    EXPECT_EQ(explain(plan, timeline, between).sentence,
              "Rank 0 is idle for 13 units: BW0.0 needs the output of BW1.0, and rank 1 is not done with that until 10 "
              "units. The way takes 5 units.");
    // The second forward waits on rank 1 for nothing but its way when the first is quick.
    plan.costs.stages = {{StageCosts{.forward = unit(3), .backwardInput = unit(), .backwardWeight = unit()},
                          StageCosts{.forward = unit(), .backwardInput = unit(), .backwardWeight = unit()}}};
    plan.costs.transfer.every = unit(9);
    const Timeline slow = simulate(plan.schedule, plan.costs);
    const Bubble way = bubbleAt(slow, 1, slow.lanes[1][1].start - 1).value();
    EXPECT_EQ(explain(plan, slow, way).kind, BubbleKind::Transfer);
    EXPECT_EQ(explain(plan, slow, way).sentence,
              "Rank 1 is idle for 2 units: the output of F0.1 is on its way from rank 0 to F1.1.");
}

TEST(Bubbles, AGapIsNamed) {
    Plan plan = smallPlan();
    plan.schedule.order[1][2].gap = unit(1);
    const BubbleReason gap = reasonAt(plan, 1, unit(4));
    EXPECT_EQ(gap.kind, BubbleKind::Gap);
    EXPECT_EQ(gap.sentence, "Rank 1 is idle for 1 unit: the explicit gap before F1.1 holds it.");
}

TEST(Bubbles, ARankThatNeverGoesOnStalls) {
    const Plan plan = linearPlan(2, 1, R"(
        F0.0 BW0.0
        BW1.0 F1.0
    )");
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const BubbleReason stall = explain(plan, timeline, Bubble{1, 0, 0, unit(1)});
    EXPECT_EQ(stall.kind, BubbleKind::Stall);
    EXPECT_EQ(stall.sentence, "Rank 1 never goes on: BW1.0 does not get what it needs.");
}

TEST(Slack, IsHowMuchLaterABlockMayStart) {
    const Plan plan = smallPlan();
    const auto slack = slackOf(plan, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(slack, (std::vector<std::vector<Time>>{{0, unit(2), unit(1), 0}, {0, 0, 0, 0}}));
}

TEST(Slack, ADelayOfJustSoMuchKeepsTheMakespan) {
    Plan plan = linearPlan(4, 8, zbH1Rows());
    plan.costs.transfer.every = unit() / 4;
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const auto slack = slackOf(plan, timeline);
    const Time makespan = extentOf(timeline).length();
    for (int rank = 0; rank < 4; ++rank)
        for (int position = 0; position < static_cast<int>(timeline.lanes[rank].size()); ++position) {
            const Time free = position > 0 ? timeline.lanes[rank][position - 1].end : 0;
            const Time until = timeline.lanes[rank][position].start - free + slack[rank][position];
            Schedule delayed = plan.schedule;
            delayed.order[rank][position].gap = until;
            EXPECT_EQ(extentOf(simulate(delayed, plan.costs)).length(), makespan);
            delayed.order[rank][position].gap = until + 1;
            // The first block of all moves the start of everything, too.
            if (rank > 0 || position > 0) {
                EXPECT_EQ(extentOf(simulate(delayed, plan.costs)).length(), makespan + 1);
            }
        }
}
