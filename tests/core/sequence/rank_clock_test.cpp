// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/rank_clock.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

using namespace lanewright;

namespace {

struct Asked {
    Time time = 0;
    int rank = 0;
    friend bool operator==(const Asked&, const Asked&) = default;
};

/// Who is asked when; a rank that is asked for the first time is busy for as long as `lengths` says.
std::vector<Asked> runFor(RankClock& clock, std::vector<Time> lengths) {
    std::vector<Asked> asked;
    clock.run([&](int rank, Time now) {
        asked.push_back({now, rank});
        if (const Time length = std::exchange(lengths[rank], 0); length > 0)
            clock.occupy(rank, now + length);
        return true;
    });
    return asked;
}

} // namespace

TEST(RankClock, AsksByTimeAndThenByRankWhoeverWasWokenFirst) {
    RankClock clock;
    clock.reset(3);
    for (const int rank : {2, 1, 0})
        clock.wake(rank, 7);
    EXPECT_EQ(runFor(clock, {0, 0, 0}), (std::vector<Asked>{{0, 0}, {0, 1}, {0, 2}, {7, 0}, {7, 1}, {7, 2}}));
}

TEST(RankClock, AsksABusyRankNoSoonerThanItIsFree) {
    // rank 0 is busy from 0 to 5 and is woken at 3; rank 1 from 0 to 2
    RankClock clock;
    clock.reset(2);
    clock.wake(0, 3);
    EXPECT_EQ(runFor(clock, {5, 2}), (std::vector<Asked>{{0, 0}, {0, 1}, {2, 1}, {5, 0}}));
    EXPECT_EQ(clock.freeAt(0), 5);
    EXPECT_EQ(clock.freeAt(1), 2);
}

TEST(RankClock, EndsWhereTheRuleEndsIt) {
    RankClock clock;
    clock.reset(4);
    int asked = 0;
    EXPECT_FALSE(clock.run([&](int rank, Time) { return ++asked, rank < 1; }));
    EXPECT_EQ(asked, 2);
    clock.reset(4);
    EXPECT_TRUE(clock.run([](int, Time) { return true; }));
}

TEST(RankClock, KeepsTheOrderOfManyWakes) {
    RankClock clock;
    clock.reset(1);
    for (Time wake = 0; wake < 1000; ++wake)
        clock.wake(0, 1 + wake * 7919 % 1000);
    Time last = 0;
    int asked = 0;
    clock.run([&](int, Time now) {
        EXPECT_EQ(now, last);
        last = ++asked;
        return true;
    });
    EXPECT_EQ(asked, 1001);
}
