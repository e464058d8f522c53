// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/python_orders.h"

#include "core/edit/edits.h"
#include "core/model/placement.h"
#include "tests/support/judging.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan planOf(const Placement& placement, int microbatches, std::string_view order) {
    Plan plan = *problemOf({.ranks = placement.ranks, .microbatches = microbatches});
    plan.schedule = {.placement = placement, .microbatches = microbatches, .order = rows(order)};
    return plan;
}

/// The lines of `ORDER`, or why there are none.
std::string orderIn(const Result<PythonOrder>& written) {
    if (!written)
        return written.error().message;
    const std::size_t begin = written->text.find("ORDER = [\n") + 10;
    return written->text.substr(begin, written->text.find("]\n", begin) - begin);
}

bool leavesOut(const Result<PythonOrder>& written, std::string_view words) {
    return written && std::ranges::any_of(written->leftOut, [words](const Message& message) {
               return message.text().find(words) != std::string::npos;
           });
}

bool holds(const Result<PythonOrder>& written, std::string_view line) {
    return written && written->text.find(line) != std::string::npos;
}

} // namespace

TEST(PythonOrders, AnOrderStandsThereRankByRank) {
    const Plan plan = planOf(linear(2), 2, R"(
        F0.0 F0.1 BW0.0 BW0.1
        F1.0 BW1.0 F1.1 BW1.1
    )");
    for (const PythonTaker& taker : pythonTakers()) {
        const Result<PythonOrder> written = taker.write(plan);
        EXPECT_EQ(orderIn(written), "    \"F0.0 F0.1 BW0.0 BW0.1\",\n    \"F1.0 BW1.0 F1.1 BW1.1\",\n") << taker.key;
        EXPECT_TRUE(holds(written, "\nRANK_OF_STAGE = [0, 1]\nMICROBATCHES = 2\n"));
        EXPECT_EQ(pythonTaker(taker.key), &taker);
    }
    EXPECT_TRUE(holds(writeForJaxpp(plan), "\nSPLIT = False"));
    EXPECT_EQ(pythonTaker("pytorch"), nullptr);
}

TEST(PythonOrders, JaxppHasOneTaskForTheBackwardOfStage0) {
    const Plan apart = planOf(linear(2), 2, R"(
        F0.0 F0.1 B0.0 B0.1 W0.0 W0.1
        F1.0 BW1.0 F1.1 B1.1 W1.1
    )");
    const Result<PythonOrder> written = writeForJaxpp(apart);
    EXPECT_EQ(orderIn(written), "    \"F0.0 F0.1 B0.0+W0.0 B0.1+W0.1\",\n    \"F1.0 B1.0+W1.0 F1.1 B1.1 W1.1\",\n");
    EXPECT_TRUE(holds(written, "\nSPLIT = True"));
    EXPECT_TRUE(leavesOut(written, "stage 0"));
    const Plan together = planOf(linear(2), 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0");
    EXPECT_EQ(orderIn(writeForJaxpp(together)), "    \"F0.0 B0.0+W0.0\",\n    \"F1.0 B1.0 W1.0\",\n");
    EXPECT_FALSE(leavesOut(writeForJaxpp(together), "stage 0"));
    EXPECT_TRUE(leavesOut(writeForJaxpp(together), "times, memory and gaps are left out."));
}

TEST(PythonOrders, JaxppTakesMicrobatchesInTheirOrderWhereItAddsUp) {
    const auto refused = [](std::string_view order) { return orderIn(writeForJaxpp(planOf(linear(2), 2, order))); };
    EXPECT_TRUE(refused("F0.0 F0.1 BW0.0 BW0.1\nF1.1 F1.0 BW1.0 BW1.1").ends_with("F1.0 comes after F1.1"));
    EXPECT_TRUE(refused("F0.1 F0.0 BW0.0 BW0.1\nF1.0 F1.1 BW1.0 BW1.1").ends_with("F0.0 comes after F0.1"));
    EXPECT_TRUE(refused("F0.0 F0.1 BW0.1 BW0.0\nF1.0 F1.1 BW1.1 BW1.0").ends_with("BW0.0 comes after BW0.1"));
    EXPECT_TRUE(refused("F0.0 F0.1 BW0.0 BW0.1\nF1.0 F1.1 B1.0 B1.1 W1.1 W1.0").ends_with("W1.0 comes after W1.1"));
    // Inputs' gradients are not added up, so they may come as they like.
    EXPECT_TRUE(refused("F0.0 F0.1 BW0.0 BW0.1\nF1.0 F1.1 B1.1 B1.0 W1.0 W1.1").starts_with("    \"F0.0"));
}

TEST(PythonOrders, PairsAndLaterChunksAreNamed) {
    const Plan pairs = made("dualpipev", {.ranks = 2, .microbatches = 4});
    const Result<PythonOrder> primus = writeForPrimus(pairs);
    EXPECT_TRUE(holds(primus, "\nRANK_OF_STAGE = [0, 1, 1, 0]\n"));
    EXPECT_TRUE(holds(primus, "F0.3+BW3.1"));
    EXPECT_TRUE(holds(writeForJaxpp(pairs), "F0.3+B3.1+W3.1"));
}

TEST(PythonOrders, PrimusHearsWhatOpsTakeInMilliseconds) {
    Plan plan = planOf(linear(2), 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0");
    const std::string_view units = "    {\"fwd\": 1, \"bwd\": 1, \"wgrad\": 1},\n";
    EXPECT_TRUE(holds(writeForPrimus(plan), units));
    plan.timeUnit = TimeUnit::Us;
    plan.costs.stages = {{{.forward = scaleOf(TimeUnit::Us) * 1500}, {.forward = scaleOf(TimeUnit::Us)}}};
    EXPECT_TRUE(holds(writeForPrimus(plan), "    {\"fwd\": 1.5, \"bwd\": 0.000001, \"wgrad\": 0.000001},\n"));
    plan.costs.stages[0][1].backwardWeight = 0;
    EXPECT_EQ(orderIn(writeForPrimus(plan)), "Primus's simulator takes no op without a time, and W1.0 has none");
}

TEST(PythonOrders, WhatNobodyCanSayIsRefused) {
    Plan plan = planOf(linear(2), 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0");
    for (const PythonTaker& taker : pythonTakers()) {
        const std::string name{taker.name};
        EXPECT_EQ(orderIn(taker.write(*problemOf({.ranks = 2, .microbatches = 1}))), "there is no order to write");
        EXPECT_EQ(orderIn(taker.write(made("dualpipe", {.ranks = 4, .microbatches = 8}))),
                  name + " has one direction of microbatches and one copy of each stage, this schedule has 2 of each");
        Plan inParts = plan;
        inParts.costs.weightParts = 2;
        EXPECT_TRUE(orderIn(taker.write(inParts)).starts_with(name + " has no parts of W")) << name;
        Plan again = planOf(linear(2), 1, "F0.0 R0.0 BW0.0\nF1.0 BW1.0");
        EXPECT_TRUE(orderIn(taker.write(again)).starts_with(name + " has no op that computes a forward again")) << name;
        Plan broken = planOf(linear(2), 1, "B0.0 F0.0 W0.0\nF1.0 B1.0 W1.0");
        EXPECT_TRUE(orderIn(taker.write(broken)).starts_with(name + " can't run it: ")) << name;
    }
}
