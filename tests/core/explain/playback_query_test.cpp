// SPDX-License-Identifier: Apache-2.0
#include "core/explain/playback_query.h"

#include "core/model/text.h"
#include "core/simulate/simulate.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// GPipe on two ranks; F and BW take 1 and 2 units.
struct Playback {
    explicit Playback(const char* rows) : plan(linearPlan(2, 2, rows)), timeline(simulate(plan.schedule, plan.costs)) {}
    Plan plan;
    Timeline timeline;
    PlaybackQuery query{plan, timeline};
    Time unit = plan.costs.of(0, 0).forward;
};

constexpr const char* kGpipe = "F0.0 F0.1 BW0.0 BW0.1\nF1.0 F1.1 BW1.0 BW1.1";

} // namespace

TEST(PlaybackQuery, EventsAreAllStartsAndEndsOnce) {
    const Playback playback(kGpipe);
    std::vector<Time> expected;
    for (const int t : {0, 1, 2, 3, 5, 7, 9})
        expected.push_back(t * playback.unit);
    EXPECT_EQ(eventsOf(playback.timeline), expected);
    EXPECT_TRUE(eventsOf({}).empty());
}

TEST(PlaybackQuery, ARankRunsWaitsAndIsDone) {
    const Playback playback(kGpipe);
    const auto at = [&](int rank, int t) { return playback.query.of(rank, t * playback.unit); };
    EXPECT_EQ(at(0, 0).doing, Doing::Runs);
    EXPECT_EQ(toText(*at(0, 1).block), "F0.1");
    EXPECT_EQ(at(1, 0).doing, Doing::Waits);
    EXPECT_EQ(at(1, 0).wait->producer, op("F0.0"));
    ASSERT_EQ(at(0, 3).doing, Doing::Waits);
    EXPECT_EQ(at(0, 3).wait->producer, op("BW1.0"));
    EXPECT_EQ(at(0, 3).wait->producerRank, 1);
    EXPECT_EQ(at(0, 3).wait->start, 2 * playback.unit);
    EXPECT_EQ(at(0, 3).wait->end, 5 * playback.unit);
    EXPECT_EQ(at(1, 8).doing, Doing::Done);
}

TEST(PlaybackQuery, ARankThatNeverGoesOnStalls) {
    const Playback playback("BW0.0 F0.0\nF1.0");
    EXPECT_EQ(playback.query.of(0, 0).doing, Doing::Stalls);
    EXPECT_EQ(toText(*playback.query.of(0, 0).block), "BW0.0");
    EXPECT_FALSE(playback.query.nextWait(0));
}

TEST(PlaybackQuery, TheNextWaitIsTheFirstOneToCome) {
    const Playback playback(kGpipe);
    const auto wait = playback.query.nextWait(0);
    ASSERT_TRUE(wait);
    EXPECT_EQ(wait->wait.rank, 0);
    EXPECT_EQ(wait->wait.start, 2 * playback.unit);
    EXPECT_FALSE(wait->filler);
    EXPECT_TRUE(playback.query.nextWait(2 * playback.unit)) << "it begins here";
    EXPECT_FALSE(playback.query.nextWait(2 * playback.unit + 1));
}

TEST(PlaybackQuery, WhatWouldFillAWaitIsNamed) {
    // W1.0 stands at the end and could run while rank 1 waits for F0.1.
    Plan plan = linearPlan(2, 2, "F0.0 B0.0 W0.0 F0.1 B0.1 W0.1\nF1.0 B1.0 F1.1 B1.1 W1.0 W1.1");
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const PlaybackQuery query(plan, timeline);
    const Time unit = plan.costs.of(0, 0).forward;
    const auto later = query.nextWait(3 * unit);
    ASSERT_TRUE(later);
    EXPECT_EQ(later->wait.rank, 1);
    EXPECT_EQ(later->filler, op("W1.0"));
    EXPECT_EQ(later->fillerReady, 3 * unit);
    // The same from the tray.
    plan.schedule.order[1].erase(plan.schedule.order[1].begin() + 4);
    const Timeline without = simulate(plan.schedule, plan.costs);
    const PlaybackQuery board(plan, without);
    EXPECT_FALSE(board.nextWait(3 * unit)->filler == op("W1.0"));
    EXPECT_EQ(board.nextWait(3 * unit, {op("W1.0")})->filler, op("W1.0"));
}

TEST(PlaybackQuery, AnOpThatMemoryHasNoRoomForFillsNoWait) {
    // F0.1 could run while rank 0 waits for B1.0.
    Plan plan = linearPlan(2, 2, "F0.0 B0.0 W0.0 F0.1 B0.1 W0.1\nF1.0 B1.0 W1.0 F1.1 B1.1 W1.1");
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    plan.memory = unitMemory(2, 2, 0, 2 * kMemoryUnit);
    EXPECT_EQ(PlaybackQuery(plan, timeline).nextWait(0)->filler, op("F0.1"));
    plan.memory = unitMemory(2, 2, 0, kMemoryUnit);
    EXPECT_FALSE(PlaybackQuery(plan, timeline).nextWait(0)->filler);
}
