// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_run.h"

#include "core/edit/replicate.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"

#include "engine/gpu/device_budget.h"
#include "engine/run/planned_memory.h"
#include "tests/engine/support/device_runs.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace lanewright::engine::test {

namespace {

using lanewright::test::trials;

TEST(DeviceRun, TrainsTheSameBitsByEveryScheduleAndOrderOfCompletion) {
    const RunRequest alone = tinyRequest(oneLane(4, 4));
    const Seen reference = runOnFake(alone);
    ASSERT_NE(reference.done(), nullptr);
    ASSERT_EQ(reference.losses.size(), 2U);
    std::uint64_t seed = 100;
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1", "zb-2p"})
        for (int again = 0; again < 3; ++again) {
            SCOPED_TRACE(std::string{generator} + ", seed " + std::to_string(seed));
            expectSameBits(runOnFake(tinyRequest(planOf(generator, 4, 4)), ++seed), reference);
        }
    for (int again = 0; again < 6; ++again)
        expectSameBits(
            runOnFake(tinyRequest(shuffled(planOf("1f1b", 4, 4), 50U + static_cast<std::uint64_t>(again))), ++seed),
            reference);
}

TEST(DeviceRun, TrainsTheSameBitsWithTwoStagesPerLaneAndCopiedValues) {
    const Seen reference = runOnFake(tinyRequest(oneLane(4, 4)));
    std::uint64_t seed = 200;
    for (const char* const generator : {"zbv", "interleaved-1f1b", "v-half"})
        for (const Time transfer : {Time{0}, kTimeUnit / 2}) {
            SCOPED_TRACE(generator);
            expectSameBits(runOnFake(tinyRequest(planOf(generator, 2, 4, kTimeUnit, transfer)), ++seed), reference);
        }
}

TEST(DeviceRun, TrainsTheSameBitsWithOverlappedPairsTwinsAndReplicas) {
    const Plan pairs = planOf("dualpipev", 2, 6);
    ASSERT_TRUE(
        std::ranges::any_of(pairs.schedule.order[0], [](const Block& block) { return block.paired.has_value(); }));
    const Seen reference = runOnFake(tinyRequest(oneLane(4, 6)));
    for (std::uint64_t seed = 1; seed <= trials(6); ++seed)
        expectSameBits(runOnFake(tinyRequest(pairs), seed), reference);

    const Plan replicas = *replicate(planOf("zb-h1", 2, 4), 3);
    Plan together = replicas;
    for (std::vector<int>& direction : together.schedule.placement.directions)
        direction.assign(direction.size(), 0);
    together.schedule.placement.ranks = 1;
    together.memory = uniformMemory(2, 1, {});
    expectSameBits(runOnFake(tinyRequest(replicas), 3), runOnFake(tinyRequest(shuffled(together, 7))));

    const Seen twins = runOnFake(tinyRequest(bothWaysOnOneRank(4, 6)));
    for (std::uint64_t seed = 1; seed <= trials(3); ++seed)
        expectSameBits(runOnFake(tinyRequest(bothWays(4, 6)), seed), twins);
}

TEST(DeviceRun, TrainsTheSameBitsWithRecomputationAndWInParts) {
    const Seen reference = runOnFake(tinyRequest(oneLane(4, 4)));
    Plan plan = planOf("1f1b", 4, 4);
    plan.costs.weightParts = 3;
    for (StageCosts& stage : plan.costs.stages.front())
        stage.recompute = kTimeUnit;
    for (std::uint64_t seed = 1; seed <= trials(6); ++seed)
        expectSameBits(runOnFake(tinyRequest(shuffled(plan, seed)), seed), reference);
}

Plan withLengths(Plan plan) {
    std::vector<int> lengths{350, 600, 100, 200, 600, 150}; // in a context of 8 tokens: 5, 8, 1, 3, 8 and 2
    lengths.resize(static_cast<std::size_t>(plan.schedule.microbatches));
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {}));
    plan.memory.limit.clear(); // the order was made for microbatches that are alike
    return plan;
}

