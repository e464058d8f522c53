// SPDX-License-Identifier: Apache-2.0
#include "core/edit/transfer_fields.h"

#include "core/edit/cost_fields.h"
#include "core/io/schedule_json.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

Plan threeRanks() {
    Plan plan = test::linearPlan(3, 1, "F0.0 B0.0 W0.0\nF1.0 B1.0 W1.0\nF2.0 B2.0 W2.0");
    plan.timeUnit = TimeUnit::Ms;
    plan.memoryUnit = MemoryUnit::MiB;
    return plan;
}

constexpr std::int64_t kPerSecond = std::int64_t{1} << 30;

/// The file of an edited plan is read back as it was.
void expectReadBack(const Plan& plan) {
    const Result<Plan> back = planFromJson(planToJson(plan));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, plan);
}

TEST(Transfer, IsSetPairByPair) {
    Plan plan = threeRanks();
    plan.costs.transfer.every = 5;
    const Result<Plan> one = setTransferBetween(plan, 0, 1, 9);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->costs.transfer.between(0, 1), 9);
    EXPECT_EQ(one->costs.transfer.between(1, 0), 5);
    EXPECT_EQ(one->costs.transfer.between(2, 1), 5);
    EXPECT_EQ(one->costs.transfer.between(1, 1), 0);
    expectReadBack(*one);
    const Result<Plan> back = setTransferBetween(*one, 0, 1, 5);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, plan) << "the same for all pairs is one number";
    EXPECT_FALSE(setTransferBetween(plan, 1, 1, 5));
    EXPECT_FALSE(setTransferBetween(plan, 0, 3, 5));
    EXPECT_FALSE(setTransferBetween(plan, 0, 1, -1));
    EXPECT_FALSE(setTransferBetween(plan, 0, 1, std::nullopt));
}

TEST(Transfer, IsABoundUntilSomebodySaysANumber) {
    Plan plan = threeRanks();
    plan.costs.transfer = {.every = 5, .allAtMost = true};
    EXPECT_TRUE(isLongestAtMost(plan.costs.transfer));
    const Result<Plan> one = setTransferBetween(plan, 0, 1, 5);
    ASSERT_TRUE(one);
    EXPECT_FALSE(one->costs.transfer.isAtMost(0, 1));
    EXPECT_TRUE(one->costs.transfer.isAtMost(1, 0));
    EXPECT_TRUE(isLongestAtMost(one->costs.transfer));
    expectReadBack(*one);
    const Result<Plan> all = setTransfer(*one, 4);
    ASSERT_TRUE(all);
    EXPECT_FALSE(isLongestAtMost(all->costs.transfer));
    const Result<Plan> other = setHostTime(plan, &HostTimes::send, 3);
    ASSERT_TRUE(other);
    EXPECT_TRUE(other->costs.transfer.allAtMost) << "other costs leave it";
}

TEST(HostTimes, AreSetOneByOne) {
    const Plan plan = threeRanks();
    const Result<Plan> sends = setHostTime(plan, &HostTimes::send, 3);
    ASSERT_TRUE(sends);
    EXPECT_EQ(sends->costs.host, (HostTimes{.send = 3}));
    expectReadBack(*sends);
    EXPECT_EQ(*setHostTime(*sends, &HostTimes::send, 0), plan);
    EXPECT_EQ(setHostTime(plan, &HostTimes::receive, 4)->costs.host, (HostTimes{.receive = 4}));
    EXPECT_FALSE(setHostTime(plan, &HostTimes::receive, -1));
    EXPECT_FALSE(setHostTime(plan, &HostTimes::receive, std::nullopt));
    EXPECT_FALSE(setHostTime(plan, &HostTimes::receive, Time{1'000'000'000'000'000'001}));
}

