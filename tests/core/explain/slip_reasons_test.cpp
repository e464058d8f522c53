// SPDX-License-Identifier: Apache-2.0
#include "core/explain/slip_reasons.h"

#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Span span(const char* word, double start, double end) {
    return {.op = op(word), .start = static_cast<Time>(start * kTimeUnit), .end = static_cast<Time>(end * kTimeUnit)};
}

std::string why(const Plan& plan, const Timeline& measured, const char* word) {
    const Comparison comparison = compare(plan, simulate(plan.schedule, plan.costs), plan, measured);
    const auto found = std::ranges::find(comparison.deviations, op(word), &Deviation::op);
    return SlipReasons(plan, measured, comparison).of(*found).text();
}

} // namespace

TEST(SlipReasons, FollowADelayToTheOpThatRanLonger) {
    // Planned: F0.0 0–1, F1.0 1–2, BW1.0 2–4, BW0.0 4–6.
    const Plan plan = linearPlan(2, 1, R"(
        F0.0  BW0.0
        F1.0  BW1.0
    )");
    const Timeline measured{
        .lanes = {{span("F0.0", 0, 1.4), span("BW0.0", 4.4, 6)}, {span("F1.0", 1.4, 2.4), span("BW1.0", 2.4, 4.4)}}};
    EXPECT_EQ(why(plan, measured, "F0.0"), "on time");
    EXPECT_EQ(why(plan, measured, "F1.0"), "waited for F0.0 of rank 0, which ran 0.4 longer");
    EXPECT_EQ(why(plan, measured, "BW1.0"), "own rank busy with F1.0, itself 0.4 late");
    EXPECT_EQ(why(plan, measured, "BW0.0"), "waited for BW1.0 of rank 1, itself 0.4 late");
}

TEST(SlipReasons, WhatIsLateByATenThousandthIsOnTime) {
    const Plan plan = linearPlan(1, 1, "F0.0 BW0.0");
    const Timeline measured{.lanes = {{span("F0.0", 0, 1), span("BW0.0", 1.0003, 3)}}};
    EXPECT_EQ(why(plan, measured, "BW0.0"), "on time");
}