TEST(DeviceRun, TrainsTheSameBitsWithMicrobatchesOfTheirOwnLengths) {
    const Seen reference = runOnFake(tinyRequest(withLengths(oneLane(4, 6))));
    ASSERT_NE(reference.done(), nullptr);
    EXPECT_NE(reference.gradients, runOnFake(tinyRequest(oneLane(4, 6))).gradients);
    std::uint64_t seed = 400;
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1"})
        expectSameBits(runOnFake(tinyRequest(withLengths(planOf(generator, 4, 6))), ++seed), reference);
    for (const Time transfer : {Time{0}, kTimeUnit / 2})
        expectSameBits(runOnFake(tinyRequest(withLengths(planOf("zbv", 2, 6, kTimeUnit, transfer))), ++seed),
                       reference);
    expectSameBits(runOnFake(tinyRequest(withLengths(planOf("dualpipev", 2, 6))), ++seed), reference);
    Plan plan = withLengths(planOf("1f1b", 4, 6));
    plan.costs.weightParts = 3;
    for (StageCosts& stage : plan.costs.stages.front())
        stage.recompute = kTimeUnit;
    for (std::uint64_t again = 1; again <= trials(4); ++again)
        expectSameBits(runOnFake(tinyRequest(shuffled(plan, again)), ++seed), reference);
}

void expectNear(const std::vector<double>& losses, const std::vector<double>& expected, double tolerance) {
    ASSERT_EQ(losses.size(), expected.size());
    for (std::size_t step = 0; step < expected.size(); ++step)
        EXPECT_NEAR(losses[step], expected[step], tolerance) << "step " << step;
}

TEST(DeviceRun, TrainsTheSameBitsWithMicrobatchesOfTheirOwnSamples) {
    const auto withSamples = [](Plan plan) {
        setMicrobatches(plan, MicrobatchCosts::ofLengths({16, 8, 8, 4}, {}, {2, 1, 2, 1}));
        return plan;
    };
    const Seen reference = runOnFake(tinyRequest(withSamples(oneLane(4, 4))));
    ASSERT_NE(reference.done(), nullptr);
    std::uint64_t seed = 500;
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1"})
        expectSameBits(runOnFake(tinyRequest(withSamples(planOf(generator, 4, 4))), ++seed), reference);
    expectNear(reference.losses, runHere(tinyRequest(withSamples(oneLane(4, 4)))).losses, 1e-4);
}

TEST(DeviceRun, HoldsNoMoreBuffersThanMicrobatchesAreUnderWay) {
    // Rising lengths, each longer than all before: a buffer grows with them.
    Plan plan = planOf("1f1b", 4, 24);
    std::vector<int> lengths(24);
    std::iota(lengths.begin(), lengths.end(), 8);
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {}));
    RunRequest request = tinyRequest(plan);
    request.model.context = 64;
    for (int rank = 0; rank < 4; ++rank)
        for (const auto& [most, rooms] : activationRooms(request, rank)) {
            EXPECT_LE(rooms.size(), static_cast<std::size_t>(4 - rank));
            EXPECT_EQ(rooms.back(), most);
        }
    // Where all are under way at a time, each has a buffer of its own size.
    plan = planOf("gpipe", 1, 4);
    setMicrobatches(plan, MicrobatchCosts::ofLengths({300, 100, 400, 200}, {}));
    const RunRequest all = tinyRequest(plan);
    Bytes held = 0;
    for (const auto& [most, rooms] : activationRooms(all, 0))
        held += std::accumulate(rooms.begin(), rooms.end(), std::int64_t{0}) * 4;
    EXPECT_EQ(held, plannedPeaks(all)[0]);
}

/// In every step that was asked for.
void expectPlannedPeaks(const Seen& seen, const RunRequest& request) {
    int steps = 0;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event)) {
            EXPECT_EQ(step->peakActivations, plannedPeaks(request));
            ++steps;
        }
    EXPECT_EQ(steps, request.steps);
}

