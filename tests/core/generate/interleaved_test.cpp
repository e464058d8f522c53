// SPDX-License-Identifier: Apache-2.0
#include "tests/core/generate/problems.h"
#include "tests/support/rows.h"

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// F, B and W of 1 unit on each whole rank.
UniformProblem unitChunks(int ranks, int microbatches, int chunks, Time transfer = 0) {
    return {.ranks = ranks, .microbatches = microbatches, .chunks = chunks, .transfer = transfer};
}

/// What `count` activations of a chunk hold, of ranks cut into `chunks` that hold 12 units per microbatch.
Bytes chunkActivations(int count, int chunks) { return 12 * kMemoryUnit * count / chunks; }

} // namespace

TEST(Interleaved, IsMegatronsOrder) {
    const Plan plan = made("interleaved-1f1b", unitChunks(2, 4, 2));
    EXPECT_EQ(textOf(plan.schedule.order[0]),
              "F0.0 F0.1 F2.0 F2.1 F0.2 BW2.0 F0.3 BW2.1 F2.2 BW0.0 F2.3 BW0.1 BW2.2 BW2.3 BW0.2 BW0.3");
    EXPECT_EQ(textOf(plan.schedule.order[1]),
              "F1.0 F1.1 F3.0 BW3.0 F3.1 BW3.1 F1.2 BW1.0 F1.3 BW1.1 F3.2 BW3.2 F3.3 BW3.3 BW1.2 BW1.3");
}

TEST(Interleaved, SpanMemoryAndMessagesAreTheClosedForms) {
    for (const int ranks : {2, 4, 5, 8})
        for (const int chunks : {2, 3, 4})
            for (const int rounds : {1, 2, 4}) {
                const int m = ranks * rounds;
                SCOPED_TRACE(testing::Message() << ranks << " " << chunks << " " << m);
                const Time chunk = 12 * kTimeUnit / chunks;
                UniformProblem numbers = unitChunks(ranks, m, chunks, kTenth);
                numbers.memory = {.forward = 12 * kMemoryUnit, .backwardWeight = -12 * kMemoryUnit};
                numbers.forward = 12 * kTimeUnit;
                numbers.backwardInput = 24 * kTimeUnit;
                numbers.backwardWeight = 12 * kTimeUnit;
                const Metrics metrics = metricsOf(made("interleaved-1f1b", numbers));
                EXPECT_EQ(metrics.longestSpan,
                          4 * chunk * (m * chunks + ranks - 1) + 2 * (ranks * chunks - 1) * kTenth);
                EXPECT_EQ(metrics.transferVolume, 2 * m * (ranks * chunks - 1));
                for (int rank = 0; rank < ranks; ++rank)
                    EXPECT_EQ(metrics.peakMemory[rank],
                              chunkActivations(std::min(m * chunks, (chunks - 1) * ranks + 2 * (ranks - 1 - rank) + 1),
                                               chunks));
            }
}

// Groups of PyTorch's ScheduleInterleaved1F1B: max(1, m div p) rounds of equal groups.
TEST(Interleaved, DealsWhatDoesNotDivideIntoBalancedGroups) {
    struct Case {
        int ranks, chunks, microbatches;
        double makespan; ///< counted by hand from PyTorch's own order, with F = B = W = 1 of a whole rank
    };
    for (const auto& [ranks, chunks, microbatches, makespan] :
         {Case{3, 2, 4, 15}, Case{4, 2, 5, 19.5}, Case{4, 2, 6, 22.5}, Case{4, 2, 7, 25.5}, Case{4, 2, 10, 34.5},
          Case{8, 2, 9, 37.5}, Case{4, 4, 6, 20.25}}) {
        const Metrics metrics = metricsOf(made("interleaved-1f1b", unitChunks(ranks, microbatches, chunks)));
        EXPECT_EQ(metrics.makespan, static_cast<Time>(makespan * kTimeUnit))
            << ranks << " " << chunks << " " << microbatches;
    }
}

