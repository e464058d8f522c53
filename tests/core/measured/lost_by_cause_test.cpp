// SPDX-License-Identifier: Apache-2.0
#include "core/measured/lost_by_cause.h"

#include "core/measured/profile/shared_cores.h"
#include "core/measured/run_causes.h"
#include "core/measured/run_costs.h"
#include "core/measured/run_graph.h"
#include "core/simulate/simulate.h"
#include "tests/core/measured/hand_made_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <string_view>

namespace lanewright {
namespace {

using test::HandMade;
using test::kMs;
using test::makespanOf;
using test::Place;
using test::planOf;
using test::runOf;

/// Shares add up to the step, and what no cause explains is little.
void expectWhole(const LostByCause& lost) {
    double sum = lost.work + lost.unnamed;
    for (const Loss& loss : lost.causes)
        sum += loss.share;
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_NEAR(lost.unnamed, 0, 0.03);
    EXPECT_TRUE(std::ranges::is_sorted(lost.causes, std::greater<>{}, &Loss::share));
}

LostByCause causesOf(const Run& run) {
    const Result<LostByCause> lost = lostByCauseOf(run);
    EXPECT_TRUE(lost) << lost.error().message;
    if (lost)
        expectWhole(*lost);
    return lost ? *lost : LostByCause{};
}

const Loss& lossOf(const LostByCause& lost, LossCause cause) {
    static const Loss kNone{};
    const auto found = std::ranges::find(lost.causes, cause, &Loss::cause);
    return found == lost.causes.end() ? kNone : *found;
}

/// The cause that costs most beside fill and drain.
const Loss& worstOf(const LostByCause& lost) {
    static const Loss kNone{};
    const auto found =
        std::ranges::find_if(lost.causes, [](const Loss& loss) { return loss.cause != LossCause::FillAndDrain; });
    return found == lost.causes.end() ? kNone : *found;
}

/// The cause that costs most beside fill and drain must be this one, and alone cost this share of the step.
void expectWorst(const LostByCause& lost, LossCause cause, double share, double tolerance = 1e-4) {
    EXPECT_EQ(toText(worstOf(lost).cause), toText(cause));
    EXPECT_NEAR(worstOf(lost).alone, share, tolerance);
    EXPECT_NEAR(lost.replayed, lost.step, 1) << "what was recorded replays as it was";
}

double aloneOf(const LostByCause& lost, LossCause cause) { return lossOf(lost, cause).alone; }

TEST(LostByCause, NothingIsLostButFillAndDrainWhereAllIsAlike) {
    HandMade job;
    job.transfer = {};
    const LostByCause lost = causesOf(runOf(job));
    ASSERT_EQ(lost.causes.size(), 1u);
    EXPECT_NEAR(lossOf(lost, LossCause::FillAndDrain).share, 3.0 / 11, 1e-9) << "(p − 1) / (m + p − 1)";
    EXPECT_NEAR(lost.work, 8.0 / 11, 1e-9);
    EXPECT_EQ(lost.step, makespanOf(job));
    EXPECT_EQ(lost.ideal, lost.step);
    EXPECT_EQ(lost.slowdown(), 1);
    EXPECT_EQ(lost.launch(), 1);
}

TEST(LostByCause, OneHeavyStage) {
    HandMade job;
    job.factor = [](const Place& place) { return place.op.stage == 2 ? 1.5 : 1.0; };
    HandMade even;
    even.factor = [](const Place&) { return 4.5 / 4; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Stages, 1 - makespanOf(even) / makespanOf(job));
    EXPECT_EQ(worstOf(lost).where, (LossPlace{.stage = 2, .rank = 2}));
    EXPECT_NEAR(lost.slowdown(), makespanOf(job) / makespanOf(even), 1e-6);
    EXPECT_GT(lost.byStage[2], 1.1);
    for (const int other : {0, 1, 3})
        EXPECT_LT(lost.byStage[other], 1.0) << "without the heavy stage it is lighter than the mean";
    EXPECT_EQ(lost.byStage, lost.byRank);
}

TEST(LostByCause, OneSlowRankAmongItsTwins) {
    HandMade job{.replicas = 3};
    job.factor = [](const Place& place) { return place.replica == 1 && place.rank == 2 ? 1.5 : 1.0; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Rank, 1 - makespanOf({}) / makespanOf(job));
    EXPECT_EQ(worstOf(lost).where, (LossPlace{.replica = 1, .rank = 2}));
    EXPECT_EQ(std::ranges::max_element(lost.byRank) - lost.byRank.begin(), 4 + 2);
    EXPECT_EQ(std::ranges::max_element(lost.byReplica) - lost.byReplica.begin(), 1);
}

TEST(LostByCause, OneSlowReplicaIsNotAnUnevenCut) {
    HandMade job{.replicas = 2};
    job.factor = [](const Place& place) { return place.replica == 1 ? 1.25 : 1.0; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Rank, 1 - makespanOf({}) / makespanOf(job));
    EXPECT_EQ(worstOf(lost).where, (LossPlace{.replica = 1}));
    EXPECT_EQ(aloneOf(lost, LossCause::Stages), 0);
    EXPECT_EQ(aloneOf(lost, LossCause::Microbatches), 0);
}

TEST(LostByCause, ARankThatIsSlowInBothOfItsStages) {
    HandMade job{.generator = "interleaved-1f1b"};
    job.factor = [](const Place& place) { return place.rank == 1 ? 1.4 : 1.0; };
    Plan problem = *problemOf({.ranks = 4, .microbatches = 8, .chunks = 2});
    Plan plan = *generate("interleaved-1f1b", problem, {});
    for (StageCosts& stage : plan.costs.stages.front())
        stage = {.forward = 20 * kMs, .backwardInput = 20 * kMs, .backwardWeight = 20 * kMs};
    const LostByCause lost = causesOf(runOf(job, plan));
    HandMade even = job;
    even.factor = HandMade{}.factor;
    const double without = static_cast<double>(extentOf(runOf(even, plan).steps.front().wall).length());
    expectWorst(lost, LossCause::Rank, 1 - without / lost.step);
    EXPECT_EQ(worstOf(lost).where.rank, 1);
}

TEST(LostByCause, OneSlowLink) {
    HandMade job;
    job.transfer = {.ranks = 4, .matrix = std::vector<Time>(16, kMs)};
    job.transfer.matrix[1 * 4 + 2] = 50 * kMs;
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Link, 1 - makespanOf({}) / makespanOf(job));
    EXPECT_EQ(worstOf(lost).where, (LossPlace{.replica = 0, .rank = 1, .peer = 2}));
    EXPECT_LT(aloneOf(lost, LossCause::Communication), 0.05);
}

TEST(LostByCause, SlowLinksAllRoundAreCommunication) {
    HandMade job;
    job.transfer = {.every = 30 * kMs};
    HandMade free;
    free.transfer = {};
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Communication, 1 - makespanOf(free) / makespanOf(job));
    EXPECT_EQ(aloneOf(lost, LossCause::Link), 0);
}

