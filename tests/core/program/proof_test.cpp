// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace lanewright {
namespace {

/// One program per text, one instruction per line. Slots: as many as are named.
std::vector<Program> programs(const std::vector<std::string>& texts) {
    std::vector<Program> all;
    for (const std::string& text : texts) {
        Program program{.rank = static_cast<int>(all.size())};
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            const std::size_t first = line.find_first_not_of(' ');
            if (first == std::string::npos)
                continue;
            const Result<Instruction> read = instructionFromText(line.substr(first));
            EXPECT_TRUE(read) << line;
            program.code.push_back(*read);
            program.slots = std::max(program.slots, read->slot + 1);
        }
        all.push_back(program);
    }
    return all;
}

Plan planOf(int ranks, int microbatches) {
    return {.schedule = {.placement = linear(ranks), .microbatches = microbatches}, .costs = uniform(ranks)};
}

std::string reasonOf(const std::vector<Program>& all, const Plan& plan) {
    const Result<Done> proof = proveDeadlockFree(all, plan);
    return proof ? "" : proof.error().message.text();
}

/// Two ranks, one microbatch, as a lowering writes it.
std::vector<Program> twoRanks() {
    return programs({R"(
        post g1.0 from 1 #1 slot 0 @0
        run F0.0 @0 +1
        send a0.0 to 1 #0 @1 +0
        run BW0.0 @4 +2
    )",
                     R"(
        post a0.0 from 0 #0 slot 0 @0
        run F1.0 @1 +1
        run BW1.0 @2 +2
        send g1.0 to 0 #1 @4 +0
    )"});
}

TEST(Proof, AcceptsTwoRanksThatHandOverAndBack) { EXPECT_EQ(reasonOf(twoRanks(), planOf(2, 1)), ""); }

TEST(Proof, NamesASendThatIsMissing) {
    auto all = twoRanks();
    all[0].code.erase(all[0].code.begin() + 2);
    EXPECT_EQ(reasonOf(all, planOf(2, 1)), "rank 1, instruction 0 (post a0.0 from 0 #0 slot 0): rank 0 never sends it");
}

TEST(Proof, NamesAReceiveThatIsMissing) {
    auto all = twoRanks();
    all[0].code.erase(all[0].code.begin());
    EXPECT_EQ(reasonOf(all, planOf(2, 1)), "rank 1, instruction 3 (send g1.0 to 0 #1): rank 0 never receives it");
}

TEST(Proof, RefusesASwappedPeer) {
    auto all = programs({"run F0.0 @0 +1\n send a0.0 to 2 #0 @0 +0", "post a0.0 from 0 #0 slot 0 @0\n run F1.0 @0 +1",
                         "run W2.0 @0 +1"});
    EXPECT_EQ(reasonOf(all, planOf(3, 1)), "rank 0, instruction 1 (send a0.0 to 2 #0): it does not fit rank 1, "
                                           "instruction 0 (post a0.0 from 0 #0 slot 0)");
}

TEST(Proof, RefusesAPeerThatIsNoRank) {
    auto all = twoRanks();
    for (const int peer : {-1, 0, 2, 2147483647}) {
        all[0].code[2].peer = peer;
        EXPECT_NE(reasonOf(all, planOf(2, 1)).find("is no peer"), std::string::npos) << peer;
    }
}

TEST(Proof, RefusesATransferNumberUsedTwice) {
    auto all = twoRanks();
    all[1].code[3].transfer = 0;
    EXPECT_EQ(reasonOf(all, planOf(2, 1)), "rank 1, instruction 3 (send g1.0 to 0 #0): transfer 0 is also that of "
                                           "rank 0, instruction 2 (send a0.0 to 1 #0)");
}

TEST(Proof, RefusesASlotThatIsUsedTooEarly) {
    const auto all = programs({R"(
        run F0.0 @0 +1
        send a0.0 to 1 #0 @1 +0
        run F0.1 @1 +1
        send a0.1 to 1 #1 @2 +0
    )",
                               R"(
        post a0.0 from 0 #0 slot 0 @0
        post a0.1 from 0 #1 slot 0 @0
        run F1.0 @1 +1
        run F1.1 @2 +1
    )"});
    EXPECT_EQ(reasonOf(all, planOf(2, 2)),
              "rank 1, instruction 1 (post a0.1 from 0 #1 slot 0): the slot still holds a0.0");
}

TEST(Proof, RefusesABlockBeforeItsReceive) {
    auto all = twoRanks();
    std::swap(all[1].code[0], all[1].code[1]);
    EXPECT_EQ(reasonOf(all, planOf(2, 1)),
              "rank 1, instruction 0 (run F1.0): it needs a0.0, which is neither made nor received before");
}

TEST(Proof, RefusesASendBeforeItsBlock) {
    auto all = twoRanks();
    std::swap(all[0].code[1], all[0].code[2]);
    EXPECT_EQ(reasonOf(all, planOf(2, 1)),
              "rank 0, instruction 1 (send a0.0 to 1 #0): rank 0 has not made that value yet");
}

