// SPDX-License-Identifier: Apache-2.0
#include "core/model/costs.h"

#include "core/model/memory_costs.h"
#include "core/model/model_spec.h"
#include "core/model/plan.h"
#include "core/model/text.h"
#include "core/model/totals.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <utility>
#include <vector>

using namespace lanewright;

TEST(Costs, PartsOfWAddUpToTheWhole) {
    Costs costs = uniform(1, {.forward = 3, .backwardInput = 5, .backwardWeight = 10});
    costs.weightParts = 3;
    Time sum = 0;
    for (const char* part : {"W0.0/0", "W0.0/1", "W0.0/2"})
        sum += costs.duration(*opFromText(part), 0, linear(1));
    EXPECT_EQ(sum, 10);
    EXPECT_EQ(costs.duration(*opFromText("BW0.0"), 0, linear(1)), 15);
}

TEST(Costs, SharesOfTheLargestNumberDoNotOverflow) {
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t sum = 0;
    for (int part = 0; part < 7; ++part)
        sum += shareOf(most, part, 7);
    EXPECT_EQ(sum, most);
}

TEST(Costs, APairTakesItsOwnTimeOrTheSumOfItsParts) {
    const Schedule schedule{.placement = linear(2), .microbatches = 2};
    Costs costs = uniform(2, {.forward = 2, .backwardInput = 3, .backwardWeight = 4});
    const Block pair = *blockFromText("F0.1+BW0.0");
    EXPECT_EQ(durationOf(schedule, costs, pair), 2 + 7);
    costs.stages[0][0].overlapped = 8;
    EXPECT_EQ(durationOf(schedule, costs, pair), 8);
}

TEST(Costs, AHostIsBusyWithWhatCrossesRanks) {
    // Stages 1 and 2 share a rank: nothing crosses between them.
    const Placement placement = zigzag(2, 4);
    Costs costs = uniform(4, {.forward = 10, .backwardInput = 20, .backwardWeight = 30});
    costs.host = {.send = 1, .receive = 4};
    const auto takes = [&](const char* op) { return costs.duration(*opFromText(op), 0, placement); };
    EXPECT_EQ(takes("F0.0"), 10 + 1) << "it only sends";
    EXPECT_EQ(takes("F1.0"), 10 + 4) << "it only receives";
    EXPECT_EQ(takes("F2.0"), 10 + 1);
    EXPECT_EQ(takes("F3.0"), 10 + 4) << "the last stage sends nothing";
    EXPECT_EQ(takes("B3.0"), 20 + 1);
    EXPECT_EQ(takes("BW0.0"), 50 + 4) << "nobody wants the gradient of the input";
    EXPECT_EQ(takes("W1.0"), 30);
    EXPECT_EQ(costs.whole(*opFromText("R1.0"), 0, placement), 0);
    const Placement line = linear(4);
    EXPECT_EQ(costs.duration(*opFromText("F1.0"), 0, line), 10 + 1 + 4);
    EXPECT_EQ(costs.duration(*opFromText("B1.0"), 0, line), 20 + 1 + 4);
}

TEST(Costs, APairTakesTheHostTimeOfBothOnTopOfItsOwn) {
    const Schedule schedule{.placement = linear(3), .microbatches = 2};
    Costs costs = uniform(3, {.forward = 2, .backwardInput = 3, .backwardWeight = 4, .overlapped = 8});
    costs.host = {.send = 1, .receive = 10};
    const Block pair = *blockFromText("F1.1+BW1.0");
    EXPECT_EQ(durationOf(schedule, costs, pair), 8 + 11 + 11);
    EXPECT_EQ(pairTime(costs, schedule.placement, pair.op, 0, *pair.paired, 0), 8 + 11 + 11);
    EXPECT_EQ(durationOf(schedule, costs, *blockFromText("F2.1+BW2.0")), 8 + 10 + 1);
    costs.stages[0][1].overlapped.reset();
    EXPECT_EQ(durationOf(schedule, costs, pair), 2 + 7 + 11 + 11) << "the sum of its parts has it already";
}

TEST(Costs, HostTimesDoNotGrowWithTheMicrobatch) {
    Plan plan{.schedule = {.placement = linear(2), .microbatches = 2}, .costs = uniform(2, {.forward = 100})};
    plan.costs.host = {.send = 7};
    setMicrobatches(plan, MicrobatchCosts::ofLengths({1, 3}, {}));
    EXPECT_EQ(plan.costs.duration(*opFromText("F0.0"), 0, plan.schedule.placement), 50 + 7);
    EXPECT_EQ(plan.costs.duration(*opFromText("F0.1"), 0, plan.schedule.placement), 150 + 7);
}

TEST(Costs, TransfersAreFreeOnOneRank) {
    EXPECT_EQ((Transfers{.every = 5}.between(1, 1)), 0);
    EXPECT_EQ((Transfers{.every = 5}.between(0, 1)), 5);
    EXPECT_EQ((Transfers{.ranks = 2, .matrix = {0, 7, 9, 0}}.between(1, 0)), 9);
}

