// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

TEST(InstructionText, WritesEachActOnOneLine) {
    EXPECT_EQ(toText(Instruction{.act = Act::Run, .block = {.op = {OpKind::F, 0, 1, 2}}, .start = 3, .length = 4}),
              "run F1.2 @3 +4");
    EXPECT_EQ(toText(Instruction{.act = Act::Send,
                                 .value = {ValueKind::Activation, 1, 2},
                                 .peer = 3,
                                 .transfer = 17,
                                 .start = 5,
                                 .length = 6}),
              "send a1.2 to 3 #17 @5 +6");
    EXPECT_EQ(
        toText(Instruction{
            .act = Act::Post, .value = {ValueKind::Gradient, 2, 0}, .peer = 1, .transfer = 9, .slot = 4, .start = 8}),
        "post g2.0 from 1 #9 slot 4 @8");
}

TEST(InstructionText, ReadsBackWhatItWrites) {
    for (const char* line :
         {"run F0.0 @0 +1000000", "run B2.15 gap 250 @99 +1", "run F3.7+BW4.2 @1 +2", "send a0.0 to 1 #0 @1 +0",
          "send g12.345 to 0 #2147483647 @9223372036854775807 +7", "post g1.0 from 3 #12 slot 0 @0"}) {
        const Result<Instruction> read = instructionFromText(line);
        ASSERT_TRUE(read) << line;
        EXPECT_EQ(toText(*read), line);
    }
    const Result<Instruction> part = instructionFromText("run W2.5/3 @0 +1");
    ASSERT_TRUE(part);
    EXPECT_EQ(toText(*part, 4), "run W2.5/3 @0 +1");
}

TEST(InstructionText, RefusesAnythingElseByName) {
    for (const char* line : {"",
                             " ",
                             "run",
                             "run F0.0",
                             "run F0.0 @0",
                             "run F0.0 @0 +",
                             "run F0.0 @0 +1 ",
                             "run F0.0 @0 +1 +2",
                             "run F0.0  @0 +1",
                             "run Q0.0 @0 +1",
                             "run F0.0 @-1 +1",
                             "run F0.0 @9223372036854775808 +1",
                             "walk F0.0 @0 +1",
                             "run F0.0 gap @0 +1",
                             "run F0.0 gap -4 @0 +1",
                             "send a0.0 at 1 #0 @0 +0",
                             "send s0.0 to 1 #0 @0 +0",
                             "send a0 to 1 #0 @0 +0",
                             "send a0.0 to 1 0 @0 +0",
                             "send a.0 to 1 #0 @0 +0",
                             "send  to 1 #0 @0 +0",
                             "send a0.0 to 99999999999 #0 @0 +0",
                             "post a0.0 from 0 #0 slot @0",
                             "post a0.0 from 0 #0 slot 0",
                             "post a0.0 to 0 #0 slot 0 @0"}) {
        const Result<Instruction> read = instructionFromText(line);
        ASSERT_FALSE(read) << line;
        EXPECT_NE(read.error().message.text().find("is no instruction"), std::string::npos) << line;
    }
    EXPECT_LT(instructionFromText(std::string(100'000, 'x')).error().message.text().size(), 300u);
}

} // namespace
} // namespace lanewright
