// SPDX-License-Identifier: Apache-2.0
#include "core/io/pytorch_csv.h"

#include "core/analyse/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/model/text.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

Plan imported(std::string_view csv) {
    const Result<Plan> plan = planFromPytorchCsv(csv);
    EXPECT_TRUE(plan) << plan.error().where << ": " << plan.error().message;
    return plan ? *plan : Plan{};
}

std::string exported(const Plan& plan) {
    const Result<std::string> csv = planToPytorchCsv(plan);
    EXPECT_TRUE(csv) << csv.error().message;
    return csv ? *csv : std::string{};
}

std::string generated(std::string_view generator) {
    const Result<Plan> plan = generate(generator, *problemOf({.ranks = 4, .microbatches = 8}));
    return plan ? exported(*plan) : plan.error().message;
}

std::string dataFile(const std::string& name) { return *readFile(LANEWRIGHT_TEST_DATA "/pytorch/" + name); }

void expectRefused(std::string_view csv, const std::string& where, const std::string& message) {
    const Result<Plan> plan = planFromPytorchCsv(csv);
    ASSERT_FALSE(plan) << csv;
    EXPECT_EQ(plan.error().where, where) << csv;
    EXPECT_EQ(plan.error().message, message) << csv;
}

Plan scheduleOf(std::string_view rows, Placement placement, int microbatches) {
    Plan plan{.schedule = {.placement = std::move(placement), .microbatches = microbatches}};
    plan.schedule.order = *rowsFromText(rows);
    plan.costs = uniform(plan.schedule.stages());
    plan.memory = uniformMemory(plan.schedule.stages(), plan.schedule.ranks(), {});
    return plan;
}

std::string whyNotExported(const Plan& plan) {
    const Result<std::string> csv = planToPytorchCsv(plan);
    return csv ? *csv : csv.error().message;
}

} // namespace

TEST(PytorchCsv, OurGeneratorsGiveTheOrdersThatPyTorchRuns) {
    EXPECT_EQ(generated("1f1b"), dataFile("1f1b_p4_m8.csv"));
    EXPECT_EQ(generated("zb-h1"), dataFile("zb_h1_p4_m8.csv"));
}

TEST(PytorchCsv, AScheduleOfOneChunkReadsBackAsItself) {
    for (const char* name : {"gpipe", "1f1b", "zb-h1", "zb-h2"}) {
        const Result<Plan> plan = generate(name, *problemOf({.ranks = 4, .microbatches = 8}));
        ASSERT_TRUE(plan) << name;
        const Plan again = imported(exported(*plan));
        EXPECT_EQ(again.schedule, plan->schedule) << name;
        EXPECT_EQ(again.costs, plan->costs) << name;
        EXPECT_EQ(again.memory, plan->memory) << name;
    }
}

TEST(PytorchCsv, ReadsOneForwardOneBackwardWithItsIdleCells) {
    const Plan plan = imported("0F0,0F1,,0I0,0W0,0F2,0I1,0W1,,0I2,0W2\r\n"
                               ",1F0,1I0,1W0,1F1,1I1,1W1,1F2,1I2,1W2\r\n");
    EXPECT_EQ(plan.title, "PyTorch schedule, 2 ranks, 3 microbatches");
    EXPECT_EQ(plan.schedule.placement, linear(2));
    EXPECT_EQ(plan.schedule.order, *rowsFromText("F0.0 F0.1 B0.0 W0.0 F0.2 B0.1 W0.1 B0.2 W0.2\n"
                                                 "F1.0 B1.0 W1.0 F1.1 B1.1 W1.1 F1.2 B1.2 W1.2"));
    EXPECT_EQ(plan.costs.of(0, 1).forward, kTimeUnit);
    EXPECT_TRUE(isValid(validate(plan)));
}

TEST(PytorchCsv, ReadsChunksInALoop) {
    const Plan plan = imported("0F0,0F1,2F0,2F1,,,,2B0,,2B1,,0B0,,0B1\n,1F0,1F1,,3F0,3B0,3F1,3B1,,1B0,,1B1\n");
    EXPECT_EQ(plan.schedule.placement, looped(2, 4));
    EXPECT_EQ(plan.schedule.order[0][4].op.kind, OpKind::BW);
    EXPECT_TRUE(isValid(validate(plan)));
}

TEST(PytorchCsv, ReadsOverlappedPairsOnAVAndWritesThemBack) {
    const std::string csv = dataFile("dualpipev_p2_m4.csv");
    const Plan plan = imported(csv);
    EXPECT_EQ(plan.schedule.placement.directions[0], (std::vector{0, 1, 1, 0}));
    EXPECT_EQ(toText(plan.schedule.order[0][7]), "F0.3+BW3.1");
    EXPECT_TRUE(isValid(validate(plan)));
    EXPECT_EQ(exported(plan), csv);
}

TEST(PytorchCsv, TheDialectBeforeTorch26IsRecognised) {
    const auto rows = *rowsFromText("F0.0 B0.0 W0.0 F0.1 BW0.1");
    EXPECT_EQ(imported("0F0,0B0,0W0,0F1,0BW1").schedule.order, rows);
    EXPECT_EQ(imported("0F0,0I0,0W0,0F1,0B1").schedule.order, rows);
    EXPECT_EQ(imported("0F0,0B0,0W0").schedule.order, *rowsFromText("F0.0 B0.0 W0.0"));
    EXPECT_EQ(imported("0F0,0B0").schedule.order, *rowsFromText("F0.0 BW0.0"));
}