TEST(Boundary, HasATimeAndASizeOfItsOwn) {
    const Plan plan = threeRanks();
    const Result<Plan> timed = setBoundary(plan, &Boundaries::time, 1, 7);
    ASSERT_TRUE(timed);
    EXPECT_EQ(timed->costs.boundary.time, (std::vector<Time>{0, 7}));
    EXPECT_EQ(timed->costs.between(1, 2, 1), 7);
    expectReadBack(*timed);
    const Result<Plan> sized = setBoundary(*timed, &Boundaries::size, 0, 4096);
    ASSERT_TRUE(sized);
    EXPECT_EQ(sized->costs.boundary.size, (std::vector<Bytes>{4096, 0}));
    expectReadBack(*sized);
    EXPECT_EQ(*setBoundary(*sized, &Boundaries::size, 0, {}), *timed) << "nothing is said of any";
    EXPECT_EQ(setBoundary(*sized, &Boundaries::size, 0, 0)->costs.boundary.size, (std::vector<Bytes>{0, 0}));
    EXPECT_EQ(*setBoundary(*timed, &Boundaries::time, 1, {}), plan);
}

TEST(Boundary, RefusesWhatNoFileMayHold) {
    const Plan plan = threeRanks();
    EXPECT_EQ(setBoundary(plan, &Boundaries::time, 2, 1).error().message, "there is no boundary 2");
    EXPECT_FALSE(setBoundary(plan, &Boundaries::time, -1, 1));
    EXPECT_EQ(setBoundary(plan, &Boundaries::time, 0, -1).error().message,
              "a transfer takes 0 to 10^15 ns (11.5 days)");
    EXPECT_EQ(setBoundary(plan, &Boundaries::size, 0, (Bytes{1} << 53) + 1).error().message,
              "a message has 0 to 2^53 bytes (8 PiB)");
    const Result<Plan> sized = setBoundary(plan, &Boundaries::size, 0, Bytes{1} << 53);
    ASSERT_TRUE(sized);
    const Result<Plan> slow = setBandwidthBetween(*sized, 0, 1, 1);
    ASSERT_FALSE(slow) << "a message of 8 PiB, a byte a second";
    EXPECT_TRUE(slow.error().message.text().starts_with("all durations together come to more than 10^16 ns"));
}

TEST(Bandwidth, IsThatOfAllPairsUntilOneHasItsOwn) {
    const Plan plan = *setBoundary(threeRanks(), &Boundaries::size, 1, 1 << 20);
    const Result<Plan> all = setBandwidthBetween(plan, 0, 1, kPerSecond);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->costs.boundary.bandwidth, (Transfers{.every = kPerSecond}));
    EXPECT_EQ(all->costs.between(1, 1, 2), 976'563) << "a MiB at a GiB a second";
    expectReadBack(*all);
    const Result<Plan> one = setBandwidthBetween(*all, 2, 1, kPerSecond / 2);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->costs.boundary.bandwidth.between(2, 1), kPerSecond / 2);
    EXPECT_EQ(one->costs.boundary.bandwidth.between(1, 2), kPerSecond);
    expectReadBack(*one);
    EXPECT_EQ(*setBandwidthBetween(*one, 2, 1, kPerSecond), *all);
    EXPECT_EQ(*setBandwidthBetween(*all, 0, 2, {}), plan) << "sizes take no time again";
    const Result<Plan> unneeded = setBandwidthBetween(*one, 0, 2, {});
    ASSERT_TRUE(unneeded) << "no value travels between these ranks";
    expectReadBack(*unneeded);
    EXPECT_EQ(setBoundary(*one, &Boundaries::size, 1, {})->costs.boundary, Boundaries{}) << "nothing to send so fast";
}

TEST(Bandwidth, IsRefusedInTheWordsOfTheReader) {
    const Plan plan = threeRanks();
    EXPECT_EQ(setBandwidthBetween(plan, 0, 1, kPerSecond).error().message,
              "says how fast messages travel, but nothing says how large they are; give size");
    const Plan sized = *setBandwidthBetween(*setBoundary(plan, &Boundaries::size, 0, 1), 0, 1, kPerSecond);
    EXPECT_EQ(setBandwidthBetween(sized, 0, 1, 0).error().message, "must be more than 0");
    EXPECT_FALSE(setBandwidthBetween(sized, 0, 0, 1));
    const Plan apart = *setBandwidthBetween(sized, 0, 1, 2 * kPerSecond);
    EXPECT_EQ(setBandwidthBetween(apart, 1, 0, {}).error().message,
              "says nothing of ranks 0 and 1, between which stages 0 and 1 exchange values; give the full matrix");
}

} // namespace
} // namespace lanewright
