// SPDX-License-Identifier: Apache-2.0
#include "core/measured/lost_by_cause.h"

#include "core/measured/run_causes.h"
#include "core/measured/run_graph.h"
#include "core/simulate/simulate.h"
#include "tests/core/measured/hand_made_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace lanewright {
namespace {

using test::HandMade;
using test::kMs;
using test::makespanOf;
using test::Place;
using test::planOf;
using test::runOf;

LostByCause causesOf(const Run& run) {
    const Result<LostByCause> lost = lostByCauseOf(run);
    EXPECT_TRUE(lost) << lost.error().message;
    return lost ? *lost : LostByCause{};
}

/// The cause that costs most must be this one, with this share of the step.
void expectWorst(const LostByCause& lost, LossCause cause, double share, double tolerance = 1e-4) {
    ASSERT_FALSE(lost.causes.empty());
    EXPECT_EQ(toText(lost.causes.front().cause), toText(cause));
    EXPECT_NEAR(lost.causes.front().share, share, tolerance);
    EXPECT_NEAR(lost.replayed, lost.step, 1) << "what was recorded replays as it was";
}

double shareOfCause(const LostByCause& lost, LossCause cause) {
    const auto found = std::ranges::find(lost.causes, cause, &Loss::cause);
    return found == lost.causes.end() ? 0 : found->share;
}

TEST(LostByCause, NothingIsLostWhereAllIsAlike) {
    HandMade job;
    job.transfer = {};
    const LostByCause lost = causesOf(runOf(job));
    EXPECT_TRUE(lost.causes.empty());
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
    EXPECT_EQ(lost.causes.front().where, (LossPlace{.stage = 2, .rank = 2}));
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
    EXPECT_EQ(lost.causes.front().where, (LossPlace{.replica = 1, .rank = 2}));
    EXPECT_EQ(std::ranges::max_element(lost.byRank) - lost.byRank.begin(), 4 + 2);
    EXPECT_EQ(std::ranges::max_element(lost.byReplica) - lost.byReplica.begin(), 1);
}

TEST(LostByCause, OneSlowReplicaIsNotAnUnevenCut) {
    HandMade job{.replicas = 2};
    job.factor = [](const Place& place) { return place.replica == 1 ? 1.25 : 1.0; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Rank, 1 - makespanOf({}) / makespanOf(job));
    EXPECT_EQ(lost.causes.front().where, (LossPlace{.replica = 1}));
    EXPECT_EQ(shareOfCause(lost, LossCause::Stages), 0);
    EXPECT_EQ(shareOfCause(lost, LossCause::Microbatches), 0);
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
    EXPECT_EQ(lost.causes.front().where.rank, 1);
}

TEST(LostByCause, OneSlowLink) {
    HandMade job;
    job.transfer = {.ranks = 4, .matrix = std::vector<Time>(16, kMs)};
    job.transfer.matrix[1 * 4 + 2] = 50 * kMs;
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Link, 1 - makespanOf({}) / makespanOf(job));
    EXPECT_EQ(lost.causes.front().where, (LossPlace{.replica = 0, .rank = 1, .peer = 2}));
    EXPECT_LT(shareOfCause(lost, LossCause::Communication), 0.05);
}

TEST(LostByCause, SlowLinksAllRoundAreCommunication) {
    HandMade job;
    job.transfer = {.every = 30 * kMs};
    HandMade free;
    free.transfer = {};
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Communication, 1 - makespanOf(free) / makespanOf(job));
    EXPECT_EQ(shareOfCause(lost, LossCause::Link), 0);
}

TEST(LostByCause, OneLongMicrobatch) {
    HandMade job;
    job.factor = [](const Place& place) { return place.op.microbatch == 3 ? 3.0 : 1.0; };
    HandMade even;
    even.factor = [](const Place&) { return 10.0 / 8; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Microbatches, 1 - makespanOf(even) / makespanOf(job));
    EXPECT_EQ(lost.causes.front().where, (LossPlace{.replica = 0, .microbatch = 3}));
    EXPECT_EQ(shareOfCause(lost, LossCause::Jitter), 0);
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
    EXPECT_EQ(lost.causes.front().cause, LossCause::Microbatches);
    EXPECT_GT(lost.causes.front().share, 0.1);
    EXPECT_EQ(shareOfCause(lost, LossCause::Rank), 0);
    EXPECT_EQ(shareOfCause(lost, LossCause::Jitter), 0);
}

TEST(LostByCause, JitterIsNotTakenForLongMicrobatches) {
    HandMade job{.steps = 20};
    job.factor = [random = std::mt19937(5)](const Place&) mutable {
        return 0.6 + 0.8 * static_cast<double>(random() % 1000) / 1000;
    };
    const LostByCause lost = causesOf(runOf(job));
    ASSERT_FALSE(lost.causes.empty());
    expectWorst(lost, LossCause::Jitter, 1 - makespanOf({}) / lost.step, 0.04);
    EXPECT_LT(shareOfCause(lost, LossCause::Microbatches), 0.2 * lost.causes.front().share);
}

TEST(LostByCause, OpsThatStartLate) {
    HandMade job;
    job.late = [](const Place& place) { return place.rank == 1 ? 5 * kMs : 0; };
    const LostByCause lost = causesOf(runOf(job));
    expectWorst(lost, LossCause::Launch, 1 - makespanOf({}) / lost.step);
    EXPECT_EQ(lost.causes.front().where, (LossPlace{.replica = 0, .rank = 1}));
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
    EXPECT_EQ(lost.causes.front().where.name, "optimizer");
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
    ASSERT_FALSE(lost.causes.empty());
    EXPECT_EQ(lost.causes.front().cause, LossCause::Order);
    EXPECT_GE(lost.causes.front().share, 1 - best / lost.step - 1e-9);
    EXPECT_GT(lost.causes.front().share, 0.1);
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

} // namespace
} // namespace lanewright