TEST(LostByCause, OneLongMicrobatch) {
    HandMade job;
    job.factor = [](const Place& place) { return place.op.microbatch == 3 ? 3.0 : 1.0; };
    HandMade even;
    even.factor = [](const Place&) { return 10.0 / 8; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Microbatches, 1 - makespanOf(even) / makespanOf(job));
    EXPECT_EQ(worstOf(lost).where, (LossPlace{.replica = 0, .microbatch = 3}));
    EXPECT_EQ(aloneOf(lost, LossCause::Jitter), 0);
}

TEST(LostByCause, LongMicrobatchesOfOtherReplicasAtOtherTimesAreNoSlowRanks) {
    std::mt19937 random(7);
    std::vector<double> factors(8 * 20 * 8);
    for (double& factor : factors)
        factor = 0.5 + static_cast<double>(random() % 1000) / 1000;
    HandMade job{.ranks = 2, .replicas = 8, .steps = 20};
    job.factor = [&](const Place& place) {
        return factors[(place.replica * 20 + place.step - 1) * 8 + place.op.microbatch];
    };
    const LostByCause lost = causesOf(runOf(job));
    EXPECT_EQ(worstOf(lost).cause, LossCause::Microbatches);
    EXPECT_GT(worstOf(lost).alone, 0.1);
    EXPECT_EQ(aloneOf(lost, LossCause::Rank), 0);
    EXPECT_EQ(aloneOf(lost, LossCause::Jitter), 0);
}

