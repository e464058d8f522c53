// SPDX-License-Identifier: Apache-2.0
#include "tests/core/pytorch/pytorch_files.h"

using namespace lanewright;
using namespace lanewright::test;

namespace {

constexpr const char* kZbOfTwo = "0F0,0F1,,0I0,0W0,0F2,0I1,0W1,,0I2,0W2\n"
                                 ",1F0,1I0,1W0,1F1,1I1,1W1,1F2,1I2,1W2\n";

std::string lowered(std::string_view csv, const PytorchExport& options) { return exported(read(csv).plan, options); }

} // namespace

TEST(PytorchLower, AReceiveStandsWhereTheSendersTurnPutsIt) {
    EXPECT_EQ(lowered(kZbOfTwo, kComms),
              "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0I0,0W0,0F2,0SEND_F2,0RECV_B1,0I1,0W1,0RECV_B2,0I2,0W2,0REDUCE_GRAD\n"
              "1RECV_F0,1F0,1RECV_F1,1I0,1SEND_B0,1W0,1F1,1RECV_F2,1I1,1SEND_B1,1W1,1F2,1I2,1SEND_B2,1W2,"
              "1REDUCE_GRAD\n");
}

TEST(PytorchLower, NewerReleasesWaitForWhatTheySend) {
    PytorchExport newest = kSharded;
    newest.torch = kTorchWaits;
    EXPECT_EQ(lowered(pytorchFile("dualpipev_p2_m4.csv"), newest), pytorchFile("dualpipev_p2_m4_comms_2_15.csv"));
    EXPECT_EQ(lowered(pytorchFile("zb_h1_p4_m8.csv"), newest), pytorchFile("zb_h1_p4_m8_comms_2_15.csv"));
}

TEST(PytorchLower, OlderReleasesReduceNothing) {
    PytorchExport older = kComms;
    older.torch = 9;
    const Result<PytorchText> written = writePytorchCsv(read("0F0,0B0\n1F0,1B0\n").plan, older);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->text, "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1F0,1B0,1SEND_B0\n");
    EXPECT_TRUE(isLoadable(written->findings));
}

TEST(PytorchLower, NothingIsSentWhereAVTurns) {
    const std::string text = lowered(pytorchFile("zbv_p4_m8.csv"), kComms);
    EXPECT_EQ(text.find("3SEND_F"), std::string::npos);
    EXPECT_EQ(text.find("4RECV_F"), std::string::npos);
    EXPECT_NE(text.find("3RECV_F0"), std::string::npos);
    EXPECT_NE(text.find("4SEND_F0"), std::string::npos);
}

TEST(PytorchLower, ShardsFollowTheStagesThatComeNext) {
    PytorchExport two = kSharded;
    two.activeStages = 1;
    EXPECT_EQ(lowered("0F0,1F0,2F0,2B0,1B0,0B0\n", two),
              "0UNSHARD,0F0,0RESHARD,1UNSHARD,1F0,1RESHARD,2UNSHARD,2F0,2B0,2REDUCE_GRAD,2RESHARD,1UNSHARD,1B0,"
              "1REDUCE_GRAD,1RESHARD,0UNSHARD,0B0,0REDUCE_GRAD,0RESHARD\n");
    const Result<PytorchText> pairs = writePytorchCsv(read(pytorchFile("dualpipev_p2_m4.csv")).plan, two);
    ASSERT_FALSE(pairs);
    EXPECT_EQ(pairs.error().message, "(0F3;3B1)OVERLAP_F_B needs two stages unsharded, but one may be active");
}

TEST(PytorchLower, WhatIsLoweredReadsBackAsItsOrder) {
    for (const char* file : {"dualpipev_p4_m10.csv", "zbv_p4_m8.csv", "interleaved_zb_p2_v2_m8.csv",
                             "interleaved_1f1b_p4_v2_m8.csv", "looped_bfs_p2_v2_m4.csv"}) {
        const Plan plan = read(pytorchFile(file)).plan;
        for (const int torch : {9, 10, 15}) {
            PytorchExport options = kSharded;
            options.torch = torch;
            const PytorchImport again = read(exported(plan, options));
            EXPECT_EQ(again.flavour, PytorchFlavour::ComputeComms);
            EXPECT_EQ(again.plan, plan) << file << " for torch 2." << torch;
            EXPECT_TRUE(isLoadable(again.findings)) << file << " for torch 2." << torch;
        }
    }
}
