// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/stretch_lesson.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/simulate/simulate.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(Stretch, EverythingTakesLongerAndShrinksBack) {
    Plan plan = *generate("zb-h1", *problemOf({.ranks = 3, .microbatches = 4, .transfer = 7}));
    plan.schedule.order[1][2].gap = 5;
    const Plan longer = stretched(plan, 3);
    const Timeline slow = simulate(longer.schedule, longer.costs);
    EXPECT_EQ(extentOf(slow).end, 3 * extentOf(simulate(plan.schedule, plan.costs)).end);
    lanewright::Run run{.plan = longer};
    run.steps.push_back({.start = 9, .wall = slow, .others = {{.start = 3, .end = 6}}});
    const lanewright::Run back = shrunk(run, plan, 3);
    EXPECT_EQ(back.plan, plan);
    EXPECT_EQ(back.steps[0].wall, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(back.steps[0].start, 3);
    EXPECT_EQ(back.steps[0].others[0].end, 2);
}

TEST(Stretch, ATableOfTimesIsStretchedToo) {
    Plan plan = *problemOf({.ranks = 1, .microbatches = 2});
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::F)] = {5, 7};
    setMicrobatches(plan, MicrobatchCosts::ofTable(2, table, {}));
    EXPECT_EQ(stretched(plan, 3).costs.compute({.microbatch = 1}, 0), 21);
}

TEST(Stretch, HostTimesAreStretchedToo) {
    Plan plan = *problemOf({.ranks = 2, .microbatches = 1});
    plan.costs.host = {.send = 2, .receive = 5};
    EXPECT_EQ(stretched(plan, 3).costs.host, (HostTimes{.send = 6, .receive = 15}));
}

TEST(Stretch, WhatIsNotKnownStaysSo) {
    Plan plan = *problemOf({.ranks = 2, .microbatches = 1});
    plan.costs.transfer = {.ranks = 2, .matrix = {0, 4, Transfers::kUnknown, 0}};
    plan.costs.stages[0][0].overlapped = 2;
    const Plan longer = stretched(plan, 10);
    EXPECT_EQ(longer.costs.transfer.matrix, (std::vector<Time>{0, 40, Transfers::kUnknown, 0}));
    EXPECT_EQ(longer.costs.stages[0][0].overlapped, 20);
    EXPECT_FALSE(longer.costs.stages[0][0].recompute);
}
