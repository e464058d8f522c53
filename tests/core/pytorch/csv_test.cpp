// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv.h"

#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/pytorch/pytorch_files.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Plan imported(std::string_view csv) {
    const Result<Plan> plan = planFromPytorchCsv(std::string{csv});
    EXPECT_TRUE(plan) << plan.error().where << ": " << plan.error().message;
    return plan ? *plan : Plan{};
}

std::string generated(std::string_view generator, const PytorchExport& options) {
    const Result<Plan> plan = generate(generator, *problemOf({.ranks = 4, .microbatches = 8}));
    return plan ? exported(*plan, options) : plan.error().message.text();
}

void expectCsvRefused(std::string_view csv, const std::string& where, const std::string& message) {
    const Result<Plan> plan = planFromPytorchCsv(std::string{csv});
    ASSERT_FALSE(plan) << csv;
    EXPECT_EQ(plan.error().where, where) << csv;
    EXPECT_EQ(plan.error().message, message) << csv;
}

std::string whyNotExported(const Plan& plan, const PytorchExport& options = {}) {
    const Result<PytorchText> csv = writePytorchCsv(plan, options);
    return csv ? csv->text : csv.error().message.text();
}

/// 128 ranks and 2048 microbatches: F, I and W of each in turn.
std::string largeFile() {
    std::string text;
    for (int rank = 0; rank < 128; ++rank) {
        std::string line;
        for (int microbatch = 0; microbatch < 2048; ++microbatch)
            for (const char letter : {'F', 'I', 'W'})
                line += "," + std::to_string(rank) + letter + std::to_string(microbatch);
        text += line.substr(1) + "\n";
    }
    return text;
}

} // namespace

TEST(PytorchCsv, OurGeneratorsGiveTheOrdersThatPyTorchRuns) {
    EXPECT_EQ(generated("1f1b", kPacked), pytorchFile("1f1b_p4_m8.csv"));
    EXPECT_EQ(generated("zb-h1", kPacked), pytorchFile("zb_h1_p4_m8.csv"));
}

TEST(PytorchCsv, AColumnIsATickOfOneOpEach) {
    const std::string ticks = "0F0,0F1,,0I0,0W0,0F2,0I1,0W1,,0I2,0W2\n"
                              ",1F0,1I0,1W0,1F1,1I1,1W1,1F2,1I2,1W2\n";
    EXPECT_EQ(exported(imported(ticks)), ticks);
    EXPECT_EQ(exported(imported("0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n")), "0F0,0F1,,0B0,,0B1\n,1F0,1B0,1F1,1B1\n");
}

TEST(PytorchCsv, EveryGeneratorWithOneDirectionReadsBackAsItself) {
    int count = 0;
    for (const Generator& generator : generators()) {
        const Result<Plan> plan = generate(generator.name, *problemOf({.ranks = 4, .microbatches = 8}));
        if (!plan || plan->schedule.placement.directions.size() > 1)
            continue;
        for (const PytorchExport& options : {PytorchExport{}, kPacked, kComms, kSharded}) {
            const PytorchImport again = read(exported(*plan, options));
            EXPECT_EQ(again.plan.schedule, plan->schedule) << generator.name;
            EXPECT_EQ(again.plan.costs.stages,
                      uniform(plan->schedule.stages(), {kTimeUnit, kTimeUnit, kTimeUnit}).stages);
            EXPECT_TRUE(isLoadable(again.findings)) << generator.name;
        }
        ++count;
    }
    EXPECT_GE(count, 6);
}