TEST(Interleaved, GroupsThatCannotBeEqualDifferByOneMicrobatch) {
    const Plan plan = made("interleaved-1f1b", unitChunks(4, 13, 2));
    EXPECT_TRUE(textOf(plan.schedule.order[3]).starts_with("F3.0 F3.1 F3.2 F3.3 F3.4 F7.0 BW7.0"))
        << textOf(plan.schedule.order[3]);
    EXPECT_NE(textOf(plan.schedule.order[3]).find("F3.8 BW3.3 F7.5"), std::string::npos)
        << "a group of 5, then 4 and 4: " << textOf(plan.schedule.order[3]);
}

TEST(LoopedBfs, SpanMemoryAndMessagesAreTheClosedForms) {
    for (const int ranks : {2, 4, 8})
        for (const int chunks : {2, 4})
            for (const int m : {ranks, 3 * ranks, 3 * ranks + 1}) {
                const Metrics metrics = metricsOf(made("looped-bfs", unitChunks(ranks, m, chunks)));
                EXPECT_EQ(metrics.makespan, 3 * (m * chunks + ranks - 1) * kTimeUnit / chunks);
                EXPECT_EQ(metrics.transferVolume, 2 * m * (ranks * chunks - 1));
                EXPECT_EQ(metrics.peakMemory, std::vector<Bytes>(ranks, m * kMemoryUnit));
            }
}

TEST(LoopedBfs, LetsTheLastMicrobatchBackFirst) {
    const Plan plan = made("looped-bfs", unitChunks(2, 2, 2));
    EXPECT_EQ(textOf(plan.schedule.order[1]), "F1.0 F1.1 F3.0 F3.1 BW3.1 BW3.0 BW1.1 BW1.0");
}

TEST(InterleavedZb, SpanIsTheClosedFormInTheMemoryOf1F1B) {
    for (const auto& [forward, input, weight] : {std::array{6, 6, 6}, {6, 12, 6}, {12, 12, 6}, {6, 6, 0}, {12, 6, 6}})
        for (const int ranks : {2, 4, 8})
            for (const int chunks : {2, 3})
                for (const int m : {ranks, 2 * ranks, 4 * ranks}) {
                    SCOPED_TRACE(testing::Message() << forward << input << weight << " " << ranks << chunks << m);
                    UniformProblem numbers = unitChunks(ranks, m, chunks);
                    numbers.forward = forward;
                    numbers.backwardInput = input;
                    numbers.backwardWeight = weight;
                    const Metrics metrics = metricsOf(made("interleaved-zb", numbers));
                    EXPECT_EQ(metrics.makespan,
                              m * (forward + input + weight) + (ranks - 1) * (forward + input - weight) / chunks);
                    EXPECT_EQ(metrics.transferVolume, 2 * m * (ranks * chunks - 1));
                    EXPECT_EQ(metrics.peakMemory, std::vector<Bytes>(ranks, ranks * kMemoryUnit));
                }
}

TEST(Loops, EightRanksAndThirtyTwoMicrobatchesTakeThePublishedTimes) {
    const auto makespan = [](const char* name, int chunks, Time transfer) {
        return metricsOf(made(name, unitChunks(8, 32, chunks, transfer))).makespan;
    };
    EXPECT_EQ(makespan("interleaved-1f1b", 2, 0), 1065 * kTenth);
    EXPECT_EQ(makespan("interleaved-1f1b", 4, 0), 10125 * kTenth / 10);
    EXPECT_EQ(makespan("looped-bfs", 2, 0), 1065 * kTenth);
    EXPECT_EQ(makespan("interleaved-zb", 2, 0), 995 * kTenth);
    EXPECT_EQ(makespan("interleaved-1f1b", 2, kTenth), 1095 * kTenth);
    EXPECT_EQ(makespan("interleaved-1f1b", 4, kTenth), 10745 * kTenth / 10);
    EXPECT_EQ(makespan("looped-bfs", 2, kTenth), 1079 * kTenth);
    EXPECT_EQ(makespan("interleaved-zb", 2, kTenth), 1031 * kTenth);
}