TEST(Proof, RefusesAWeightGradientBeforeItsInputGradient) {
    const auto all = programs({"run F0.0 @0 +1\n run W0.0 @1 +1\n run B0.0 @2 +1"});
    EXPECT_EQ(reasonOf(all, planOf(1, 1)),
              "rank 0, instruction 1 (run W0.0): it needs what B0.0 keeps, which is neither made nor received before");
}

TEST(Proof, ExplainsTwoRanksThatWaitForEachOther) {
    // Each posts its receive only after a send that the other can't take yet.
    const auto all = programs({R"(
        run F0.0 @0 +1
        send a0.0 to 1 #0 @1 +0
        run F0.1 @1 +1
        send a0.1 to 1 #1 @2 +0
        post g1.0 from 1 #2 slot 0 @2
        run BW0.0 @5 +1
    )",
                               R"(
        post a0.0 from 0 #0 slot 0 @0
        run F1.0 @1 +1
        run BW1.0 @2 +2
        send g1.0 to 0 #2 @4 +0
        post a0.1 from 0 #1 slot 0 @4
        run F1.1 @4 +1
    )"});
    EXPECT_EQ(reasonOf(all, planOf(2, 2)),
              "rank 0, instruction 3 (send a0.1 to 1 #1): waits for a receive that rank 1 posts only at instruction 4, "
              "but that rank can't get past rank 1, instruction 3 (send g1.0 to 0 #2)");
}

TEST(Proof, RefusesValuesThatCrossOnTheirLink) {
    const auto all = programs({R"(
        run F0.0 @0 +1
        send a0.0 to 1 #0 @1 +0
        run F0.1 @1 +1
        send a0.1 to 1 #1 @2 +0
    )",
                               R"(
        post a0.1 from 0 #1 slot 1 @0
        post a0.0 from 0 #0 slot 0 @0
        run F1.0 @1 +1
        run F1.1 @2 +1
    )"});
    EXPECT_EQ(reasonOf(all, planOf(2, 2)),
              "rank 0, instruction 3 (send a0.1 to 1 #1): its receive is posted before that of a0.0, which the link "
              "carries first");
}

TEST(Proof, RefusesAReceiveThatNobodyNeeds) {
    auto all = twoRanks();
    all[0].code.pop_back();
    EXPECT_EQ(reasonOf(all, planOf(2, 1)), "rank 0, instruction 0 (post g1.0 from 1 #1 slot 0): no block needs it, so "
                                           "its slot is never free again");
}

TEST(Proof, RefusesAnOpThatRunsTwice) {
    auto all = twoRanks();
    all[1].code.insert(all[1].code.begin() + 2, all[1].code[1]);
    // The slot of its input is free by then, so the second run finds nothing.
    EXPECT_NE(reasonOf(all, planOf(2, 1)), "");
    all = programs({"run F0.0 @0 +1\n run F0.0 @1 +1"});
    EXPECT_EQ(reasonOf(all, planOf(1, 1)), "rank 0, instruction 1 (run F0.0): it has run before");
}

TEST(Proof, SurvivesProgramsThatHoldAnything) {
    const Plan plan = planOf(2, 1);
    EXPECT_EQ(reasonOf({}, plan), "there are 0 programs for 2 ranks");
    auto all = twoRanks();
    all[1].rank = 0;
    EXPECT_EQ(reasonOf(all, plan), "program 1 says that it is of rank 0");
    for (const int slots : {-1, 0, 2147483647}) {
        all = twoRanks();
        all[0].slots = slots;
        EXPECT_NE(reasonOf(all, plan), "") << slots;
    }
    all = twoRanks();
    all[0].staged = 2147483647;
    EXPECT_NE(reasonOf(all, plan), "");
    for (const int number : {-2147483647, -1, 1, 2147483647}) {
        all = twoRanks();
        all[0].code[1].block.op.stage = std::clamp(number, -32768, 32767); // what an op has room for
        EXPECT_NE(reasonOf(all, plan), "") << number;
        all = twoRanks();
        all[0].code[1].block.op.microbatch = number;
        EXPECT_NE(reasonOf(all, plan), "") << number;
        all = twoRanks();
        all[0].code[2].value.stage = number;
        EXPECT_NE(reasonOf(all, plan), "") << number;
    }
    all = twoRanks();
    all[0].code[1].block.op.kind = static_cast<OpKind>(77);
    EXPECT_NE(reasonOf(all, plan), "");
    all = twoRanks();
    all[0].code[2].value.kind = static_cast<ValueKind>(77);
    EXPECT_NE(reasonOf(all, plan), "");
    all = twoRanks();
    all[0].code[2].act = static_cast<Act>(77);
    EXPECT_NE(reasonOf(all, plan), "");
}

} // namespace
} // namespace lanewright
