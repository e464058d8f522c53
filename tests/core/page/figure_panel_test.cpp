// SPDX-License-Identifier: Apache-2.0
#include "core/page/figure_panel.h"

#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

// Drawn by hand: rank 0 works 0–1 and 3–5, rank 1 works 1–4; each holds one activation at most.
Plan drawnPlan() {
    Plan plan = test::linearPlan(2, 1, R"(
        F0.0 B0.0 W0.0
        F1.0 B1.0 W1.0
    )");
    plan.title = "two\nranks";
    return plan;
}

std::vector<std::string> textsOf(const FigurePanel& panel) {
    std::vector<std::string> texts;
    for (const FigureNumber& number : panel.numbers)
        texts.push_back(number.name + " " + number.value);
    return texts;
}

TEST(FigurePanel, TellsTheNumbersThatNeedNoBound) {
    const Plan plan = drawnPlan();
    const Timeline planned = simulate(plan.schedule, plan.costs);
    const FigurePanel panel = panelOf(plan, planned);
    EXPECT_EQ(panel.title, "two ranks");
    EXPECT_EQ(textsOf(panel),
              (std::vector<std::string>{"Iteration 5", "Bubble 40.0 %", "Makespan 5", "Idle 40.0 %", "Peak memory 1"}));
    EXPECT_EQ(panel.measured, nullptr);
    EXPECT_EQ(panel.measuredNote, "");
}

TEST(FigurePanel, SaysWhatWasMeasuredAndHow) {
    Plan plan = drawnPlan();
    const Timeline planned = simulate(plan.schedule, plan.costs);
    lanewright::Run run{
        .plan = plan, .paced = true, .steps = {{.step = 7, .wall = planned}, {.step = 8, .wall = planned}}};
    run.steps[1].wall.lanes[0].back().end += planned.lanes[1][0].start; // a unit
    const FigurePanel panel = panelOf(plan, planned, &run);
    EXPECT_EQ(panel.measuredNote, "measured, paced, step 8");
    EXPECT_EQ(panel.measured, &run.steps[1].wall);
    EXPECT_EQ(panel.measuredNumbers, (std::vector<FigureNumber>{{"Measured", "6 (+20.0 %)"}}));
    EXPECT_EQ(panelOf(plan, planned, &run, &run.steps[0]).measuredNote, "measured, paced, step 7");
    EXPECT_FALSE(panel.otherOrder);
    std::swap(plan.schedule.order[1][1], plan.schedule.order[1][2]);
    const FigurePanel other = panelOf(plan, planned, &run);
    EXPECT_TRUE(other.otherOrder);
    EXPECT_EQ(other.measuredNote, "measured in another order, step 8");
    run.steps.clear();
    EXPECT_EQ(panelOf(plan, planned, &run).measured, nullptr);
}

TEST(FigurePanel, LeavesOutWhatAnOrderDoesNotHave) {
    Plan plan = drawnPlan();
    plan.schedule.order[1].erase(plan.schedule.order[1].begin());
    for (const std::string& text : textsOf(panelOf(plan, simulate(plan.schedule, plan.costs))))
        EXPECT_TRUE(text.starts_with("Peak memory")) << text;
    plan.schedule.order.clear();
    EXPECT_TRUE(textsOf(panelOf(plan, simulate(plan.schedule, plan.costs))).empty());
}

} // namespace