TEST(Loops, OneStagePerRankIsCutIntoTwoChunks) {
    for (const char* name : {"interleaved-1f1b", "looped-bfs", "interleaved-zb"}) {
        const Plan plan = made(name, unitChunks(3, 6, 1));
        EXPECT_TRUE(plan.title.text().ends_with(", re-placed")) << plan.title;
        EXPECT_EQ(plan.schedule.placement, looped(3, 6));
        EXPECT_EQ(plan.costs.of(0, 4).forward, kTimeUnit / 2);
    }
}

TEST(Loops, FollowTheLineOfTheRanksAndTakeEachOnesCostsAlong) {
    Plan problem = *problemOf(unitChunks(3, 6, 1));
    problem.schedule.placement.directions = {{2, 0, 1}};
    problem.costs.stages[0][0].forward = 10;
    const Plan plan = made("interleaved-1f1b", problem);
    EXPECT_EQ(plan.schedule.placement.directions[0], (std::vector<int>{2, 0, 1, 2, 0, 1}));
    EXPECT_EQ(plan.costs.of(0, 0).forward, 5);
    EXPECT_EQ(plan.costs.of(0, 3).forward, 5);
    EXPECT_EQ(firstErrorIn(plan), "");
}

TEST(Loops, AnyNumberOfMicrobatchesAndAnyCostsGiveValidOrders) {
    test::Dice dice(1);
    for (int ranks = 1; ranks <= 6; ++ranks)
        for (int m = 1; m <= 14; ++m)
            for (const int chunks : {1, 2, 3, 4})
                for (const char* name : {"interleaved-1f1b", "looped-bfs", "interleaved-zb"}) {
                    const Plan plan = made(name, unequalProblem(dice, ranks, m, chunks));
                    EXPECT_EQ(firstErrorIn(plan), "") << name << " " << ranks << " " << m << " " << chunks;
                }
}

TEST(Loops, AnyGroupFromTheRanksOnGivesAValidOrder) {
    for (const int ranks : {2, 3, 4, 5})
        for (int m = 1; m <= 13; ++m)
            for (int group = ranks; group <= 14; ++group)
                for (const char* name : {"interleaved-1f1b", "interleaved-zb"}) {
                    const Plan plan = made(name, *problemOf(unitChunks(ranks, m, 2)), {.group = group});
                    EXPECT_EQ(firstErrorIn(plan), "") << name << " " << ranks << " " << m << " " << group;
                }
    EXPECT_EQ(refusal("interleaved-1f1b", *problemOf(unitChunks(4, 8, 2)), {.group = 3}),
              "Interleaved 1F1B needs groups of at least 4 microbatches, not 3: with fewer than there are ranks they "
              "wait for each other");
    EXPECT_NE(refusal("looped-bfs", *problemOf(unitChunks(4, 8, 2)), {.group = 4}), "");
}

TEST(Loops, ALargerGroupIsAnotherOrder) {
    const Plan usual = made("interleaved-1f1b", *problemOf(unitChunks(2, 8, 2)));
    const Plan larger = made("interleaved-1f1b", *problemOf(unitChunks(2, 8, 2)), {.group = 4});
    EXPECT_TRUE(textOf(usual.schedule.order[0]).starts_with("F0.0 F0.1 F2.0"));
    EXPECT_TRUE(textOf(larger.schedule.order[0]).starts_with("F0.0 F0.1 F0.2 F0.3 F2.0"));
}

TEST(Loops, RefuseALimitTheyCannotKeepAndNameTheLeastThatWouldDo) {
    UniformProblem numbers = unitChunks(4, 8, 2);
    numbers.memoryLimit = 5 * kMemoryUnit;
    EXPECT_EQ(
        refusal("interleaved-1f1b", *problemOf(numbers)),
        "Interleaved 1F1B needs a memory limit of at least 5.5 activations on rank 0: from F0.6 on it would hold more "
        "than its limit of 5 activations");
    EXPECT_EQ(refusal("interleaved-zb", *problemOf(numbers)), "");
    EXPECT_NE(refusal("looped-bfs", *problemOf(numbers)), "");
}