TEST(PytorchCsv, TheDialectBeforeTorch26IsWrittenForIt) {
    PytorchExport old = kPacked;
    old.torch = 5;
    const auto written = [&](const char* rows) { return exported(planOf(rows, linear(1), 2), old); };
    EXPECT_EQ(written("F0.0 B0.0 W0.0 F0.1 BW0.1"), "0F0,0B0,0W0,0F1,0BW1\n");
    EXPECT_EQ(written("F0.0 B0.0 W0.0 F0.1 B0.1 W0.1"), "0F0,0B0,0W0,0F1,0B1,0W1\n");
    EXPECT_EQ(written("F0.0 BW0.0 F0.1 BW0.1"), "0F0,0B0,0F1,0B1\n");
    EXPECT_EQ(whyNotExported(imported(pytorchFile("dualpipev_p2_m4.csv")), old),
              "F0.3+BW3.1 is an overlapped pair, which torch 2.5 does not know yet; 2.9 does");
}

TEST(PytorchCsv, ALargeFileIsReadWithAllItsOps) {
    const std::string text = largeFile();
    const PytorchImport import = read(text);
    EXPECT_TRUE(isLoadable(import.findings));
    EXPECT_EQ(opCount(import.plan.schedule), 128 * 2048 * 3);
    EXPECT_EQ(exported(import.plan, kPacked), text);
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
    const std::string csv = pytorchFile("dualpipev_p2_m4.csv");
    const Plan plan = imported(csv);
    EXPECT_EQ(plan.schedule.placement.directions[0], (std::vector{0, 1, 1, 0}));
    EXPECT_EQ(toText(plan.schedule.order[0][7]), "F0.3+BW3.1");
    EXPECT_TRUE(isValid(validate(plan)));
    EXPECT_EQ(exported(plan, kPacked), csv);
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
}

TEST(PytorchCsv, WhatIsNoActionIsRefusedWithRowAndColumn) {
    const std::string form =
        " is no action; one is written like 0F3, 1I3, 1W3, 1B3, 0SEND_F3, 1REDUCE_GRAD or (0F7;3B1)OVERLAP_F_B";
    expectCsvRefused("0F0,0F\n", "row 1, column 2",
                     "\"0F\" does not say its microbatch; PyTorch reads it and fails when it runs");
    expectCsvRefused("0F0\n,,0F0junk\n", "row 2, column 3",
                     "\"0F0junk\" has \"junk\" behind the action, which PyTorch would overlook");
    expectCsvRefused("0F0\n,,0FORWARD0\n", "row 2, column 3", "\"0FORWARD0\"" + form);
    expectCsvRefused("0F0,0REDUCE_GRAD0", "row 1, column 2",
                     "\"0REDUCE_GRAD0\": REDUCE_GRAD is of a whole stage and has no microbatch");
    expectCsvRefused("0F-1", "row 1, column 1", "\"0F-1\"" + form);
    expectCsvRefused("0F99999999999", "row 1, column 1", "\"0F99999999999\"" + form);
    expectCsvRefused("(0F0;1B0)BATCH", "row 1, column 1", "\"(0F0;1B0)BATCH\"" + form);
    expectCsvRefused("0FULL_FORWARD_BACKWARD", "row 1, column 1", "\"0FULL_FORWARD_BACKWARD\"" + form);
    expectCsvRefused("(0F0;1B0)BATCH_P2P", "row 1, column 1",
                     "\"(0F0;1B0)BATCH_P2P\": a batch holds sends and receives only");
    expectCsvRefused("(0F0;1B0;1W0)OVERLAP_F_B", "row 1, column 1",
                     "\"(0F0;1B0;1W0)OVERLAP_F_B\": an overlapped pair is two actions");
    expectCsvRefused("(0F0;0F1)OVERLAP_F_B", "row 1, column 1",
                     "\"(0F0;0F1)OVERLAP_F_B\": an overlapped pair is an F and then an I or B");
}

TEST(PytorchCsv, OtherSeparatorsAreNamed) {
    expectCsvRefused("0F0;0B0\n1F0;1B0\n", "row 1, column 1",
                     "this file separates with semicolons; PyTorch's CSV has commas");
    expectCsvRefused("(0F1;0B0)OVERLAP_F_B;0B1\n", "row 1, column 1",
                     "this file separates with semicolons; PyTorch's CSV has commas");
    expectCsvRefused("0F0\t0B0\n1F0\t1B0\n", "row 1, column 1",
                     "this file separates with tabs; PyTorch's CSV has commas");
}