TEST(PytorchCsv, BlanksQuotesMarksAndLineEndsDoNotMatter) {
    const Plan plain = imported("0F0,0B0\n1F0,1B0\n");
    for (const char* same : {"0F0,0B0\r\n1F0,1B0\r\n", "0F0,0B0\n1F0,1B0", " 0F0 ,\t0B0,,\n,,\"1F0\",1B0,",
                             "\xEF\xBB\xBF"
                             "0F0,0B0\n1F0,1B0\n"})
        EXPECT_EQ(imported(same), plain) << same;
}

TEST(PytorchCsv, ARankWithoutActionsIsAPairOfQuotes) {
    const Plan plan = imported("0F0,0B0\n\"\"\n");
    EXPECT_EQ(plan.schedule.ranks(), 2);
    EXPECT_TRUE(plan.schedule.order[1].empty());
    EXPECT_EQ(exported(plan), "0F0,0B0\n\"\"\n");
}

TEST(PytorchCsv, WhatIsNoActionIsRefusedWithRowAndColumn) {
    const std::string form = " is no action; one is written like 0F3, 1I3, 1W3, 1B3 or (0F7;3B1)OVERLAP_F_B";
    expectRefused("0F0,0F\n", "row 1, column 2", "\"0F\"" + form);
    expectRefused("0F0\n,,0F0junk\n", "row 2, column 3", "\"0F0junk\"" + form);
    expectRefused("0F-1", "row 1, column 1", "\"0F-1\"" + form);
    expectRefused("0F99999999999", "row 1, column 1", "\"0F99999999999\"" + form);
    expectRefused("(0F0;1B0)BATCH_P2P", "row 1, column 1", "\"(0F0;1B0)BATCH_P2P\"" + form);
    expectRefused("0F0,0SEND_F0", "row 1, column 2",
                  "\"0SEND_F0\" is a communication action; only the flavour compute_only can be read");
    expectRefused("0F0,0REDUCE_GRAD", "row 1, column 2",
                  "\"0REDUCE_GRAD\" is a communication action; only the flavour compute_only can be read");
    expectRefused("(0F0;1B0;1W0)OVERLAP_F_B", "row 1, column 1",
                  "\"(0F0;1B0;1W0)OVERLAP_F_B\": an overlapped pair is two actions");
    expectRefused("(0F0;0F1)OVERLAP_F_B", "row 1, column 1",
                  "\"(0F0;0F1)OVERLAP_F_B\": an overlapped pair is an F and then an I or B");
}

TEST(PytorchCsv, ShapesThatCantBeAreRefused) {
    expectRefused("", "", "the text is empty");
    expectRefused(",,\n", "", "no cell holds an action");
    expectRefused("0F0\n\n1F0\n", "row 2", "is empty, but each row is a rank; a rank without actions is written \"\"");
    expectRefused("0F0\n0B0\n", "row 2, column 1", "stage 0 stands in row 1 already, and a stage has one rank");
    expectRefused("0F0\n2F0\n", "", "no action is of stage 1; stages count from 0 to 2");
    expectRefused("0F1,0F2", "", "no action is of microbatch 0; microbatches count from 0 to 2");
    expectRefused("99999F0", "row 1, column 1", "\"99999F0\": stages go up to 16383");
    expectRefused("0F1048576", "row 1, column 1", "\"0F1048576\": microbatches go up to 1048575");
    expectRefused("0F0,0I0,0BW1", "row 1, column 3",
                  "BW belongs to the dialect before torch 2.6, but the file also holds an I (row 1, column 2), which "
                  "came after it");
}

TEST(PytorchCsv, WhatTheFormatCantSayIsNotWritten) {
    const Placement both{.ranks = 2, .directions = {{0, 1}, {1, 0}}};
    EXPECT_EQ(whyNotExported(scheduleOf("F0.0\nF1.0", both, 2)),
              "PyTorch's CSV has one direction of microbatches, this schedule has two");
    EXPECT_EQ(whyNotExported(scheduleOf("F0.0 R0.0 BW0.0", linear(1), 1)),
              "PyTorch's CSV has no recomputation, so it can't say R0.0");
    Plan parts = scheduleOf("F0.0 B0.0 W0.0/0 W0.0/1", linear(1), 1);
    parts.costs.weightParts = 2;
    EXPECT_EQ(whyNotExported(parts), "PyTorch's CSV has no parts of W; this schedule cuts W into 2");
    EXPECT_EQ(whyNotExported(scheduleOf("", linear(1), 1)), "there is no order to write");
    EXPECT_EQ(whyNotExported(scheduleOf("F0.0 F1.0\nB1.0", linear(2), 1)),
              "F1.0 stands on rank 0, but its stage lives on rank 1; PyTorch would take the row for the place");
}

TEST(PytorchCsv, ForwardsOfTheLastStageMustAscend) {
    EXPECT_EQ(whyNotExported(scheduleOf("F0.0 F0.1 BW0.0 BW0.1\nF1.1 BW1.1 F1.0 BW1.0", linear(2), 2)),
              "the last stage runs F1.0 after microbatch 1; PyTorch keeps losses in the order in which they come and "
              "would start the backward from the wrong one, so forwards of the last stage must ascend");
    EXPECT_EQ(whyNotExported(scheduleOf("F0.1 F0.0 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1", linear(2), 2)),
              "0F1,0F0,0B0,0B1\n1F0,1B0,1F1,1B1\n");
}
