// SPDX-License-Identifier: Apache-2.0
// The step of the weights on trust, and the next step begun before the decision.
#include "core/edit/replicate.h"
#include "core/model/text.h"

#include "core/program/enqueue_list.h"
#include "engine/gpt/counter_random.h"
#include "tests/engine/support/device_runs.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

using lanewright::test::sampled;
using lanewright::test::stride;
using lanewright::test::trials;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<Update> updatesOf(const Seen& seen) {
    std::vector<Update> updates;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            updates.push_back(step->update);
    return updates;
}

int discardedIn(const Seen& seen) {
    int count = 0;
    for (const lanewright::Event& event : seen.events)
        if (const auto* const spans = std::get_if<SpansEvent>(&event))
            count += static_cast<int>(std::ranges::count(spans->others, ActivityKind::Discarded, &Activity::kind));
    return count;
}

RunRequest inMode(RunRequest request, OptimizerMode mode) {
    request.optimizer.mode = mode;
    return request;
}

/// Six steps: gradients that explode in steps 1 and 4, and some that are no numbers in step 3.
RunRequest troubled(const Plan& plan, OptimizerMode mode, Precision precision = Precision::Fp32) {
    RunRequest request = inMode(tinyRequest(plan, precision), mode);
    request.steps = 6;
    request.optimizer.clip = 100;
    request.poison = {{.step = 1, .tensor = 20, .factor = 1e9},
                      {.step = 3, .tensor = 40, .factor = kNone},
                      {.step = 4, .tensor = 47, .factor = 1e5}};
    return request;
}

/// The results are those of the synchronous run, and all steps but the last, at which all meet, were taken on trust.
void expectSameResult(const Seen& seen, const Seen& synchronous) {
    expectSameBits(seen, synchronous);
    const std::vector<Update> updates = updatesOf(seen);
    const std::vector<Update> others = updatesOf(synchronous);
    ASSERT_EQ(updates.size(), others.size());
    for (std::size_t step = 0; step < updates.size(); ++step) {
        EXPECT_EQ(updates[step].kind, others[step].kind) << step;
        EXPECT_FALSE(others[step].rolledBack);
        EXPECT_EQ(updates[step].rolledBack, step + 1 < updates.size() && updates[step].kind != UpdateKind::Whole);
        if (others[step].kind != UpdateKind::Skipped) {
            EXPECT_EQ(updates[step].norm, others[step].norm) << step;
        }
    }
}

/// Plans of all kinds that the gallery holds: in a line, as a V, both ways with twins, as replicas; with pairs,
/// recomputation, W in parts, copied values, and in no order at all.
std::vector<Plan> plansOfAllKinds() {
    Plan parts = planOf("1f1b", 4, 4);
    parts.costs.weightParts = 3;
    for (StageCosts& stage : parts.costs.stages.front())
        stage.recompute = kTimeUnit;
    std::vector<Plan> plans{shuffled(parts, 3),
                            planOf("zb-2p", 4, 6, kTimeUnit, kTimeUnit / 2),
                            planOf("dualpipev", 2, 6),
                            bothWays(4, 6),
                            bothWaysOnOneRank(4, 6),
                            oneLane(4, 4),
                            *replicate(planOf("zb-h1", 2, 4), 3)};
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
        plans.push_back(planOf(generator, 4, 4));
    for (const char* const generator : {"zbv", "interleaved-1f1b", "v-half", "hanayo"})
        plans.push_back(planOf(generator, 2, 4));
    plans.push_back(planOf("chimera", 4, 4));
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        plans.push_back(shuffled(planOf("zb-h1", 4, 4), seed));
    return plans;
}