TEST(DeviceRun, LearnsWithMicrobatchesOfTheirOwnLengthsAsTheCpuDoes) {
    RunRequest request = tinyRequest(withLengths(planOf("zb-h1", 2, 6)));
    const Seen cpu = runHere(request);
    FakeDevice device;
    const Seen seen = runOn(device, request);
    expectNear(seen.losses, cpu.losses, 2e-5);
    expectPlannedPeaks(seen, request);
}

TEST(DeviceRun, LearnsAsTheCpuDoes) {
    for (const auto& [precision, tolerance] : {std::pair{Precision::Fp32, 2e-5}, std::pair{Precision::Bf16, 2e-2}}) {
        RunRequest request = tinyRequest(planOf("zb-h1", 2, 4), precision);
        request.steps = 4;
        const Seen cpu = runHere(request);
        const Seen device = runOnFake(request);
        expectNear(device.losses, cpu.losses, tolerance);
        EXPECT_LT(device.losses.back(), device.losses.front());
    }
}

TEST(DeviceRun, TakesAndFreesActivationsAsPlannedToTheByte) {
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1", "zbv", "dualpipev"})
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            SCOPED_TRACE(generator);
            const RunRequest request = tinyRequest(planOf(generator, 2, 4), precision);
            FakeDevice device;
            const Seen seen = runOn(device, request);
            expectPlannedPeaks(seen, request);
        }
}

TEST(DeviceRun, HoldsAllThatItWasPlannedToHoldAndNothingMore) {
    Plan cut = planOf("1f1b", 4, 4);
    cut.costs.weightParts = 3;
    for (StageCosts& stage : cut.costs.stages.front())
        stage.recompute = kTimeUnit;
    const std::vector<std::pair<const char*, Plan>> plans = {
        {"1f1b", planOf("1f1b", 4, 4)},
        {"zb-2p, copied values", planOf("zb-2p", 4, 8, kTimeUnit, kTimeUnit / 2)},
        {"zbv", planOf("zbv", 2, 6)},
        {"pairs", planOf("dualpipev", 2, 6)},
        {"twins", bothWays(4, 6)},
        {"recomputation, W in parts", shuffled(cut, 3)},
        {"shuffled", shuffled(planOf("1f1b", 4, 4), 51)},
        {"lengths of their own", withLengths(planOf("zb-h1", 4, 6, kTimeUnit, kTimeUnit / 2))},
        {"the same with recomputation", withLengths(shuffled(cut, 5))}};
    for (const auto& [name, plan] : plans)
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            SCOPED_TRACE(name);
            RunRequest request = tinyRequest(plan, precision);
            request.probe = true;
            FakeDevice device({.workspace = 1000});
            const Seen seen = runOn(device, request);
            ASSERT_NE(seen.done(), nullptr);
            const auto probe = std::ranges::find_if(
                seen.events, [](const lanewright::Event& event) { return std::holds_alternative<ProbeEvent>(event); });
            ASSERT_NE(probe, seen.events.end());
            const std::optional<DeviceUse>& use = std::get<ProbeEvent>(*probe).device;
            ASSERT_TRUE(use);
            EXPECT_EQ(use->held, use->planned);
            EXPECT_EQ(device.most(), use->planned) << "also at the end of the run";
        }
}

TEST(DeviceRun, AsksForNoMemoryWhileStepsRun) {
    const auto taken = [](RunRequest request, int steps) {
        request.steps = steps;
        FakeDevice device;
        runOn(device, request);
        return device.taken();
    };
    const Plan plan = shuffled(planOf("zb-h1", 2, 6), 9);
    for (const RunRequest& request : {tinyRequest(plan), tinyRequest(withLengths(plan))})
        EXPECT_EQ(taken(request, 1), taken(request, 4));
}

/// A device on which each block takes the time that the plan says.
FakeWish inPlannedTimes(const RunRequest& request) {
    return {.lengthOf = [&request](const std::string& name) -> std::optional<Time> {
        for (const Program& program : request.programs)
            for (const Instruction& instruction : program.code)
                if (instruction.act == Act::Run && toText(instruction.block) == name)
                    return instruction.length;
        return {};
    }};
}