TEST(PytorchCsv, AForwardWithItsBackwardInOneWordIsBoth) {
    const PytorchImport import = read("0FULL_FORWARD_BACKWARD0,0FULL_FORWARD_BACKWARD1\n");
    EXPECT_EQ(import.plan.schedule.order, *rowsFromText("F0.0 BW0.0 F0.1 BW0.1"));
    ASSERT_EQ(import.findings.size(), 1u);
    EXPECT_EQ(import.findings[0].code, "dialect");
    EXPECT_EQ(import.findings[0].severity, Severity::Warning);
    EXPECT_EQ(import.findings[0].message,
              "FULL_FORWARD_BACKWARD is an action of other builds, which PyTorch up to 2.15 does not read; converting "
              "the file writes the actions that it stands for");
    EXPECT_TRUE(isLoadable(import.findings));
    EXPECT_EQ(
        read("0FULL_FORWARD_BACKWARD0\n1F0,1B0\n").findings[0].message,
        "FULL_FORWARD_BACKWARD is of a stage that is first and last; between its two halves nothing goes to other "
        "stages, and here there are 2");
}

TEST(PytorchCsv, ABatchIsItsSendsAndReceives) {
    const PytorchImport import =
        read("0F0,(0SEND_F0;2RECV_F0)BATCH_P2P,2F0,2SEND_F0,2RECV_B0,2B0,(2SEND_B0;0RECV_B0)BATCH_P2P,0B0,"
             "2REDUCE_GRAD,0REDUCE_GRAD\n"
             "1RECV_F0,1F0,1SEND_F0,3RECV_F0,3F0,3B0,3SEND_B0,1RECV_B0,1B0,1SEND_B0,3REDUCE_GRAD,1REDUCE_GRAD\n");
    EXPECT_TRUE(isLoadable(import.findings));
    EXPECT_EQ(import.flavour, PytorchFlavour::ComputeComms);
    EXPECT_EQ(import.plan.schedule.order, *rowsFromText("F0.0 F2.0 BW2.0 BW0.0\nF1.0 F3.0 BW3.0 BW1.0"));
    EXPECT_EQ(import.findings[0].code, "dialect");
}

TEST(PytorchCsv, ShapesThatCantBeAreRefused) {
    expectCsvRefused("", "", "the text is empty");
    expectCsvRefused(",,\n", "", "no cell holds an action");
    expectCsvRefused("0F0\n\n1F0\n", "row 2",
                     "is empty, but each row is a rank; a rank without actions is written \"\"");
    expectCsvRefused("0F0\n0B0\n", "row 2, column 1", "stage 0 stands in row 1 already, and a stage has one rank");
    expectCsvRefused("0F0\n2F0\n", "row 2, column 1", "no action is of stage 1; stages count from 0 to 2");
    expectCsvRefused("0F1,0F2", "row 1, column 1", "no action is of microbatch 0; microbatches count from 0 to 2");
    expectCsvRefused("99999F0", "row 1, column 1", "\"99999F0\": stages go up to 16383");
    expectCsvRefused("0F1048576", "row 1, column 1", "\"0F1048576\": microbatches go up to 1048575");
    expectCsvRefused(
        "0F0,0I0,0BW1", "row 1, column 3",
        "BW belongs to the dialect before torch 2.6, but the file also holds an I (row 1, column 2), which "
        "came after it");
}