TEST(Costs, AMessageTakesWhatItsBoundarySaysOnTopOfTheTransfer) {
    Costs costs = uniform(4, {}, /*transfer=*/5);
    costs.boundary.time = {100, 200, 300};
    EXPECT_EQ(costs.travel({ValueKind::Activation, 1, 0}, 0, 1), 5 + 200);
    EXPECT_EQ(costs.travel({ValueKind::Gradient, 1, 0}, 1, 0), 5 + 100) << "from stage 1 up to stage 0";
    EXPECT_EQ(costs.travel({ValueKind::Activation, 1, 0}, 1, 1), 0) << "on one rank";
    costs.boundary.size = {1000, 1500, 0};
    EXPECT_EQ(costs.travel({ValueKind::Activation, 0, 0}, 0, 1), 105) << "nothing says how fast they travel";
    // 1000 bytes at 3·10^9 bytes a second: 333 ns and a third; at 10^9 back: 1 µs.
    costs.boundary.bandwidth = {.ranks = 2, .matrix = {0, 3'000'000'000, 1'000'000'000, 0}};
    EXPECT_EQ(costs.travel({ValueKind::Activation, 0, 0}, 0, 1), 105 + 333);
    EXPECT_EQ(costs.travel({ValueKind::Gradient, 1, 0}, 1, 0), 105 + 1000);
    EXPECT_EQ(costs.travel({ValueKind::Gradient, 2, 0}, 0, 1), 205 + 500);
}

TEST(Costs, BoundariesFollowStagesThatAreCutAnew) {
    Costs costs = uniform(3);
    costs.boundary = {.time = {10, 20}, .size = {}, .bandwidth = {}};
    using Piece = MicrobatchCosts::Piece;
    const Piece first{.stage = 0};
    const Piece second{.stage = 1};
    const Piece half{.stage = 2, .part = 0, .parts = 2};
    const Piece rest{.stage = 2, .part = 1, .parts = 2};
    EXPECT_EQ(costs.onStages({{first, second}, {{.stage = 2}}}).boundary.time, (std::vector<Time>{20}));
    EXPECT_EQ(costs.onStages({{first}, {}, {second, {.stage = 2}}}).boundary.time, (std::vector<Time>{10, 10}))
        << "a rank without a stage";
    EXPECT_EQ(costs.onStages({{first}, {second}, {half}, {rest}}).boundary.time, (std::vector<Time>{10, 20, 20}))
        << "within the last stage as before it";
}

TEST(MicrobatchCosts, LengthsGiveTimesALinearAndAQuadraticPart) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 2}, .costs = uniform(1, {.forward = 1000})};
    plan.costs.transfer.every = 1000;
    // Half and one and a half times the mean; (1 − 1/2) · x + 1/2 · x².
    setMicrobatches(plan, MicrobatchCosts::ofLengths({1, 3}, {MicrobatchCosts::kOne / 2}));
    EXPECT_EQ(plan.costs.duration(*opFromText("F0.0"), 0, plan.schedule.placement), 375);
    EXPECT_EQ(plan.costs.duration(*opFromText("F0.1"), 0, plan.schedule.placement), 1875);
    EXPECT_EQ(plan.costs.travel({ValueKind::Activation, 0, 0}, 0, 1), 500) << "transfers are linear";
    EXPECT_EQ(plan.costs.travel({ValueKind::Activation, 0, 1}, 0, 1), 1500);
    EXPECT_EQ(plan.costs.travel({ValueKind::Activation, 0, 1}, 1, 1), 0);
}

TEST(MicrobatchCosts, HalfATickIsATickMoreAndBWIsTheSumOfItsRoundedParts) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 2},
              .costs = uniform(1, {.forward = 1, .backwardInput = 3, .backwardWeight = 5})};
    setMicrobatches(plan, MicrobatchCosts::ofShares({MicrobatchCosts::kOne / 2, 0}, {}));
    EXPECT_EQ(plan.costs.duration(*opFromText("F0.0"), 0, plan.schedule.placement), 1);
    EXPECT_EQ(plan.costs.duration(*opFromText("B0.0"), 0, plan.schedule.placement), 2);
    EXPECT_EQ(plan.costs.duration(*opFromText("W0.0"), 0, plan.schedule.placement), 3);
    EXPECT_EQ(plan.costs.duration(*opFromText("BW0.0"), 0, plan.schedule.placement), 5);
    EXPECT_EQ(plan.costs.duration(*opFromText("BW0.1"), 0, plan.schedule.placement), 0);
}

TEST(MicrobatchCosts, APairKeepsItsShareOfTheSumOfItsParts) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 2},
              .costs = uniform(1, {.forward = 10, .backwardInput = 10, .backwardWeight = 10, .overlapped = 24})};
    setMicrobatches(plan, MicrobatchCosts::ofShares({MicrobatchCosts::kOne / 2, 2 * MicrobatchCosts::kOne}, {}));
    EXPECT_EQ(durationOf(plan.schedule, plan.costs, *blockFromText("F0.0+BW0.1")), 24 * (5 + 40) / 30);
}