TEST(PostValidation, TrainsTheBitsOfTheSynchronousRunOnOneGpu) {
    std::uint64_t seed = 0;
    for (const Plan& plan : sampled(plansOfAllKinds())) {
        SCOPED_TRACE(plan.title);
        const Precision precision = ++seed % 3 == 0 ? Precision::Bf16 : Precision::Fp32;
        const Seen synchronous = runOnFake(troubled(plan, OptimizerMode::Synchronous, precision), seed);
        using enum UpdateKind;
        std::vector<UpdateKind> kinds;
        for (const Update& update : updatesOf(synchronous))
            kinds.push_back(update.kind);
        EXPECT_EQ(kinds, (std::vector{Whole, Clipped, Whole, Skipped, Clipped, Whole}));
        expectSameResult(runOnFake(troubled(plan, OptimizerMode::PostValidated, precision), 100 + seed), synchronous);
    }
}

TEST(PostValidation, TrainsTheBitsOfTheSynchronousRunOnSeveralGpus) {
    std::uint64_t seed = 0;
    for (const Plan& plan : sampled(plansOfAllKinds())) {
        SCOPED_TRACE(plan.title);
        const int ranks = plan.schedule.ranks();
        const Seen synchronous = runOnFake(troubled(plan, OptimizerMode::Synchronous));
        const ProcessMap processMap = ++seed % 2 == 0 ? eachAlone(ranks) : drawnProcessMap(ranks, seed);
        const ProcessesSeen run =
            runOnProcesses(troubled(plan, OptimizerMode::PostValidated), processMap, {.seed = seed});
        EXPECT_EQ(run.misuse, std::vector<std::string>{});
        expectSameResult(run.seen, synchronous);
    }
}

TEST(PostValidation, TrainsTheBitsOfTheSynchronousRunWhateverIsDrawn) {
    for (std::uint64_t seed = 1; seed <= trials(15); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RunRequest request = tinyRequest(drawnPlan(seed));
        request.model.layers = 5; // as many as there are stages at most
        request.steps = 2 + static_cast<int>(randomAt(seed, 200) % 5);
        // Each step of some runs is clipped, none of others but where the gradients explode.
        request.optimizer.clip = randomAt(seed, 201) % 4 == 0 ? 1e-3 : 100;
        for (int step = 0; step < request.steps; ++step)
            if (const std::uint64_t drawn = randomAt(seed, 300 + static_cast<std::uint64_t>(step)); drawn % 2 == 0)
                request.poison.push_back(
                    {.step = step, .tensor = static_cast<int>(drawn / 8 % 60), .factor = drawn % 8 == 0 ? kNone : 1e5});
        if (randomAt(seed, 202) % 3 == 0)
            request.validation = {.share = 0.2, .every = 2};
        const Seen synchronous = runOnFake(request, seed);
        request.optimizer.mode = OptimizerMode::PostValidated;
        if (randomAt(seed, 203) % 2 == 0)
            expectSameBits(runOnFake(request, seed), synchronous);
        else
            expectSameBits(
                runOnProcesses(request, drawnProcessMap(request.plan.schedule.ranks(), seed), {.seed = seed}),
                synchronous);
    }
}

TEST(PostValidation, SaysForwardsThatWereInVainAsDiscardedAndEachBlockOnce) {
    for (const char* const generator : {"gpipe", "zb-h1"}) {
        const RunRequest request = troubled(planOf(generator, 4, 4), OptimizerMode::PostValidated);
        const EnqueueList list = listOf(request, inRuns(4, 2));
        const auto early =
            static_cast<int>(std::count_if(list.commands.begin(), list.commands.begin() + list.early,
                                           [](const Command& command) { return command.kind == CommandKind::Run; }));
        const Seen alone = runOnFake(request);
        const Seen several = runOnProcesses(request, inRuns(4, 2)).seen;
        for (const Seen* const seen : {&alone, &several}) {
            EXPECT_EQ(discardedIn(*seen), 3 * early);
            for (int step = 0; step < request.steps; ++step) {
                const Timeline wall = seen->wall(step, 4);
                for (std::size_t rank = 0; rank < 4; ++rank) {
                    EXPECT_EQ(wall.lanes[rank].size(), request.plan.schedule.order[rank].size());
                    for (std::size_t at = 1; at < wall.lanes[rank].size(); ++at)
                        EXPECT_LE(wall.lanes[rank][at - 1].end, wall.lanes[rank][at].start);
                }
            }
        }
    }
}

