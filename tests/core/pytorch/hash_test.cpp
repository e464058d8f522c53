// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/pytorch/pytorch_files.h"
#include "tests/core/pytorch/sha256.h"

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// Rows joined by line feeds, none at the end, idle cells dropped.
std::string normal(const std::string& csv) {
    std::string text;
    bool atStart = true;
    for (const char letter : csv) {
        if (letter == ',' && (atStart || text.back() == ','))
            continue;
        if (letter == '\n' && !text.empty() && text.back() == ',')
            text.pop_back();
        text += letter;
        atStart = letter == '\n';
    }
    text.pop_back();
    return text;
}

/// Size and the first 16 digits.
std::string fingerprint(const std::string& csv) {
    const std::string text = normal(csv);
    return std::to_string(text.size()) + " " + sha256(text).substr(0, 16);
}

struct Known {
    std::string file;
    std::string fingerprint;
    std::string generator;
    UniformProblem problem;
};

std::vector<Known> known() {
    return {
        {"dualpipev_p4_m10.csv", "1260 e3e483bfb9948590", "dualpipev", {.ranks = 4, .microbatches = 10}},
        {"dualpipev_p2_m4.csv", "225 79d0e4df5bf573fe", "dualpipev", {.ranks = 2, .microbatches = 4}},
        {"zbv_p4_m8.csv", "767 3ea8130fe9250106", "zbv-fixed", {.ranks = 4, .microbatches = 8}},
        {"interleaved_zb_p2_v2_m8.csv",
         "383 1ff2d422c04cbc8d",
         "interleaved-zb",
         {.ranks = 2, .microbatches = 8, .chunks = 2}},
        {"interleaved_1f1b_p4_v2_m8.csv",
         "511 471c70d5d8a4b702",
         "interleaved-1f1b",
         {.ranks = 4, .microbatches = 8, .chunks = 2}},
        {"zb_h1_p4_m8.csv", "383 1a029d92f6e7ce4b", "zb-h1", {.ranks = 4, .microbatches = 8}},
        {"1f1b_p4_m8.csv", "255 81fbda32abaee9bc", "1f1b", {.ranks = 4, .microbatches = 8}},
        {"looped_bfs_p2_v2_m4.csv", "127 04dfd5f0c3b9e623", "looped-bfs", {.ranks = 2, .microbatches = 4, .chunks = 2}},
    };
}

} // namespace

TEST(PytorchHash, TheDigestIsThatOfTheStandard) {
    EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256(std::string(119, 'a')), "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
    EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(PytorchHash, TheStoredOrdersAreThePublishedOnes) {
    for (const Known& each : known())
        EXPECT_EQ(fingerprint(pytorchFile(each.file)), each.fingerprint) << each.file;
}

TEST(PytorchHash, WhatIsReadAndWrittenAgainIsThePublishedOrder) {
    for (const Known& each : known()) {
        const PytorchImport import = read(pytorchFile(each.file));
        EXPECT_TRUE(isLoadable(import.findings)) << each.file;
        EXPECT_EQ(fingerprint(exported(import.plan)), each.fingerprint) << each.file;
        EXPECT_EQ(exported(import.plan, kPacked), pytorchFile(each.file)) << each.file;
    }
}

TEST(PytorchHash, OurGeneratorsMakeThePublishedOrders) {
    for (const Known& each : known()) {
        const Result<Plan> plan = generate(each.generator, *problemOf(each.problem));
        ASSERT_TRUE(plan) << each.generator << ": " << plan.error().message;
        EXPECT_EQ(fingerprint(exported(*plan)), each.fingerprint) << each.generator;
    }
}

TEST(PytorchHash, LoweringMakesThePublishedPrograms) {
    const auto lowered = [](const char* file) { return fingerprint(exported(read(pytorchFile(file)).plan, kSharded)); };
    EXPECT_EQ(lowered("interleaved_1f1b_p2_v2_m2.csv"), "403 55013c30e67c0bf5");
    EXPECT_EQ(lowered("interleaved_1f1b_p2_v2_m4.csv"), "683 5703c894c41fb419");
    EXPECT_EQ(lowered("dualpipev_p4_m10.csv"), "3668 5aa313e44766f694");
}
