// SPDX-License-Identifier: Apache-2.0
#include "core/edit/drop_places.h"

#include "core/simulate/simulate.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

TEST(Places, AreJudgedOneByOne) {
    using enum PlaceRating;
    // W0.0 stands in the way of nobody at the end; before its B it never runs; in the wait it costs nothing.
    const Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 B0.0 B0.1 W0.0 W0.1
        F1.0 B1.0 W1.0 F1.1 B1.1 W1.1
    )");
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    EXPECT_EQ(judgePlaces(plan, timeline, 0, {4}, 0, 6),
              (std::vector<PlaceRating>{Bad, Bad, Bad, Better, Same, Same, Same}));
}

TEST(Places, ThatPassTheMemoryLimitAreBad) {
    using enum PlaceRating;
    Plan plan = linearPlan(1, 2, "F0.0 BW0.0 F0.1 BW0.1");
    plan.memory = unitMemory(1, 1, 0, kMemoryUnit);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    EXPECT_EQ(judgePlaces(plan, timeline, 0, {2}, 0, 4), (std::vector<PlaceRating>{Bad, Bad, Same, Same, Bad}));
}