TEST(PostValidation, TakesMemoryAsPlannedAndNoneWhileStepsRun) {
    std::size_t number = 0;
    for (const Plan& plan : sampled(plansOfAllKinds())) {
        SCOPED_TRACE(plan.title);
        const Precision precision = ++number % 2 == 0 ? Precision::Bf16 : Precision::Fp32;
        RunRequest request = inMode(tinyRequest(plan, precision), OptimizerMode::PostValidated);
        request.optimizer.clip = 1e-3; // each step is taken back
        request.probe = true;
        const auto measure = [&](const RunRequest& wish) {
            FakeDevice device({.workspace = 1000});
            const Seen seen = runOn(device, wish);
            const auto probe = std::ranges::find_if(
                seen.events, [](const lanewright::Event& event) { return std::holds_alternative<ProbeEvent>(event); });
            EXPECT_NE(probe, seen.events.end());
            const DeviceUse use = *std::get<ProbeEvent>(*probe).device;
            EXPECT_EQ(use.held, use.planned);
            EXPECT_EQ(device.most(), use.planned) << "also at the end of the run";
            return std::pair{use.planned, device.taken()};
        };
        const auto [most, taken] = measure(request);
        request.steps = 4;
        EXPECT_EQ(measure(request).second, taken) << "no step takes any";
        EXPECT_LT(measure(inMode(request, OptimizerMode::Synchronous)).first, most) << "it has one bank";
    }
}

/// @name Pauses
/// @{
TEST(PostValidation, SettlesTheWeightsBeforeAPauseThatAllKnowOf) {
    RunRequest request = troubled(planOf("zb-h1", 4, 4), OptimizerMode::Synchronous);
    request.validation = {.share = 0.2, .every = 2};
    const auto validated = [](const Seen& seen) {
        std::vector<double> losses;
        for (const lanewright::Event& event : seen.events)
            if (const auto* const validation = std::get_if<ValidationEvent>(&event))
                losses.push_back(validation->loss);
        return losses;
    };
    const Seen synchronous = runOnFake(request);
    EXPECT_EQ(validated(synchronous).size(), 3U);
    request.optimizer.mode = OptimizerMode::PostValidated;
    const Seen seen = runOnFake(request);
    expectSameBits(seen, synchronous);
    EXPECT_EQ(validated(seen), validated(synchronous));
    const ProcessesSeen several = runOnProcesses(request, inRuns(4, 3));
    expectSameBits(several, synchronous);
    EXPECT_EQ(validated(several.seen), validated(synchronous));
}

TEST(PostValidation, SettlesTheWeightsBeforeAPauseThatComesUnawares) {
    RunRequest request = troubled(planOf("zb-h1", 2, 4), OptimizerMode::PostValidated);
    // Asked to stop while the weights are stepped for the n-th time, be that on trust or anew.
    for (int when = 1; when <= 10; ++when) {
        SCOPED_TRACE(when);
        StopFlags stopFlags;
        int steps = 0;
        FakeDevice device({.lengthOf = [&](const std::string& name) -> std::optional<Time> {
            steps += name == "optimizer" ? 1 : 0;
            if (steps == when)
                stopFlags.cancel = true;
            return {};
        }});
        const Seen seen = runOn(device, request, stopFlags);
        ASSERT_NE(seen.done(), nullptr);
        RunRequest shorter = inMode(request, OptimizerMode::Synchronous);
        shorter.steps = static_cast<int>(seen.losses.size());
        ASSERT_GT(shorter.steps, 0);
        expectSameBits(seen, runOnFake(shorter));
        EXPECT_EQ(seen.done()->cancelled, shorter.steps < request.steps);
    }
}

