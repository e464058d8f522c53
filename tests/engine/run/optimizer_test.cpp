// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/iterations.h"
#include "engine/run/step_decision.h"
#include "tests/engine/support/requests.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanewright::engine::test {

namespace {

using lanewright::test::sampled;

constexpr int kFewMicrobatches = 4;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<Update> updatesOf(const Seen& seen) {
    std::vector<Update> updates;
    for (const Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            updates.push_back(step->update);
    return updates;
}

std::vector<UpdateKind> kindsOf(const Seen& seen) {
    std::vector<UpdateKind> kinds;
    for (const Update& update : updatesOf(seen))
        kinds.push_back(update.kind);
    return kinds;
}

int rollbacksOf(const Seen& seen) {
    const std::vector<Update> updates = updatesOf(seen);
    return static_cast<int>(std::ranges::count(updates, true, &Update::rolledBack));
}

int discardedIn(const Seen& seen) {
    int count = 0;
    for (const Event& event : seen.events)
        if (const auto* const spans = std::get_if<SpansEvent>(&event))
            count += static_cast<int>(std::ranges::count(spans->others, ActivityKind::Discarded, &Activity::kind));
    return count;
}

/// Six steps: gradients that explode in steps 1 and 4, in the front half and at the end of the model, and some that are
/// no numbers in step 3, near its end.
RunRequest troubled(const Plan& plan, OptimizerMode mode) {
    RunRequest request = requestOf(plan);
    request.steps = 6;
    request.optimizer.mode = mode;
    request.optimizer.clip = 100;
    request.poison = {{.step = 1, .tensor = 20, .factor = 1e5},
                      {.step = 3, .tensor = 40, .factor = kNone},
                      {.step = 4, .tensor = 47, .factor = 1e5}};
    return request;
}

void expectSameResult(const Seen& seen, const Seen& expected) {
    ASSERT_NE(seen.done(), nullptr);
    EXPECT_EQ(seen.losses, expected.losses);
    EXPECT_EQ(seen.hash, expected.hash);
    EXPECT_EQ(seen.gradients, expected.gradients);
    const std::vector<Update> updates = updatesOf(seen);
    const std::vector<Update> others = updatesOf(expected);
    ASSERT_EQ(updates.size(), others.size());
    for (std::size_t step = 0; step < updates.size(); ++step) {
        EXPECT_EQ(updates[step].kind, others[step].kind) << step;
        if (others[step].kind != UpdateKind::Skipped) {
            EXPECT_EQ(updates[step].norm, others[step].norm) << step;
        }
    }
}

/// The length of the first op of a step, in the middle of the steps: a busy machine holds up some.
Time firstOpOf(const RunRequest& request) {
    const Seen seen = runHere(request);
    std::vector<Time> first;
    for (int step = 2; step < request.steps; ++step)
        first.push_back(seen.wall(step, 2).lanes[0][0].length());
    std::ranges::nth_element(first, first.begin() + std::ssize(first) / 2);
    return first[first.size() / 2];
}

} // namespace

TEST(StepDecision, SumsInTheOrderOfTheModelWhateverTheCut) {
    std::vector<TensorSquares> known;
    merge(known, {{.number = 2, .sum = 1e-16}, {.number = 3, .sum = 1}});
    merge(known, {{.number = 0, .sum = 1}, {.number = 1, .sum = 1e-16}, {.number = 2, .sum = 1e-16}});
    ASSERT_EQ(known.size(), 4U) << "the twins' tensor 2 counts once";
    const StepDecision decision = decide({.squares = known}, 0);
    EXPECT_EQ(decision.norm, std::sqrt(1 + 1e-16 + 1e-16 + 1));
    EXPECT_EQ(decision.kind, UpdateKind::Whole);
}

TEST(StepDecision, ClipsToTheNormThatIsAllowedAndSkipsWhatIsNoNumber) {
    const StepDecision clipped = decide({.squares = {{.number = 0, .sum = 16}}}, 1);
    EXPECT_EQ(clipped.kind, UpdateKind::Clipped);
    EXPECT_EQ(clipped.norm, 4);
    EXPECT_EQ(clipped.factor, 0.25F);
    EXPECT_EQ(decide({.squares = {{.number = 0, .sum = 16}}}, 0).kind, UpdateKind::Whole);
    EXPECT_EQ(decide({.squares = {{.number = 0, .sum = kNone}}}, 0).kind, UpdateKind::Skipped);
    EXPECT_EQ(decide({.squares = {{.number = 0, .sum = INFINITY}}}, 1).kind, UpdateKind::Skipped);
}

TEST(Optimizer, NormAndResultDoNotDependOnScheduleCutOrRanks) {
    const Seen expected = runHere(troubled(planOf("gpipe", 1, kFewMicrobatches), OptimizerMode::Synchronous));
    using enum UpdateKind;
    EXPECT_EQ(kindsOf(expected), (std::vector{Whole, Clipped, Whole, Skipped, Clipped, Whole}));
    for (const int ranks : {2, 4})
        for (const std::string_view name : {"1f1b", "zb-h1"}) {
            SCOPED_TRACE(std::string{name} + " on " + std::to_string(ranks));
            expectSameResult(runHere(troubled(planOf(name, ranks, kFewMicrobatches), OptimizerMode::Synchronous)),
                             expected);
        }
}

TEST(Optimizer, PostValidationWithForcedClipsAndNansEqualsTheSynchronousRunBitForBit) {
    const Seen expected = runHere(troubled(planOf("gpipe", 1, kFewMicrobatches), OptimizerMode::Synchronous));
    std::vector<Plan> plans;
    for (const int ranks : {1, 2, 4}) {
        for (const std::string_view name : {"gpipe", "1f1b", "zb-h1", "zb-h2"})
            plans.push_back(planOf(name, ranks, kFewMicrobatches));
        for (const std::uint64_t seed : {1U, 2U, 3U, 4U})
            plans.push_back(shuffled(planOf("zb-h1", ranks, kFewMicrobatches), seed));
    }
    Plan parts = planOf("zb-h1", 4, kFewMicrobatches);
    parts.costs.weightParts = 3;
    for (StageCosts& costs : parts.costs.stages[0])
        costs.recompute = kTimeUnit;
    plans.push_back(shuffled(parts, 5));
    Plan several = planOf("zb-h1", 2, kFewMicrobatches);
    several.schedule.placement = looped(2, 6);
    several.costs = uniform(6, {.forward = kTimeUnit});
    several.memory = uniformMemory(6, 2, {});
    plans.push_back(shuffled(several, 6));
    for (const Plan& plan : sampled(plans)) {
        SCOPED_TRACE(plan.title.text() + " on " + std::to_string(plan.schedule.ranks()));
        const Seen seen = runHere(troubled(plan, OptimizerMode::PostValidated));
        expectSameResult(seen, expected);
        // On one rank all is known at once; on more at least the first hurries on while the last sees what is wrong.
        EXPECT_GE(rollbacksOf(seen), plan.schedule.ranks() == 1 ? 0 : 2);
    }
}

TEST(Optimizer, PostValidationInBf16AndWithThreadsEqualsTheSynchronousRun) {
    RunRequest request = troubled(planOf("gpipe", 1, kFewMicrobatches), OptimizerMode::Synchronous);
    request.precision = Precision::Bf16;
    const Seen expected = runHere(request);
    RunRequest speculated = troubled(planOf("zb-h2", 4, kFewMicrobatches), OptimizerMode::PostValidated);
    speculated.precision = Precision::Bf16;
    speculated.threads = 2;
    const Seen seen = runHere(speculated);
    expectSameResult(seen, expected);
    EXPECT_GE(rollbacksOf(seen), 2);
    speculated.precision = Precision::Fp32;
    EXPECT_NE(runHere(speculated).hash, expected.hash) << "bf16 rounds";
}

TEST(Optimizer, TwinsOfTwoDirectionsAreRolledBackTogether) {
    const Plan oneRank = bothWaysOnOneRank(4, 8);
    const Seen expected = runHere(troubled(oneRank, OptimizerMode::Synchronous));
    expectSameResult(runHere(troubled(bothWays(4, 8), OptimizerMode::Synchronous)), expected);
    const Seen seen = runHere(troubled(bothWays(4, 8), OptimizerMode::PostValidated));
    expectSameResult(seen, expected);
    EXPECT_GT(rollbacksOf(seen), 0);
}

TEST(Optimizer, ForwardsThatHadStartedAreShownAsDiscardedAndRunOnce) {
    const Plan plan = planOf("gpipe", 2, kFewMicrobatches);
    const Seen seen = runHere(troubled(plan, OptimizerMode::PostValidated));
    // Rank 1 sees each failure itself, and rank 0 that of step 1, so only two steps have to be begun on rank 0 again.
    EXPECT_EQ(discardedIn(seen), 2 * kFewMicrobatches);
    for (int step = 0; step < 6; ++step)
        for (int rank = 0; rank < 2; ++rank)
            EXPECT_EQ(seen.wall(step, 2).lanes[rank].size(), plan.schedule.order[rank].size());
}

TEST(Optimizer, AStepThatIsTakenBackBeforeAPauseHoldsUpNothing) {
    RunRequest request = troubled(planOf("1f1b", 4, kFewMicrobatches), OptimizerMode::Synchronous);
    request.validation = {.share = 0.2, .every = 1};
    const Seen expected = runHere(request);
    request.optimizer.mode = OptimizerMode::PostValidated;
    for (int time = 0; time < 5; ++time)
        expectSameResult(runHere(request), expected);
}

TEST(Optimizer, AStepThatIsClippedTwiceMovesTheWeightsOnce) {
    RunRequest request = requestOf(planOf("1f1b", 4, kFewMicrobatches));
    request.optimizer.clip = 1e-3;
    request.steps = 5;
    const Seen expected = runHere(request);
    EXPECT_EQ(kindsOf(expected), std::vector(5, UpdateKind::Clipped));
    request.optimizer.mode = OptimizerMode::PostValidated;
    expectSameResult(runHere(request), expected);
}

/// The spans of an iteration, counted from its first op.
Timeline fromFirstBegin(const Iterations& iterations, int iteration) {
    Timeline timeline = iterations.timelines[static_cast<std::size_t>(iteration)];
    const Time begin = extentOf(timeline).start;
    for (Lane& lane : timeline.lanes)
        for (Span& span : lane) {
            span.start -= begin;
            span.end -= begin;
        }
    return timeline;
}

TEST(Paced, SeveralStepsFollowEachOtherAsSimulatedToTheNanosecond) {
    Plan plan = shuffled(planOf("zb-h1", 3, 4, 700'001, 130'003), 4);
    for (int stage = 0; stage < 3; ++stage)
        plan.costs.stages[0][stage].optimizer = 300'000 + 100'000 * stage;
    for (const OptimizerMode mode : {OptimizerMode::Synchronous, OptimizerMode::PostValidated}) {
        RunRequest request = requestOf(plan);
        request.paced = true;
        request.steps = 4;
        request.optimizer.mode = mode;
        request.optimizer.clip = 0;
        const Seen seen = runHere(request);
        const Iterations planned = simulateIterations(plan, 4, mode);
        for (int step = 0; step < 4; ++step)
            EXPECT_EQ(seen.virtualTime(step, 3), fromFirstBegin(planned, step)) << toText(mode) << step;
    }
}

/// When each step started, on the clock of the first.
std::vector<Time> startsOf(const Seen& seen) {
    std::vector<Time> starts;
    for (const Event& event : seen.events)
        if (const auto* const step = std::get_if<StepEvent>(&event))
            starts.push_back(step->start);
    return starts;
}

TEST(Paced, AStepThatTakesLongerThanPlannedEndsBeforeTheNextBegins) {
    // No op can be as quick as this plan says, so that all blocks of all steps are late.
    RunRequest request = requestOf(planOf("1f1b", 3, 4, 1'000));
    request.paced = true;
    request.steps = 12;
    const Seen seen = runHere(request);
    const std::vector<Time> starts = startsOf(seen);
    ASSERT_EQ(static_cast<int>(starts.size()), request.steps);
    for (int step = 1; step < request.steps; ++step) {
        const Time end = starts[step - 1] + extentOf(seen.wall(step - 1, 3)).end;
        EXPECT_GE(starts[step] + extentOf(seen.wall(step, 3)).start, end) << step;
        EXPECT_GE(starts[step], end) << "nothing is left to make up for";
    }
}

TEST(Paced, AStepBeginsOnlyWhenTheWeightsHaveMoved) {
    // The plan gives stepping no time at all, but these weights take about as long as an op. Were the next step to
    // begin when the plan says, its first op would be cut short by that, in every run.
    RunRequest request = requestOf(planOf("1f1b", 2, 2, 4'000'000));
    request.model = {.layers = 8, .width = 256, .heads = 2, .context = 8};
    request.paced = true;
    request.steps = 12;
    Time length = 0;
    for (int attempt = 0; attempt < 4 && length < 2'000'000; ++attempt)
        length = firstOpOf(request);
    EXPECT_GE(length, 2'000'000) << "half its length";
}

} // namespace lanewright::engine::test
