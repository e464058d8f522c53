// SPDX-License-Identifier: Apache-2.0
#include "core/base/mapped.h"
#include "core/edit/replicate.h"
#include "core/model/sample_tokens.h"
#include "core/simulate/simulate.h"
#include "engine/run/planned_memory.h"
#include "engine/run/request_check.h"
#include "tests/engine/support/requests.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::engine::test {

namespace {

using lanewright::test::trials;

/// In the small model's context of 16 tokens: 16, 3, 9, 16, 1, 12, 5 and 8.
const std::vector<int> kLengths{4096, 700, 2300, 4000, 256, 3072, 1280, 2048};

Plan withLengths(Plan plan, std::vector<int> lengths = kLengths) {
    setMicrobatches(plan, MicrobatchCosts::ofLengths(std::move(lengths), {}));
    return plan;
}

Seen gpipeOnOneRank() {
    static const Seen seen = runHere(requestOf(withLengths(planOf("gpipe", 1, kMicrobatches))));
    return seen;
}

void expectSame(const Seen& seen, const Seen& expected) {
    ASSERT_EQ(seen.losses.size(), expected.losses.size());
    EXPECT_EQ(seen.losses, expected.losses);
    EXPECT_EQ(seen.hash, expected.hash);
    EXPECT_EQ(seen.gradients, expected.gradients);
    EXPECT_EQ(seen.gradients.size(), 16U);
}

std::vector<std::vector<Bytes>> peaksOf(const Seen& seen) {
    std::vector<std::vector<Bytes>> peaks;
    for (const Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            peaks.push_back(step->peakActivations);
    return peaks;
}

TEST(UnequalMicrobatches, TrainTheSameBitsByEverySchedule) {
    EXPECT_EQ(mapped(microbatchShapes(smallModel(), withLengths(planOf("1f1b", 2, kMicrobatches))),
                     &MicrobatchShape::context),
              (std::vector<int>{16, 3, 9, 16, 1, 12, 5, 8}));
    const Seen equal = runHere(requestOf(planOf("gpipe", 1, kMicrobatches)));
    EXPECT_NE(gpipeOnOneRank().gradients, equal.gradients) << "shorter samples are other samples";
    for (const std::string_view name : {"1f1b", "zb-h1", "zb-h2"})
        for (const int ranks : {2, 4}) {
            SCOPED_TRACE(std::string{name} + " on " + std::to_string(ranks));
            expectSame(runHere(requestOf(withLengths(planOf(name, ranks, kMicrobatches)))), gpipeOnOneRank());
        }
}

TEST(UnequalMicrobatches, TrainTheSameBitsInAnyOrder) {
    for (const int ranks : {1, 2, 4})
        for (std::uint64_t seed = 1; seed <= trials(2); ++seed) {
            SCOPED_TRACE("shuffled " + std::to_string(seed) + " on " + std::to_string(ranks));
            const Plan plan = shuffled(withLengths(planOf("zb-h1", ranks, kMicrobatches)), seed);
            expectSame(runHere(requestOf(plan)), gpipeOnOneRank());
        }
}

TEST(UnequalMicrobatches, TrainTheSameBitsInPartsWithRecomputingAndThreads) {
    Plan plan = withLengths(planOf("zb-h1", 4, kMicrobatches));
    plan.costs.weightParts = 3;
    for (StageCosts& costs : plan.costs.stages[0])
        costs.recompute = kTimeUnit;
    RunRequest request = requestOf(shuffled(plan, 5));
    request.threads = 2;
    expectSame(runHere(request), gpipeOnOneRank());
}

TEST(UnequalMicrobatches, TrainTheSameBitsInBf16) {
    const auto run = [](const Plan& plan) {
        RunRequest request = requestOf(plan);
        request.precision = Precision::Bf16;
        return runHere(request);
    };
    const Seen expected = run(withLengths(planOf("gpipe", 1, kMicrobatches)));
    EXPECT_NE(expected.hash, gpipeOnOneRank().hash);
    expectSame(run(withLengths(planOf("zb-h1", 4, kMicrobatches))), expected);
    expectSame(run(shuffled(withLengths(planOf("zb-h1", 2, kMicrobatches)), 9)), expected);
}

TEST(UnequalMicrobatches, AddTheirGradientsInTheOrderOfReplicas) {
    Result<Plan> plan = replicate(planOf("zb-h1", 2, 4), 2);
    ASSERT_TRUE(plan) << plan.error().message;
    const Plan two = withLengths(*plan);
    Plan one = two;
    for (std::vector<int>& direction : one.schedule.placement.directions)
        direction.assign(direction.size(), 0);
    one.schedule.placement.ranks = 1;
    one.memory = uniformMemory(one.schedule.stages(), 1, {});
    setMicrobatches(one, one.costs.microbatches);
    expectSame(runHere(requestOf(two)), runHere(requestOf(shuffled(one, 7))));
}

/// A model whose largest microbatch has three samples; their microbatches have these, or as many as it has.
RunRequest ofSamples(Plan plan, int batch, std::vector<int> samples = {}) {
    if (!samples.empty()) {
        const std::vector<int> lengths = mapped(samples, [](int each) { return 16 * each; });
        setMicrobatches(plan, MicrobatchCosts::ofLengths(lengths, {}, std::move(samples)));
        plan.memory.limit.clear(); // the order was made for microbatches that are alike
    }
    RunRequest request = requestOf(plan);
    request.model.batch = batch;
    return request;
}

void expectNear(const Seen& seen, const Seen& expected) {
    ASSERT_EQ(seen.losses.size(), 3U);
    ASSERT_EQ(expected.losses.size(), 3U);
    for (std::size_t step = 0; step < 3; ++step)
        EXPECT_NEAR(seen.losses[step], expected.losses[step], 2e-6 * expected.losses[step]) << "step " << step;
}

TEST(UnequalMicrobatches, TrainEightSamplesInThreeAsInOne) {
    // pytorch#126600: 3, 3 and 2. A mean of the microbatches' means would weigh the last two samples half as much
    // again.
    const Seen whole = runHere(ofSamples(planOf("gpipe", 1, 1), 8));
    const Seen three = runHere(ofSamples(planOf("gpipe", 1, 3), 3, {3, 3, 2}));
    expectNear(three, whole);
    expectNear(runHere(ofSamples(planOf("gpipe", 1, 4), 2)), whole);
    for (const std::string_view name : {"gpipe", "1f1b", "zb-h1"})
        for (const int ranks : {2, 4}) {
            SCOPED_TRACE(std::string{name} + " on " + std::to_string(ranks));
            expectSame(runHere(ofSamples(planOf(name, ranks, 3), 3, {3, 3, 2})), three);
        }
    expectSame(runHere(ofSamples(planOf("zbv", 2, 3), 3, {3, 3, 2})), three);
    expectSame(runHere(ofSamples(shuffled(planOf("zb-h1", 4, 3), 4), 3, {3, 3, 2})), three);
    // The smallest first: no sample is taken twice, and none is left out.
    expectNear(runHere(ofSamples(planOf("1f1b", 4, 3), 3, {2, 3, 3})), whole);
}

TEST(UnequalMicrobatches, WeighAHundredTokensTenTimesAsMuchAsTen) {
    // torchtitan#2972.
    const auto run = [](Plan plan) {
        RunRequest request = requestOf(withLengths(std::move(plan), {100, 10, 10, 10}));
        request.model.context = 100;
        return runHere(request);
    };
    const Seen one = run(planOf("gpipe", 1, 4));
    for (const std::string_view name : {"gpipe", "1f1b", "zb-h1"})
        expectSame(run(planOf(name, 4, 4)), one);
}

TEST(UnequalMicrobatches, RollBackAsTheyTrainedBefore) {
    RunRequest request = requestOf(withLengths(planOf("zb-h1", 4, kMicrobatches)));
    request.optimizer.clip = 0.5;
    request.poison = {{.step = 1, .tensor = 3, .factor = 1e6}};
    const Seen expected = runHere(request);
    request.optimizer.mode = OptimizerMode::PostValidated;
    expectSame(runHere(request), expected);
}

TEST(UnequalMicrobatches, TakeOnEveryRankExactlyTheBytesThatArePlanned) {
    for (const std::string_view name : {"gpipe", "1f1b", "zb-h1"}) {
        SCOPED_TRACE(name);
        const RunRequest request = requestOf(withLengths(planOf(name, 4, kMicrobatches)));
        const std::vector<Bytes> planned = plannedPeaks(request);
        EXPECT_EQ(peaksOf(runHere(request)), std::vector(3, planned));
        EXPECT_LT(planned[0], plannedPeaks(requestOf(planOf(name, 4, kMicrobatches)))[0]);
    }
}

TEST(UnequalMicrobatches, HoldTheirMeanWhereStagesAreAskedWhatTheyHold) {
    // 70 tokens of 8 · 16 in each of 2 samples. Of a slab all but 4 · 32 numbers per layer grow with the tokens.
    const RunRequest whole = requestOf(planOf("gpipe", 4, kMicrobatches));
    const RunRequest request = requestOf(withLengths(planOf("gpipe", 4, kMicrobatches)));
    const Bytes fixed = Bytes{4} * 32 * 4;
    const Bytes forward = plannedMemory(whole).stages[0][1].forward - fixed;
    const MemoryCosts memory = plannedMemory(request);
    EXPECT_EQ(memory.stages[0][1].forward, forward * 70 / 128 + fixed);
    for (const StageMemory& each : memory.stages[0])
        EXPECT_EQ(each.forward + each.backwardInput + each.backwardWeight, 0);
}

TEST(UnequalMicrobatches, HoldEachOpsOwnTimeInAPacedRun) {
    MicrobatchCosts::Table table;
    for (int at = 0; at < 3 * 4; ++at) {
        table[static_cast<std::size_t>(OpKind::F)].push_back(300'001 + 70'003 * (at * 5 % 12));
        table[static_cast<std::size_t>(OpKind::W)].push_back(200'003 + 50'021 * (at * 7 % 12));
    }
    const std::vector<MicrobatchCosts> all{
        MicrobatchCosts::ofLengths({4096, 700, 2300, 1280}, {MicrobatchCosts::kOne / 4}),
        MicrobatchCosts::ofShares({500'000'000, 2'000'000'000, 1'300'000'001, 0},
                                  {1'000'000'000, 700'000'001, 3'000'000'000, 1}),
        MicrobatchCosts::ofTable(4, table, {})};
    for (const MicrobatchCosts& microbatches : all)
        for (const Links links : {Links::Latency, Links::Serial}) {
            Plan plan = planOf("zb-h1", 3, 4, 700'001, 430'003);
            setMicrobatches(plan, microbatches);
            plan.costs.links = links;
            RunRequest request = requestOf(plan);
            request.paced = true;
            request.steps = 2;
            const Timeline planned = simulate(plan.schedule, plan.costs);
            const Seen seen = runHere(request);
            EXPECT_EQ(seen.virtualTime(0, 3), planned);
            const Timeline wall = seen.wall(0, 3);
            for (int rank = 0; rank < 3; ++rank)
                for (std::size_t at = 0; at < planned.lanes[rank].size(); ++at)
                    EXPECT_GE(wall.lanes[rank][at].end, planned.lanes[rank][at].end);
        }
}

TEST(UnequalMicrobatches, HaveNoTokensOfTheirOwnWhereOnlyTheirTimesAreKnown) {
    Plan shares = planOf("1f1b", 2, kMicrobatches);
    setMicrobatches(shares, MicrobatchCosts::ofShares(std::vector<std::int64_t>(8, 3 * MicrobatchCosts::kOne), {}));
    expectSame(runHere(requestOf(shares)), runHere(requestOf(planOf("gpipe", 1, kMicrobatches))));
}

TEST(UnequalMicrobatches, AreRefusedWhereOneHasNoToken) {
    RunRequest request = requestOf(withLengths(planOf("1f1b", 2, 2), {4096, 128}));
    EXPECT_TRUE(checkRequest(request, true)) << "half a token is one";
    request = requestOf(withLengths(planOf("1f1b", 2, 2), {4096, 4096}));
    setMicrobatches(request.plan, MicrobatchCosts::ofLengths({4096, 127}, {}));
    const Result<Done> checked = checkRequest(request, true);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message.text(),
              "microbatch 1 has 127 tokens where the longest has 4096, which is less than half a token of the model's "
              "context of 16; take a longer context");
}

} // namespace

} // namespace lanewright::engine::test