TEST(PostValidation, GoesOnFromAStateAsTheSynchronousRun) {
    const std::string folder = ::testing::TempDir() + "lanewright-post-validated-" + std::to_string(getpid());
    std::filesystem::remove_all(folder);
    const Seen whole = runOnFake(troubled(planOf("zb-h1", 4, 4), OptimizerMode::Synchronous));
    RunRequest request = troubled(planOf("zb-h1", 4, 4), OptimizerMode::PostValidated);
    request.save = folder;
    request.steps = 4;
    const Seen before = runOnFake(request);
    ASSERT_NE(before.done(), nullptr);
    RunRequest after = troubled(planOf("1f1b", 4, 4), OptimizerMode::PostValidated);
    after.resume = folder;
    after.steps = 2;
    after.poison = {{.step = 0, .tensor = 47, .factor = 1e5}};
    const ProcessesSeen rest = runOnProcesses(after, inRuns(4, 2));
    EXPECT_EQ(rest.seen.hash, whole.hash);
    std::vector<double> losses = before.losses;
    losses.insert(losses.end(), rest.seen.losses.begin(), rest.seen.losses.end());
    EXPECT_EQ(losses, whole.losses);
    std::filesystem::remove_all(folder);
}
/// @}

/// @name Failures
/// @{
TEST(PostValidation, EndsInOneSentenceWhereverAKernelFails) {
    const RunRequest request = troubled(*replicate(planOf("zb-h1", 2, 2), 2), OptimizerMode::PostValidated);
    const ProcessMap processMap = scattered(4, 3, 1);
    const ProcessesSeen whole = runOnProcesses(request, processMap);
    for (std::uint64_t trial = 0; trial < trials(40); ++trial) {
        const auto process = static_cast<std::size_t>(randomAt(trial, 1) % 3);
        ProcessesWish wish{.seed = trial + 1, .devices = std::vector<FakeWish>(3)};
        wish.devices[process].failAt =
            static_cast<int>(randomAt(trial, 2) % static_cast<std::uint64_t>(whole.kernels[process]));
        SCOPED_TRACE("seat " + std::to_string(process) + ", kernel " + std::to_string(wish.devices[process].failAt));
        const ProcessesSeen run = runOnProcesses(request, processMap, wish);
        EXPECT_EQ(run.misuse, std::vector<std::string>{});
        EXPECT_EQ(std::ranges::count(run.well, true), 0);
        ASSERT_NE(run.seen.failure(), nullptr);
        EXPECT_NE(run.seen.failure()->reason.text().find("illegal memory access"), std::string::npos)
            << run.seen.failure()->reason;
        EXPECT_EQ(processMap.of(run.seen.failure()->rank), static_cast<int>(process));
    }
}

TEST(PostValidation, NamesTheBlockThatNeverEndsInWhicheverStep) {
    RunRequest request = troubled(planOf("zb-h1", 3, 2), OptimizerMode::PostValidated);
    request.timeout = 500'000'000;
    std::size_t combination = 0;
    for (const char* const block : {"F0.1", "F1.0", "B1.1"})
        // The first warms up; the third is begun before the decision on a step, and the fourth after one that rolls
        // back.
        for (const int time : {2, 3, 4}) {
            // Each block and each time once, as on a diagonal; with more trials all.
            if (combination++ % stride(4) != 0)
                continue;
            SCOPED_TRACE(std::string{block} + " " + std::to_string(time));
            const Op op = *opFromText(block);
            ProcessesWish wish{.devices = std::vector<FakeWish>(3)};
            wish.devices[static_cast<std::size_t>(op.stage)].hangsIn = block;
            wish.devices[static_cast<std::size_t>(op.stage)].hangsAt = time;
            const ProcessesSeen run = runOnProcesses(request, eachAlone(3), wish);
            EXPECT_EQ(std::ranges::count(run.well, true), 0);
            ASSERT_NE(run.seen.failure(), nullptr);
            // Who found out may have waited for the norm, too.
            EXPECT_NE(run.seen.failure()->reason.text().find(" for more than 0.5 s"), std::string::npos)
                << run.seen.failure()->reason;
            EXPECT_EQ(run.seen.failure()->op, op);
            EXPECT_EQ(run.seen.failure()->rank, op.stage);
        }
}
/// @}

} // namespace

} // namespace lanewright::engine::test
