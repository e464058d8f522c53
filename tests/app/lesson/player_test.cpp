// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/player/player.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

Player playerOf(std::vector<Time> events) {
    Player player;
    player.setEvents(std::move(events), 10);
    return player;
}

TEST(Player, StepsFromEventToEvent) {
    Player player = playerOf({0, 10, 25, 40});
    EXPECT_EQ(player.now(), 0);
    player.stepForward();
    player.stepForward();
    EXPECT_EQ(player.now(), 25);
    player.stepForward();
    player.stepForward();
    EXPECT_EQ(player.now(), 40) << "there is nothing behind the end";
    player.stepBack();
    EXPECT_EQ(player.now(), 25);
    player.rewind();
    player.stepBack();
    EXPECT_EQ(player.now(), 0);
}

TEST(Player, StepsFromBetweenTwoEvents) {
    Player player = playerOf({0, 10, 25});
    player.moveTo(17);
    player.stepBack();
    EXPECT_EQ(player.now(), 10);
    player.moveTo(17);
    player.stepForward();
    EXPECT_EQ(player.now(), 25);
}

TEST(Player, PlaysABeatInItsTimeAndStopsAtTheEnd) {
    Player player = playerOf({0, 10, 100});
    player.advance(1);
    EXPECT_EQ(player.now(), 0) << "it does not play yet";
    player.play();
    player.advance(Player::kBeatSeconds);
    EXPECT_EQ(player.now(), 10);
    player.faster();
    player.advance(Player::kBeatSeconds);
    EXPECT_EQ(player.now(), 30);
    player.advance(1000);
    EXPECT_EQ(player.now(), 100);
    EXPECT_FALSE(player.playing());
    player.play();
    EXPECT_EQ(player.now(), 0) << "from the end it begins anew";
}

TEST(Player, ManySmallStepsOfTheClockAreOneLargeOne) {
    Player player = playerOf({0, 1000});
    player.play();
    for (int i = 0; i < 300; ++i)
        player.advance(Player::kBeatSeconds / 100);
    EXPECT_NEAR(static_cast<double>(player.now()), 30, 1);
}

TEST(Player, WithReducedMotionItRestsOnEvents) {
    Player player = playerOf({0, 10, 30});
    player.play();
    player.advance(Player::kBeatSeconds / 2, true);
    EXPECT_EQ(player.now(), 0);
    player.advance(Player::kBeatSeconds / 2, true);
    EXPECT_EQ(player.now(), 10);
    player.advance(Player::kBeatSeconds, true);
    EXPECT_EQ(player.now(), 10);
    player.advance(Player::kBeatSeconds, true);
    EXPECT_EQ(player.now(), 30);
    EXPECT_FALSE(player.playing());
}

TEST(Player, SpeedHasEnds) {
    Player player = playerOf({0, 1});
    for (int i = 0; i < 20; ++i)
        player.faster();
    EXPECT_EQ(player.speed(), Player::kFastest);
    for (int i = 0; i < 20; ++i)
        player.slower();
    EXPECT_EQ(player.speed(), Player::kSlowest);
}

TEST(Player, AShorterTimelinePullsTheCursorBack) {
    Player player = playerOf({0, 50, 100});
    player.moveTo(100);
    player.setEvents({0, 60}, 10);
    EXPECT_EQ(player.now(), 60);
    player.setEvents({}, 10);
    player.play();
    EXPECT_FALSE(player.playing());
    EXPECT_EQ(player.now(), 0);
}

} // namespace
} // namespace lanewright::app