TEST(LostByCause, JitterIsNotTakenForLongMicrobatches) {
    HandMade job{.steps = 20};
    job.factor = [random = std::mt19937(5)](const Place&) mutable {
        return 0.6 + 0.8 * static_cast<double>(random() % 1000) / 1000;
    };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Jitter, 1 - makespanOf({}) / lost.step, 0.04);
    EXPECT_LT(aloneOf(lost, LossCause::Microbatches), 0.2 * worstOf(lost).alone);
}

TEST(LostByCause, OpsThatStartLate) {
    HandMade job;
    job.late = [](const Place& place) { return place.rank == 1 ? 5 * kMs : 0; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Launch, 1 - makespanOf({}) / lost.step);
    EXPECT_EQ(worstOf(lost).where, (LossPlace{.replica = 0, .rank = 1}));
    EXPECT_EQ(lost.withoutLaunch, makespanOf({}));
    EXPECT_NEAR(lost.launch(), lost.step / makespanOf({}), 1e-9);
}

TEST(LostByCause, TheOptimizerLiesOutside) {
    lanewright::Run run = runOf({});
    for (StepRecord& step : run.steps)
        for (int rank = 0; rank < 4; ++rank) {
            const Time end = extentOf(step.wall).end;
            step.others.push_back(
                {.kind = ActivityKind::Optimizer, .rank = rank, .start = end, .end = end + 200 * kMs});
        }
    const LostByCause lost = causesOf(run);
    // On rank 0, which ends last, the step of the weights follows at once; the other ranks wait for it as for a launch.
    expectWorst(lost, LossCause::Outside, 200 * kMs / (makespanOf({}) + 200 * kMs));
    EXPECT_EQ(worstOf(lost).where.name, "optimizer");
}

TEST(LostByCause, AnotherOrderOfTheSameOps) {
    const HandMade job{.ranks = 2, .microbatches = 4};
    Plan plan = planOf(job);
    const double best = static_cast<double>(extentOf(simulate(plan.schedule, plan.costs)).length());
    // Rank 1 runs its second forward before its first backward, for which rank 0 waits.
    Row& last = plan.schedule.order[1];
    for (std::size_t at = 1; at + 1 < last.size(); at += 2)
        std::swap(last[at], last[at + 1]);
    const LostByCause lost = causesOf(runOf(job, plan));
    EXPECT_EQ(worstOf(lost).cause, LossCause::Order);
    EXPECT_GE(worstOf(lost).alone, 1 - best / lost.step - 1e-9);
    EXPECT_GT(worstOf(lost).alone, 0.1);
}

TEST(LostByCause, KindsAreThoseOfTheOrder) {
    const auto kinds = [](const char* generator) {
        std::vector<std::string> names;
        for (const NamedSlowdown& kind : causesOf(runOf({.generator = generator})).byKind)
            names.push_back(kind.name);
        return names;
    };
    EXPECT_EQ(kinds("1f1b"), (std::vector<std::string>{"F", "BW"}));
    EXPECT_EQ(kinds("zb-h1"), (std::vector<std::string>{"F", "B", "W"}));
}

TEST(LostByCause, OnlyOneKindKeepsItsOwnTimes) {
    HandMade job;
    job.factor = [](const Place& place) { return place.op.kind == OpKind::BW && place.op.stage == 3 ? 2.0 : 1.0; };
    const LostByCause lost = causesOf(runOf(job));
    EXPECT_EQ(lost.byKind[0].slowdown, 1);
    EXPECT_NEAR(lost.byKind[1].slowdown, lost.slowdown(), 1e-9);
}

TEST(LostByCause, OfA1F1BNoOtherOrderOfWholeBackwardsAvoidsFillAndDrain) {
    HandMade job;
    job.transfer = {};
    const LostByCause lost = causesOf(runOf(job));
    const Loss& own = lossOf(lost, LossCause::FillAndDrain);
    EXPECT_NEAR(own.unavoidable, own.share, 1e-9);
}

