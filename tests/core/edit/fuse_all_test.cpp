// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"
#include "core/edit/edits.h"
#include "core/model/text.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

Plan planOf(std::string_view rows, int ranks, int microbatches) {
    Plan plan{.schedule = {.placement = linear(ranks), .microbatches = microbatches}};
    plan.schedule.order = *rowsFromText(rows);
    plan.costs = uniform(ranks);
    plan.memory = uniformMemory(ranks, ranks, {});
    return plan;
}

} // namespace

TEST(FuseBackwards, EachWMovesToItsB) {
    const Plan plan = planOf("F0.0 F0.1 B0.0 B0.1 W0.0 W0.1\nF1.0 B1.0 F1.1 BW1.1 W1.0", 2, 2);
    const Plan fused = fuseBackwards(plan);
    EXPECT_EQ(fused.schedule.order, *rowsFromText("F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"));
    EXPECT_TRUE(isValid(validate(fused)));
    EXPECT_EQ(fuseBackwards(fused), fused);
}

TEST(FuseBackwards, PartsOfWGoTogether) {
    Plan plan = planOf("F0.0 B0.0 W0.0/0 W0.0/1", 1, 1);
    plan.costs.weightParts = 2;
    const Plan fused = fuseBackwards(plan);
    EXPECT_EQ(fused.schedule.order, *rowsFromText("F0.0 BW0.0"));
    EXPECT_EQ(fused.costs.weightParts, 1);
}

TEST(FuseBackwards, AnOverlappedBTakesItsWToo) {
    const Plan fused = fuseBackwards(planOf("F0.0 F0.1+B0.0 B0.1 W0.0 W0.1", 1, 2));
    EXPECT_EQ(fused.schedule.order, *rowsFromText("F0.0 F0.1+BW0.0 BW0.1"));
}

TEST(FuseBackwards, WhatHasNoOtherHalfStays) {
    const Plan plan = planOf("F0.0 B0.0 F0.1 W0.1", 1, 2);
    EXPECT_EQ(fuseBackwards(plan), plan);
}
