// SPDX-License-Identifier: Apache-2.0
#include "core/trace/pytorch_action.h"

#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using test::op;
using Kind = PytorchAction::Kind;

TEST(PytorchAction, ComputeKeepsPytorchsIAndBAsOursBAndBW) {
    EXPECT_EQ(pytorchActionFrom("0F3"), (PytorchAction{Kind::Compute, op("F0.3")}));
    EXPECT_EQ(pytorchActionFrom("12I0"), (PytorchAction{Kind::Compute, op("B12.0")}));
    EXPECT_EQ(pytorchActionFrom("1W7"), (PytorchAction{Kind::Compute, op("W1.7")}));
    EXPECT_EQ(pytorchActionFrom("1B7"), (PytorchAction{Kind::Compute, op("BW1.7")}));
    EXPECT_EQ(pytorchActionFrom("(0F7;7B3)OVERLAP_F_B"), (PytorchAction{Kind::Compute, op("F0.7"), op("BW7.3")}));
}

TEST(PytorchAction, AMessageIsNamedByTheOpThatYieldsItsValue) {
    EXPECT_EQ(pytorchActionFrom("0SEND_F3"), (PytorchAction{Kind::Send, op("F0.3")}));
    EXPECT_EQ(pytorchActionFrom("1RECV_F3"), (PytorchAction{Kind::Receive, op("F0.3")}));
    EXPECT_EQ(pytorchActionFrom("1SEND_B3"), (PytorchAction{Kind::Send, op("B1.3")}));
    EXPECT_EQ(pytorchActionFrom("0RECV_B3"), (PytorchAction{Kind::Receive, op("B1.3")}));
    EXPECT_EQ(pytorchActionFrom("0WAIT_SEND_F3")->kind, Kind::Wait);
    EXPECT_EQ(pytorchActionFrom("2REDUCE_GRAD")->kind, Kind::Reduce);
    EXPECT_EQ(pytorchActionFrom("2UNSHARD")->op.stage, 2);
}

TEST(PytorchAction, AnythingElseIsNone) {
    for (const char* text : {"", "F3", "0F", "0X3", "0F3x", "99999F0", "0F9999999999", "0RECV_F3", "(0F7)OVERLAP_F_B",
                             "(0F7;1F3)OVERLAP_F_B", "(0F7;1B3)", "0SEND_F"})
        EXPECT_FALSE(pytorchActionFrom(text)) << text;
}