TEST(MicrobatchCosts, ATableTakesThePlaceOfTheCosts) {
    Plan plan{.schedule = {.placement = linear(2), .microbatches = 2},
              .costs = uniform(2, {.forward = 1, .backwardInput = 2, .backwardWeight = 3})};
    MicrobatchCosts::Table table;
    table[static_cast<std::size_t>(OpKind::F)] = {10, 11, 12, 13};
    table[static_cast<std::size_t>(OpKind::B)] = {20, 21, 22, 23};
    setMicrobatches(plan, MicrobatchCosts::ofTable(2, table, {}));
    EXPECT_EQ(plan.costs.duration(*opFromText("F1.0"), 0, plan.schedule.placement), 12);
    EXPECT_EQ(plan.costs.duration(*opFromText("BW1.1"), 0, plan.schedule.placement), 23 + 3);
    EXPECT_EQ(plan.costs.duration(*opFromText("W0.1"), 0, plan.schedule.placement), 3);
}

TEST(MicrobatchCosts, TheLargestNumbersDoNotOverflow) {
    const std::int64_t longest = MicrobatchCosts::kMostLength;
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 1 << 20},
              .costs = uniform(1, {.forward = kMaxTime})};
    std::vector<int> length(1 << 20, MicrobatchCosts::kMostLength - 1);
    length[0] = MicrobatchCosts::kMostLength;
    // x is barely above 1: x² · 10^15 is 10^15 · (1 + 2 · 2^-24), to a part of 2^-20 of what is added.
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(length), {MicrobatchCosts::kOne}));
    const Time added = plan.costs.duration(*opFromText("F0.0"), 0, plan.schedule.placement) - kMaxTime;
    EXPECT_NEAR(static_cast<double>(added), 2e15 / static_cast<double>(longest), 300);
    EXPECT_EQ(scaled(kMaxTime, {MicrobatchCosts::kMostShare, 1}), std::int64_t{1} << 61);
}

TEST(MicrobatchCosts, EqualOnesCostNothing) {
    EXPECT_TRUE(MicrobatchCosts{}.areEqual());
    EXPECT_TRUE(MicrobatchCosts::ofLengths({7, 7, 7}, {MicrobatchCosts::kOne / 3}).areEqual());
    EXPECT_TRUE(MicrobatchCosts::ofShares({MicrobatchCosts::kOne}, {}).areEqual());
    EXPECT_FALSE(MicrobatchCosts::ofShares({}, {MicrobatchCosts::kOne, 1}).areEqual());
}

TEST(MicrobatchCosts, APartOfThemTakesWhatItTook) {
    const MicrobatchCosts all = MicrobatchCosts::ofLengths({1, 2, 3, 6}, {0});
    const MicrobatchCosts some = all.picked({3, 0, 3});
    EXPECT_EQ(some.count(), 3);
    for (const auto& [there, here] : {std::pair{0, 3}, std::pair{1, 0}, std::pair{2, 3}})
        EXPECT_EQ(some.timeOf({.microbatch = there}, 1000), all.timeOf({.microbatch = here}, 1000));
}

TEST(MemoryCosts, ChangesOfAMicrobatchCancelWhateverItsSize) {
    Plan plan{.schedule = {.placement = linear(1), .microbatches = 40},
              .costs = uniform(1),
              .memory = uniformMemory(1, 1, {.forward = 11, .backwardInput = -4, .backwardWeight = -7})};
    std::vector<std::int64_t> size;
    for (int microbatch = 0; microbatch < 40; ++microbatch)
        size.push_back(MicrobatchCosts::kOne / 37 * microbatch);
    setMicrobatches(plan, MicrobatchCosts::ofShares({}, size));
    for (int microbatch = 0; microbatch < 40; ++microbatch) {
        const StageMemory own = plan.memory.of(0, 0, microbatch);
        EXPECT_EQ(own.forward + own.backwardInput + own.backwardWeight, 0);
        EXPECT_LE(own.backwardInput, 0);
        EXPECT_LE(own.backwardWeight, 0);
    }
    EXPECT_EQ(plan.memory.of(0, 0, 37), plan.memory.of(0, 0));
}

TEST(MemoryCosts, ChangesOfAMicrobatchCancel) {
    const MemoryCosts memory = uniformMemory(1, 1, {.forward = 10, .backwardInput = -4, .backwardWeight = -6});
    const auto change = [&](const char* text) { return memory.change(*opFromText(text), 0, 1); };
    EXPECT_EQ(change("F0.0") + change("B0.0") + change("W0.0"), 0);
    EXPECT_EQ(change("F0.0") + change("BW0.0"), 0);
}

TEST(ModelSpec, LayersAreCutEvenlyWithTheRestInFront) {
    EXPECT_EQ(layersOf(ModelSpec{.layers = 6}, 4), (std::vector<int>{2, 2, 1, 1}));
}
