// SPDX-License-Identifier: Apache-2.0
#include "core/check/message_replay.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace lanewright;

namespace {

constexpr Bytes kMiB = 1 << 20;

/// Steps as words: `s1.5` sends message 5 to rank 1, `r1.5` receives it from there, `w5` waits for its send, `o5` needs
/// it; `[` and `]` stand around a batch.
std::vector<MessageStep> stepsOf(const std::string& words) {
    std::vector<MessageStep> steps;
    std::istringstream stream(words);
    int batches = 0;
    bool isInside = false;
    for (std::string word; stream >> word;) {
        if (word == "[" || word == "]") {
            isInside = word == "[";
            batches += isInside ? 1 : 0;
            continue;
        }
        const std::size_t dot = word.find('.');
        const int number = std::stoi(word.substr(dot == std::string::npos ? 1 : dot + 1));
        const int peer = dot == std::string::npos ? -1 : std::stoi(word.substr(1, dot - 1));
        const int batch = isInside ? batches : -1;
        using Kind = MessageStep::Kind;
        switch (word.front()) {
        case 's': steps.push_back({.kind = Kind::Send, .peer = peer, .message = number, .batch = batch}); break;
        case 'r': steps.push_back({.kind = Kind::Receive, .peer = peer, .message = number, .batch = batch}); break;
        case 'w': steps.push_back({.kind = Kind::SendWait, .message = number}); break;
        default: steps.push_back({.kind = Kind::Op, .needs = {number, -1}});
        }
    }
    return steps;
}

/// The transports on which the ranks come to their end, in the order of the table.
std::string runsOn(const std::vector<std::string>& ranks, Bytes message = 0) {
    std::vector<std::vector<MessageStep>> rows;
    MessageOrder order{.messages = 1000, .at = [&rows](int rank, int step) { return rows[rank][step]; }};
    for (const std::string& words : ranks) {
        rows.push_back(stepsOf(words));
        order.steps.push_back(static_cast<int>(rows.back().size()));
    }
    std::string names;
    for (const Transport& transport : transports())
        if (verdictOn(transport, order, message, [](int, int step) { return Message{step}; }).runs())
            names += (names.empty() ? "" : " ") + std::string{transport.name};
    return names;
}

const std::string kAll = "gloo nccl-node nccl-nodes nccl-pairs mpi-eager mpi-rendezvous";

} // namespace

TEST(MessageReplay, AMessageThatIsExpectedComesOverEverything) {
    EXPECT_EQ(runsOn({"s1.0 r1.1 o1", "r0.0 o0 s0.1"}), kAll);
    EXPECT_EQ(runsOn({"s1.0 r1.1 o1", "r0.0 o0 s0.1"}, 64 * kMiB), kAll);
}

TEST(MessageReplay, TwoRanksThatBothSendFirstHangWhereASendWaits) {
    const std::vector<std::string> both = {"s1.0 r1.1 o1", "s0.1 r0.0 o0"};
    EXPECT_EQ(runsOn(both), "gloo nccl-node mpi-eager");
    EXPECT_EQ(runsOn(both, 1 * kMiB), "gloo nccl-node"); // MPI sends 64 KiB ahead
    EXPECT_EQ(runsOn(both, 32 * kMiB), "gloo nccl-node");
    EXPECT_EQ(runsOn(both, 32 * kMiB + 1), "gloo");
    EXPECT_EQ(runsOn({"[ s1.0 r1.1 ] o1", "[ s0.1 r0.0 ] o0"}, 64 * kMiB), kAll);
}

TEST(MessageReplay, WhatIsSentAheadFillsTheRoomBetweenTwoRanks) {
    const std::vector<std::string> two = {"s1.0 s1.1 r1.2 r1.3", "s0.2 s0.3 r0.0 r0.1"};
    EXPECT_EQ(runsOn(two, 16 * kMiB), "gloo nccl-node");
    EXPECT_EQ(runsOn(two, 17 * kMiB), "gloo");
}

TEST(MessageReplay, ABatchMayMeetSinglesOneAfterTheOther) {
    EXPECT_EQ(runsOn({"[ s1.0 r1.1 ] o1", "r0.0 o0 s0.1"}, 64 * kMiB), kAll);
    EXPECT_EQ(runsOn({"[ r1.1 s1.0 ] o1", "r0.0 o0 s0.1"}, 64 * kMiB), kAll);
}

TEST(MessageReplay, MoreThan256InABatchHangNccl) {
    std::string sends = "[";
    std::string receives = "[";
    for (int message = 0; message < 256; ++message) {
        sends += " s1." + std::to_string(message);
        receives += " r0." + std::to_string(message);
    }
    EXPECT_EQ(runsOn({sends + " ]", receives + " ]"}), kAll);
    EXPECT_EQ(runsOn({sends + " s1.256 ]", receives + " r0.256 ]"}), "gloo mpi-eager mpi-rendezvous");
}

TEST(MessageReplay, TagsFindTheirMessageAndRendezvousDoesNotComeToIt) {
    // Without tags the two are swapped, which hangs nobody.
    EXPECT_EQ(runsOn({"s1.0 s1.1", "r0.1 r0.0 o0 o1"}), "gloo nccl-node nccl-nodes nccl-pairs mpi-eager");
}

TEST(MessageReplay, AQueueForEachPairLetsARingSendFirst) {
    const std::vector<std::string> ring = {"s1.0 r2.2 o2", "s2.1 r0.0 o0", "s0.2 r1.1 o1"};
    EXPECT_EQ(runsOn(ring, 64 * kMiB), "gloo nccl-pairs");
}

TEST(MessageReplay, AWaitForASendHoldsUpTheReceiveBehindIt) {
    EXPECT_EQ(runsOn({"s1.0 w0 r1.1", "s0.1 w1 r0.0"}), "nccl-node mpi-eager");
    EXPECT_EQ(runsOn({"s1.0 r1.1 w0", "s0.1 r0.0 w1"}), "gloo nccl-node mpi-eager");
}

TEST(MessageReplay, TheSentenceNamesBothRanks) {
    const std::vector<MessageStep> first = stepsOf("s1.0 r1.1");
    const std::vector<MessageStep> second = stepsOf("s0.1 r0.0");
    const MessageOrder order{
        .steps = {2, 2}, .messages = 2, .at = [&](int rank, int step) { return (rank == 0 ? first : second)[step]; }};
    const HangVerdict verdict = verdictOn(*transportNamed("nccl-nodes"), order, 0,
                                          [](int, int step) { return "step " + std::to_string(step); });
    EXPECT_EQ(verdict.hang, "on nccl-nodes it hangs where a send waits for its receive (large messages, two nodes): "
                            "rank 0 stands at step 0 while rank 1 stands at step 0");
    EXPECT_EQ(verdict.rank, 0);
    EXPECT_EQ(verdict.step, 0);
    EXPECT_EQ(transportNamed("carrier pigeon"), nullptr);
}
