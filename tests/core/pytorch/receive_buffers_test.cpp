// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/receive_buffers.h"

#include "core/pytorch/kept_buffers.h"
#include "core/simulate/simulate.h"
#include "tests/core/pytorch/pytorch_files.h"
#include "tests/support/judging.h"
#include "tests/support/rows.h"

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::vector<int> slotsOf(const Plan& plan, ReceiveBuffers how) {
    const Result<std::vector<RankBuffers>> buffers = receiveBuffers(plan, how);
    EXPECT_TRUE(buffers) << buffers.error().message;
    std::vector<int> slots;
    for (const RankBuffers& rank : buffers ? *buffers : std::vector<RankBuffers>{})
        slots.push_back(rank.slots);
    return slots;
}

/// 1F1B of two ranks and two microbatches, messages of 7 units.
Plan bufferedPlan(ReceiveBuffers how) {
    Plan plan = smallPlan();
    plan.costs.boundary.size = {7 * kMemoryUnit};
    plan.memory = unitMemory(2, 2);
    plan.memory.receiveBuffers = how;
    return plan;
}

} // namespace

// The table that pytorch/pytorch#196465 prints for four ranks, the same for 8, 16 and 32 microbatches.
TEST(ReceiveBuffers, PoolsOfInterleaved1F1BAreThoseThatPytorchPublished) {
    for (const int microbatches : {8, 16, 32}) {
        const Plan plan =
            made("interleaved-1f1b", UniformProblem{.ranks = 4, .microbatches = microbatches, .chunks = 4});
        EXPECT_EQ(slotsOf(plan, ReceiveBuffers::StagePools), (std::vector{22, 30, 28, 32})) << microbatches;
        EXPECT_EQ(slotsOf(plan, ReceiveBuffers::DirectionPools), (std::vector{14, 20, 17, 18})) << microbatches;
        EXPECT_EQ(slotsOf(plan, ReceiveBuffers::RankPool), (std::vector{14, 20, 17, 16})) << microbatches;
    }
}

TEST(ReceiveBuffers, PoolsOfZbvAreThoseThatPytorchPublished) {
    const Plan plan = made("zbv-fixed", UniformProblem{.ranks = 4, .microbatches = 8});
    EXPECT_EQ(slotsOf(plan, ReceiveBuffers::StagePools), (std::vector{5, 14, 16, 8}));
    EXPECT_EQ(slotsOf(plan, ReceiveBuffers::DirectionPools), (std::vector{5, 14, 16, 8}));
    EXPECT_EQ(slotsOf(plan, ReceiveBuffers::RankPool), (std::vector{3, 11, 12, 7}));
}

// NVIDIA-NeMo/Automodel#3780: 64 sets each way on the middle ranks, of which p - s and 1 would do.
TEST(ReceiveBuffers, OneForEachMicrobatchIsFarMoreThanWouldDo) {
    const Plan plan = made("1f1b", UniformProblem{.ranks = 4, .microbatches = 64});
    EXPECT_EQ(slotsOf(plan, ReceiveBuffers::PerMicrobatch), (std::vector{64, 128, 128, 64}));
    // As megatron.core's own loop holds them: tests/interop/buffers_check.py.
    EXPECT_EQ(slotsOf(plan, ReceiveBuffers::OnReceive), (std::vector{1, 3 + 1, 2 + 1, 1}));
}

TEST(ReceiveBuffers, ABufferIsHeldUntilTheWOfItsStage) {
    const Plan plan = linearPlan(2, 2, R"(
        F0.0 F0.1 B0.0 B0.1 W0.0 W0.1
        F1.0 B1.0 F1.1 B1.1 W1.0 W1.1
    )");
    EXPECT_EQ(slotsOf(plan, ReceiveBuffers::OnReceive), (std::vector{2, 2}));
}