TEST(LostByCause, FillAndDrainHaveTheirCuresWithWhatTheyGiveAndTheirMemory) {
    HandMade job;
    job.transfer = {};
    const LostByCause lost = causesOf(runOf(job));
    const Loss& own = lossOf(lost, LossCause::FillAndDrain);
    const auto effect = [&](LossFix fix, std::string_view by) {
        const auto found =
            std::ranges::find_if(own.fixes, [&](const FixEffect& each) { return each.fix == fix && each.by == by; });
        EXPECT_NE(found, own.fixes.end()) << toText(fix);
        return found == own.fixes.end() ? FixEffect{} : *found;
    };
    const double step = (8 + 3) * 60.0;
    const FixEffect split = effect(LossFix::SplitBackward, "zb-h1");
    EXPECT_NEAR(*split.gain, 3 * (60.0 - 20) / step, 1e-9) << "(p − 1)(F + B − W) is left of (p − 1)(F + B + W)";
    EXPECT_EQ(split.memoryAfter, split.memoryBefore) << "of 1F1B, 4 activations";
    EXPECT_EQ(split.memoryBefore, 4 * kMemoryUnit);
    const FixEffect more = effect(LossFix::MoreMicrobatches, "1f1b");
    EXPECT_NEAR(*more.gain, 3 * 60.0 / 2 / step, 1e-9);
    EXPECT_EQ(more.memoryAfter, more.memoryBefore);
    const FixEffect chunks = effect(LossFix::Interleave, "interleaved-1f1b");
    EXPECT_NEAR(*chunks.gain, 3 * 60.0 / 2 / step, 1e-9);
    EXPECT_GT(chunks.memoryAfter, chunks.memoryBefore);
}

TEST(LostByCause, SharesAddUpWhateverRuns) {
    const auto jitter = [random = std::mt19937(11)](const Place& place) mutable {
        return (place.op.stage == 1 ? 1.4 : 1.0) * (place.op.microbatch == 2 ? 1.5 : 1.0) *
               (0.9 + 0.2 * static_cast<double>(random() % 1000) / 1000);
    };
    const auto late = [](const Place& place) { return place.rank == 0 ? kMs : Time{0}; };
    for (const char* const generator : {"gpipe", "1f1b", "zb-h1", "zb-h2", "interleaved-1f1b", "zbv", "dualpipe"})
        for (const int replicas : {1, 2}) {
            SCOPED_TRACE(std::string{generator} + ", replicas: " + std::to_string(replicas));
            HandMade job{.generator = generator, .ranks = 2, .microbatches = 4, .replicas = replicas};
            job.factor = jitter;
            job.late = late;
            const LostByCause lost = causesOf(runOf(job));
            EXPECT_GT(lost.work, 0.3);
        }
    causesOf(runOf({.ranks = 1}));
}

TEST(LostByCause, OfARunCutShortTheWholeStepsAddUp) {
    lanewright::Run run = runOf(HandMade{});
    run.steps.back().wall.lanes[2].pop_back();
    run.partial = true;
    const LostByCause lost = causesOf(run);
    EXPECT_EQ(lost.steps, 2);
    EXPECT_EQ(lost.leftOut, 1);
}

TEST(LostByCause, NoGainIsPromisedWhereRanksSharedCores) {
    lanewright::Run run = runOf(HandMade{});
    run.recorder.reset();
    run.backend = "cpu";
    run.hosts = {"a", "a", "a", "b"};
    EXPECT_EQ(sharedCoresOf(run), std::nullopt) << "nobody knows its cores";
    run.cores = {2, 2, 2, 1};
    EXPECT_EQ(sharedCoresOf(run), (SharedCores{.threads = 3, .cores = 2}));
    run.threads = 2;
    EXPECT_EQ(sharedCoresOf(run), (SharedCores{.threads = 6, .cores = 2}));
    EXPECT_EQ(costsOf(run, run.plan)->plan.costs.measuredOn, sharedCoresOf(run));
    EXPECT_TRUE(std::ranges::all_of(causesOf(run).causes, [](const Loss& loss) { return loss.fixes.empty(); }));
    run.cores = {6, 6, 6, 2};
    EXPECT_EQ(sharedCoresOf(run), std::nullopt);
    EXPECT_EQ(costsOf(run, run.plan)->plan.costs.measuredOn, std::nullopt);
    run.cores = {2, 2, 2, 1};
    run.paced = true;
    EXPECT_EQ(sharedCoresOf(run), std::nullopt);
}

TEST(LostByCause, OfPairsTheBoundKnowsThatTheyAreOneBlock) {
    HandMade job{.generator = "dualpipe"};
    const LostByCause lost = causesOf(runOf(job));
    const Loss& own = lossOf(lost, LossCause::FillAndDrain);
    EXPECT_GT(own.unavoidable, 0);
    EXPECT_LE(own.unavoidable, own.share);
}

} // namespace
} // namespace lanewright
