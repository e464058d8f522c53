// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/io/documents.h"
#include "tests/core/pytorch/pytorch_files.h"
#include "tests/support/repository.h"

#include <filesystem>
#include <map>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// `error duplicate, row 1, column 2: sentence`, a line for each finding.
std::string wordsOf(const std::vector<PytorchFinding>& findings) {
    std::string words;
    for (const PytorchFinding& each : findings)
        words += std::string{toText(each.severity)} + " " + each.code + (each.where().empty() ? "" : ", ") +
                 each.where().text() + ": " + each.message.text() + "\n";
    return words;
}

} // namespace

/// `expected.tsv`: name, then severity, code, place and sentence of each finding, a line for each.
TEST(PytorchCheck, EveryUnsoundFileGetsItsFindings) {
    std::map<std::string, std::string> expected;
    for (const std::string& line : linesOf(pytorchFile("unsound/expected.tsv")))
        expected[line.substr(0, line.find('\t'))] += line.substr(line.find('\t') + 1) + "\n";
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator{inRepository("tests/data/pytorch/unsound")}) {
        const std::string name = entry.path().filename().string();
        if (name == "expected.tsv")
            continue;
        EXPECT_EQ(wordsOf(read(pytorchFile("unsound/" + name)).findings), expected[name]) << name;
        ++files;
    }
    EXPECT_EQ(files, expected.size());
    EXPECT_GE(files, 40u);
}

TEST(PytorchCheck, SoundFilesGetNoErrors) {
    for (const char* file :
         {"1f1b_p4_m8.csv", "looped_bfs_p2_v2_m4.csv", "dualpipev_p2_m4_comms_2_15.csv", "zb_h1_p4_m8_comms_2_15.csv"})
        EXPECT_TRUE(isLoadable(read(pytorchFile(file)).findings)) << file;
    EXPECT_EQ(wordsOf(read(pytorchFile("1f1b_p4_m8.csv")).findings), "");
}

TEST(PytorchCheck, ADeadlockIsToldAsTheCircleOfRanks) {
    const PytorchImport import = read("0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n");
    ASSERT_FALSE(import.findings.empty());
    EXPECT_EQ(import.findings[0].code, "deadlock");
    EXPECT_EQ(import.findings[0].message,
              "malformed compute schedule, whose sends and receives can't be placed: rank 0 stands at 0B0 (row 1, "
              "column 2) and waits for 1B0 (row 2, column 4), rank 1 stands at 1F1 (row 2, column 1) and waits for 0F1 "
              "(row 1, column 3)");
}

TEST(PytorchCheck, ManyOfOneKindAreCutAndCounted) {
    std::string row = "0F0";
    for (int copy = 0; copy < 300; ++copy)
        row += ",0F0";
    const PytorchImport import = read(row + ",0B0\n");
    EXPECT_EQ(import.findings.size(), 200u);
    EXPECT_TRUE(import.findings.back().message.text().ends_with("; and 100 more of this kind"));
}

TEST(PytorchCheck, AskedForAFlavourItIsHeldToIt) {
    const Result<PytorchImport> comms = readPytorchCsv("0F0,0B0,0REDUCE_GRAD\n", PytorchFlavour::ComputeOnly);
    ASSERT_FALSE(comms);
    EXPECT_EQ(comms.error().where, "row 1, column 3");
    EXPECT_EQ(comms.error().message, "\"0REDUCE_GRAD\" is a communication action, and compute_only has none");
    const Result<PytorchImport> bare = readPytorchCsv("0F0,0B0\n", PytorchFlavour::ComputeComms);
    ASSERT_TRUE(bare);
    EXPECT_EQ(wordsOf(bare->findings), "warning reduction: there is no REDUCE_GRAD, so the file is for torch 2.6 to "
                                       "2.9: since 2.10 gradients are reduced and scaled there and nowhere else\n");
}

TEST(PytorchCheck, WhatIsWrittenForAnyReleaseReadsBackWithoutErrors) {
    const Plan plan = *generate("zb-h1", *problemOf({.ranks = 3, .microbatches = 5}));
    for (int torch = kTorchOldest; torch <= kTorchWaits; ++torch)
        for (const PytorchFlavour flavour : {PytorchFlavour::ComputeOnly, PytorchFlavour::ComputeComms}) {
            const Result<PytorchText> written = writePytorchCsv(plan, {.flavour = flavour, .torch = torch});
            ASSERT_TRUE(written) << torch;
            const Result<PytorchImport> again = readPytorchCsv(written->text);
            ASSERT_TRUE(again) << torch;
            EXPECT_TRUE(isLoadable(again->findings)) << torch << ": " << wordsOf(again->findings);
            EXPECT_EQ(again->plan.schedule, plan.schedule) << torch;
        }
}