TEST(DeviceRun, MeasuresThePlansOwnTimesWhereBlocksTakeThem) {
    for (const char* const generator : {"1f1b", "zb-h1", "zbv", "dualpipev"}) {
        SCOPED_TRACE(generator);
        const RunRequest request = tinyRequest(planOf(generator, 2, 6));
        FakeDevice device(inPlannedTimes(request));
        const Seen seen = runOn(device, request);
        ASSERT_NE(seen.done(), nullptr);
        const Timeline wall = seen.wall(1, 2);
        const Timeline plan = simulate(request.plan.schedule, request.plan.costs);
        for (std::size_t rank = 0; rank < 2; ++rank) {
            ASSERT_EQ(wall.lanes[rank].size(), plan.lanes[rank].size());
            for (std::size_t at = 0; at < wall.lanes[rank].size(); ++at) {
                const Span& got = wall.lanes[rank][at];
                const Span& planned = plan.lanes[rank][at];
                EXPECT_EQ(got.op, planned.op);
                // The first kernels of a step bring the tokens, a microsecond each.
                EXPECT_NEAR(static_cast<double>(got.start), static_cast<double>(planned.start), 3000.0);
                EXPECT_EQ(got.length(), planned.length());
            }
        }
    }
}

TEST(DeviceRun, TimesAPairAsOneBlockWithItsParts) {
    const RunRequest request = tinyRequest(planOf("dualpipev", 2, 6));
    constexpr Time kForward = 3 * kTimeUnit;
    constexpr Time kBackward = 5 * kTimeUnit;
    FakeDevice device({.lengthOf = [](const std::string& name) -> std::optional<Time> {
        if (name.find('+') != std::string::npos || !opFromText(name))
            return {};
        return name[0] == 'F' ? kForward : kBackward;
    }});
    const Seen seen = runOn(device, request);
    ASSERT_NE(seen.done(), nullptr);
    std::map<std::pair<int, Op>, Activity> parts;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const spans = std::get_if<SpansEvent>(&event); spans != nullptr && spans->step == 1)
            for (const Activity& activity : spans->others) {
                if (activity.kind != ActivityKind::Part)
                    continue;
                const bool isNew = parts.emplace(std::pair{activity.rank, *activity.op}, activity).second;
                EXPECT_TRUE(isNew) << toText(*activity.op);
            }
    std::size_t pairs = 0;
    const Timeline wall = seen.wall(1, 2);
    for (int rank = 0; rank < 2; ++rank)
        for (const Span& span : wall.lanes[static_cast<std::size_t>(rank)]) {
            if (!span.paired)
                continue;
            ++pairs;
            EXPECT_EQ(span.length(), kBackward) << "the longer of both, not their sum";
            for (const Op& op : {span.op, *span.paired}) {
                const Activity& part = parts.at({rank, op});
                EXPECT_EQ(part.start, span.start);
                EXPECT_EQ(part.end - part.start, op.kind == OpKind::F ? kForward : kBackward);
            }
        }
    EXPECT_GT(pairs, 0U);
    EXPECT_EQ(parts.size(), 2 * pairs);
}

TEST(DeviceRun, TimesValuesThereAndBackBetweenLanes) {
    RunRequest request = tinyRequest(planOf("1f1b", 3, 4));
    request.probe = true;
    const Seen seen = runOnFake(request);
    for (const lanewright::Event& event : seen.events)
        if (const auto* const probe = std::get_if<ProbeEvent>(&event)) {
            const std::vector<std::pair<int, int>> expected = {{0, 1}, {1, 0}, {1, 2}, {2, 1}};
            ASSERT_EQ(probe->links.size(), expected.size());
            for (std::size_t at = 0; at < expected.size(); ++at) {
                const LinkTrips& link = probe->links[at];
                EXPECT_EQ(std::pair(link.from, link.to), expected[at]);
                EXPECT_EQ(link.valueBytes, Bytes{8 * 8 * 4});
                EXPECT_EQ(link.small.size(), 21U);
                ASSERT_EQ(link.large.size(), 21U);
                // A copy there and one back, a microsecond each, and others in the same streams.
                EXPECT_GE(*std::ranges::min_element(link.large), 2000);
            }
            // It leaves no trace in what is trained.
            RunRequest plain = request;
            plain.probe = false;
            expectSameBits(seen, runOnFake(plain));
            return;
        }
    FAIL() << "nothing was measured";
}