TEST(PytorchCsv, WhatTheFormatCantSayIsNotWritten) {
    const Placement both{.ranks = 2, .directions = {{0, 1}, {1, 0}}};
    EXPECT_EQ(
        whyNotExported(planOf("F0.0\nF1.0", both, 2)),
        "PyTorch has one direction of microbatches and one copy of each stage, this schedule has two; where they are "
        "mirror images, cut it in half (DualPipe becomes DualPipeV) and take that");
    const Placement same{.ranks = 2, .directions = {{0, 1}, {0, 1}}};
    EXPECT_EQ(whyNotExported(planOf("F0.0\nF1.0", same, 2)),
              "PyTorch has one direction of microbatches and one copy of each stage, this schedule has 2 of each");
    const Placement replicas{.ranks = 3, .directions = {{0}, {1}, {2}}};
    EXPECT_EQ(whyNotExported(planOf("F0.0\nF0.1\nF0.2", replicas, 3)),
              "a CSV holds one pipeline for PyTorch, and this schedule has 3 replicas of one; take the schedule that "
              "they are copies of");
    EXPECT_EQ(whyNotExported(planOf("F0.0 R0.0 BW0.0", linear(1), 1)),
              "PyTorch has no recomputation of its own, so it can't run R0.0; wrap the stage's layers in checkpoint() "
              "and leave R out");
    Plan parts = planOf("F0.0 B0.0 W0.0/0 W0.0/1", linear(1), 1);
    parts.costs.weightParts = 2;
    EXPECT_EQ(whyNotExported(parts), "PyTorch has no parts of W; this schedule cuts W into 2, so fuse B and W first");
    EXPECT_EQ(whyNotExported(planOf("", linear(1), 1)), "there is no order to write");
}

TEST(PytorchCsv, WhatIsNotValidIsNotWritten) {
    for (const char* rows : {"F0.0 F1.0\nBW1.0", "F0.0 BW0.0\nF1.0", "F0.0 F0.0 BW0.0\nF1.0 BW1.0",
                             "BW0.0 F0.0\nF1.0 BW1.0", "F0.0 BW0.0 W0.0\nF1.0 BW1.0"})
        EXPECT_TRUE(whyNotExported(planOf(rows, linear(2), 1)).starts_with("PyTorch can't run it: ")) << rows;
    Plan tight = planOf("F0.0 F0.1 BW0.0 BW0.1", linear(1), 2);
    tight.memory = uniformMemory(1, 1, {.forward = 1, .backwardWeight = -1}, 1);
    EXPECT_EQ(whyNotExported(tight), "0F0,0F1,0B0,0B1\n");
}

TEST(PytorchCsv, GapsAreLeftOutWithANote) {
    Plan plan = planOf("F0.0 BW0.0", linear(1), 1);
    plan.schedule.order[0][1].gap = 5;
    const Result<PytorchText> written = writePytorchCsv(plan);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->text, "0F0,0B0\n");
    ASSERT_EQ(written->findings.size(), 1u);
    EXPECT_EQ(written->findings[0].message, "1 gap is left out: each rank goes on as early as it can");
}

TEST(PytorchCsv, HowMicrobatchesDifferIsLeftOutWithANote) {
    Plan plan = planOf("F0.0 F0.1 BW0.0 BW0.1", linear(1), 2);
    setMicrobatches(plan, MicrobatchCosts::ofLengths({700, 300}, {}));
    const Result<PytorchText> written = writePytorchCsv(plan);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->text, "0F0,0F1,0B0,0B1\n");
    ASSERT_EQ(written->findings.size(), 1u);
    EXPECT_EQ(written->findings[0].code, "length");
    EXPECT_EQ(written->findings[0].message, "how microbatches differ is left out: the file says an order and no times");
}

TEST(PytorchCsv, ForwardsOfTheLastStageMustAscend) {
    EXPECT_EQ(whyNotExported(planOf("F0.0 F0.1 BW0.0 BW0.1\nF1.1 BW1.1 F1.0 BW1.0", linear(2), 2), kPacked),
              "1F0 comes after 1F1: PyTorch keeps losses in the order in which the last stage runs and takes them by "
              "microbatch, so the backward would start from a wrong loss; forwards of the last stage must ascend");
    EXPECT_EQ(whyNotExported(planOf("F0.1 F0.0 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1", linear(2), 2), kPacked),
              "0F1,0F0,0B0,0B1\n1F0,1B0,1F1,1B1\n");
}