TEST(ReceiveBuffers, TheirBytesAreThoseOfTheBoundaries) {
    Plan plan = made("interleaved-1f1b", UniformProblem{.ranks = 2, .microbatches = 2, .chunks = 2});
    plan.costs.boundary.size = {100, 200, 300};
    const auto bytes = [&](ReceiveBuffers how) { return (*receiveBuffers(plan, how))[1].bytes; };
    // Stages 1 and 3 receive 100 and 300 forwards, stage 1 200 backwards, of each microbatch.
    EXPECT_EQ(bytes(ReceiveBuffers::PerMicrobatch), 2 * (100 + 300 + 200));
    const std::vector<int> pool = slotsOf(plan, ReceiveBuffers::RankPool);
    EXPECT_EQ(bytes(ReceiveBuffers::RankPool), pool[1] * 300) << "as large as the largest";
    setMicrobatches(plan, MicrobatchCosts::ofShares({}, {MicrobatchCosts::kOne, 2 * MicrobatchCosts::kOne}));
    EXPECT_EQ(bytes(ReceiveBuffers::PerMicrobatch), (1 + 2) * (100 + 300 + 200));
}

TEST(ReceiveBuffers, TheCurveHasThemWhileTheyAreThere) {
    const Plan plan = bufferedPlan(ReceiveBuffers::OnReceive);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const std::vector<RankBuffers> buffers = *receiveBuffers(plan, ReceiveBuffers::OnReceive);
    // Rank 1: F1.0 from 1 on, BW1.0 to 4, F1.1 from 4, BW1.1 to 7.
    const MemoryCurve curve = bufferCurve(buffers[1], timeline.lanes[1], 0);
    const Bytes one = 7 * kMemoryUnit;
    EXPECT_EQ(curve, (MemoryCurve{{0, 0}, {unit(1), one}, {unit(4), one}, {unit(7), 0}}));
    EXPECT_EQ(sumOf(curve, {{0, 3}, {unit(5), 4}}),
              (MemoryCurve{{0, 3}, {unit(1), one + 3}, {unit(4), one + 3}, {unit(5), one + 4}, {unit(7), 4}}));
    const std::vector<RankBuffers> fixed = *receiveBuffers(plan, ReceiveBuffers::PerMicrobatch);
    EXPECT_EQ(bufferCurve(fixed[1], timeline.lanes[1], 0), (MemoryCurve{{0, 2 * one}}));
    EXPECT_EQ(peakWithBuffers(plan, {.all = buffers}), (std::vector<Bytes>{2 * kMemoryUnit + one, kMemoryUnit + one}))
        << "rank 0 holds two activations when its first gradient comes";
    EXPECT_EQ(peakWithBuffers(plan, {.all = fixed}),
              (std::vector<Bytes>{2 * kMemoryUnit + 2 * one, kMemoryUnit + 2 * one}));
}

TEST(ReceiveBuffers, ADeviceThatTheyFillIsAFinding) {
    Plan plan = bufferedPlan(ReceiveBuffers::PerMicrobatch);
    EXPECT_EQ(findingsOfBuffers(plan, keptBuffers(plan)).size(), 1u) << "more than would do";
    Plan unsized = plan;
    unsized.costs.boundary.size.clear();
    EXPECT_EQ(findingsOfBuffers(unsized, keptBuffers(unsized))[0].message.text().find("activations"),
              std::string::npos);
    plan.memory.device = {16 * kMemoryUnit, 14 * kMemoryUnit};
    const std::vector<Finding> findings = findingsOfBuffers(plan, keptBuffers(plan));
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].code, "device-memory");
    EXPECT_EQ(findings[0].rank, 1);
    EXPECT_EQ(findings[1].severity, Severity::Note);
    EXPECT_TRUE(isValid(validate(plan))) << "without them there is room";
    plan.memory.receiveBuffers.reset();
    EXPECT_TRUE(findingsOfBuffers(plan, keptBuffers(plan)).empty());
}

TEST(ReceiveBuffers, PoolsOfAnOrderThatPytorchCantRunAreNotCounted) {
    Plan plan = made("dualpipe", UniformProblem{.ranks = 4, .microbatches = 8});
    EXPECT_FALSE(receiveBuffers(plan, ReceiveBuffers::StagePools));
    EXPECT_TRUE(receiveBuffers(plan, ReceiveBuffers::OnReceive));
    plan.memory.receiveBuffers = ReceiveBuffers::RankPool;
    const std::vector<Finding> findings = findingsOfBuffers(plan, keptBuffers(plan));
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].severity, Severity::Warning);
}