TEST(DeviceRun, SaysWhatItHoldsWhileABlockRuns) {
    const RunRequest request = tinyRequest(planOf("1f1b", 2, 4));
    const Seen seen = runOnFake(request);
    std::vector<Bytes> most(2);
    for (const lanewright::Event& event : seen.events)
        if (const auto* const spans = std::get_if<SpansEvent>(&event))
            for (const Bytes live : spans->live)
                most[static_cast<std::size_t>(spans->rank)] =
                    std::max(most[static_cast<std::size_t>(spans->rank)], live);
    EXPECT_EQ(most, plannedPeaks(request));
}

/// @name Failures
/// @{
void expectFailure(const Seen& seen, const std::string& words) {
    ASSERT_NE(seen.failure(), nullptr);
    EXPECT_EQ(seen.done(), nullptr);
    EXPECT_NE(seen.failure()->reason.text().find(words), std::string::npos) << seen.failure()->reason;
}

TEST(DeviceRun, EndsInWordsWhenTheMemoryIsTooSmall) {
    const RunRequest request = tinyRequest(planOf("1f1b", 2, 4));
    FakeDevice small({.memory = 100'000});
    expectFailure(runOn(small, request), "of GPU memory and there are");
    EXPECT_EQ(small.most(), 0) << "nothing was taken in vain";
    // Others may hold some of what there is.
    FakeDevice whole;
    runOn(whole, request);
    FakeDevice shared({.memory = whole.most()});
    std::byte* const theirs = shared.take(1);
    expectFailure(runOn(shared, request), "left: weights ");
    EXPECT_EQ(shared.most(), 1) << "nothing was taken in vain";
    shared.giveBack(theirs);
}

TEST(DeviceRun, EndsInWordsWhereverAKernelFails) {
    const RunRequest request = tinyRequest(planOf("zb-h1", 2, 2));
    FakeDevice whole;
    runOn(whole, request);
    for (int kernel = 0; kernel < whole.kernels(); kernel += 37) {
        FakeDevice device({.failAt = kernel});
        expectFailure(runOn(device, request), "illegal memory access");
    }
}

TEST(DeviceRun, NamesTheBlockThatNeverEnds) {
    RunRequest request = tinyRequest(planOf("zb-h1", 2, 2));
    request.timeout = 500'000'000;
    FakeDevice device({.hangsIn = "B1.1"});
    const Seen seen = runOn(device, request);
    expectFailure(seen, "has not ended for more than 0.5 s");
    EXPECT_EQ(seen.failure()->op, *opFromText("B1.1"));
    EXPECT_EQ(seen.failure()->rank, 1);
}

TEST(DeviceRun, StopsAfterTheStepWhenAskedTo) {
    RunRequest request = tinyRequest(planOf("1f1b", 2, 4));
    request.steps = 50;
    StopFlags stopFlags;
    stopFlags.cancel = true;
    FakeDevice device;
    const Seen seen = runOn(device, request, stopFlags);
    ASSERT_NE(seen.done(), nullptr);
    EXPECT_TRUE(seen.done()->cancelled);
    EXPECT_LT(seen.losses.size(), 3U);
}

TEST(DeviceRun, SkipsAStepWhoseGradientIsNoNumber) {
    RunRequest request = tinyRequest(planOf("1f1b", 2, 4));
    request.steps = 3;
    request.poison = {{.step = 1, .tensor = 5, .factor = std::nan("")}};
    const Seen seen = runOnFake(request);
    std::vector<UpdateKind> kinds;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            kinds.push_back(step->update.kind);
    ASSERT_EQ(kinds.size(), 3U);
    EXPECT_NE(kinds[0], UpdateKind::Skipped);
    EXPECT_EQ(kinds[1], UpdateKind::Skipped);
    EXPECT_NE(kinds[2], UpdateKind::Skipped);
}
/// @}

} // namespace

} // namespace lanewright::engine::test
