// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/pytorch/pytorch_files.h"

#include <algorithm>
#include <iterator>

using namespace lanewright;
using namespace lanewright::test;

namespace {

TransportQuestion all(Bytes message) { return {{transports().begin(), transports().end()}, message}; }

std::string hangsOn(const std::vector<HangVerdict>& verdicts) {
    std::string names;
    for (const HangVerdict& verdict : verdicts)
        if (!verdict.runs())
            names += (names.empty() ? "" : " ") + std::string{verdict.transport.name};
    return names;
}

std::vector<HangVerdict> verdictsOf(const std::string& csv, Bytes message = 0) {
    const Result<PytorchImport> import = readPytorchCsv(csv, {}, all(message));
    EXPECT_TRUE(import) << import.error().message;
    EXPECT_TRUE(import && isLoadable(import->findings)) << import->findings.front().message;
    return import->verdicts;
}

} // namespace

// pytorch#172668: it ran on one node and hung on two.
TEST(PytorchMessages, AFileThatHangsBetweenNodesRunsOnOne) {
    const std::string csv = pytorchFile("hangs_between_nodes.csv");
    EXPECT_EQ(hangsOn(verdictsOf(csv)), "nccl-nodes nccl-pairs mpi-rendezvous");
    EXPECT_EQ(hangsOn(verdictsOf(csv, Bytes{64} << 20)), "nccl-node nccl-nodes nccl-pairs mpi-eager mpi-rendezvous");
    const PytorchImport import = read(csv);
    const auto found = std::ranges::find(import.findings, "rendezvous", &PytorchFinding::code);
    ASSERT_NE(found, import.findings.end());
    EXPECT_EQ(found->severity, Severity::Warning);
    EXPECT_EQ(found->where(), "row 1, column 4");
    EXPECT_TRUE(found->message.text().starts_with(
        "on nccl-nodes it hangs where a send waits for its receive (large messages, two nodes): rank 0 stands at "
        "0SEND_F1 (row 1, column 4) while rank 1 stands at 1SEND_F0 (row 2, column 3)"))
        << found->message;
}

TEST(PytorchMessages, ABatchOfASendAndAReceiveHangsNowhere) {
    const std::string head = "0F0,0SEND_F0,0F1,";
    const std::string tail = ",0B0,0RECV_B1,0B1,0REDUCE_GRAD\n";
    const std::string other = "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1,1REDUCE_GRAD\n";
    EXPECT_EQ(hangsOn(verdictsOf(head + "0SEND_F1,0RECV_B0" + tail + other)), "nccl-nodes nccl-pairs mpi-rendezvous");
    EXPECT_EQ(hangsOn(verdictsOf(head + "(0SEND_F1;0RECV_B0)BATCH_P2P" + tail + other)), "");
}

TEST(PytorchMessages, ValuesThatSwapAreAnErrorOnlyWithoutTags) {
    const std::string csv = pytorchFile("unsound/comms_crossed.csv");
    EXPECT_FALSE(isLoadable(read(csv).findings));
    const Result<PytorchImport> tagged =
        readPytorchCsv(csv, {}, {{*transportNamed("mpi-eager"), *transportNamed("mpi-rendezvous")}});
    ASSERT_TRUE(tagged);
    EXPECT_TRUE(isLoadable(tagged->findings));
    const auto found = std::ranges::find(tagged->findings, "crossed", &PytorchFinding::code);
    ASSERT_NE(found, tagged->findings.end());
    EXPECT_EQ(found->message, "1RECV_F1 stands where 0SEND_F0 (row 1, column 2) comes first: a transport with tags "
                              "tells them apart, one without swaps them");
    EXPECT_EQ(hangsOn(tagged->verdicts), "mpi-rendezvous");
}

// Both flavours, for releases with and without waits, small and large messages.
TEST(PytorchMessages, NothingThatPytorchLowersHangs) {
    int count = 0;
    for (const Generator& generator : generators())
        for (const auto& [ranks, microbatches] : {std::pair{2, 4}, {4, 8}, {4, 12}}) {
            const Result<Plan> plan =
                generate(generator.name, *problemOf({.ranks = ranks, .microbatches = microbatches}));
            if (!plan || !checkForPytorch(*plan))
                continue;
            const Result<std::vector<HangVerdict>> lowered = verdictsOfPytorch(*plan, all(Bytes{1} << 30));
            ASSERT_TRUE(lowered) << generator.name;
            EXPECT_EQ(lowered->size(), transports().size());
            EXPECT_EQ(hangsOn(*lowered), "") << generator.name;
            for (const int torch : {kTorchReduceGrad, kTorchWaits}) {
                PytorchExport options = kSharded;
                options.torch = torch;
                EXPECT_EQ(hangsOn(verdictsOf(exported(*plan, options), Bytes{1} << 30)), "") << generator.name;
            }
            ++count;
        }
    EXPECT_GE(count, 20);
}
