// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/lesson/classroom.h"

#include "app/lesson/lesson_parts.h"
#include "tests/app/child.h"

namespace lanewright::app {
namespace {

using PlaybackTest = ClassroomTest;

TEST_F(PlaybackTest, KeysPlayStepAndPutTheCursorAway) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    const Playback& playback = window().playback();
    EXPECT_FALSE(playback.isActive());
    key(Qt::Key_Space);
    EXPECT_TRUE(playback.isActive());
    EXPECT_TRUE(playback.player().playing());
    EXPECT_TRUE(waitUntil([&] { return playback.player().now() > 0; }));
    key(Qt::Key_Space);
    EXPECT_FALSE(playback.player().playing());
    key(Qt::Key_Home);
    EXPECT_EQ(playback.player().now(), 0);
    key(Qt::Key_Right);
    key(Qt::Key_Right);
    EXPECT_EQ(playback.player().now(), 2 * kTimeUnit);
    EXPECT_EQ(playback.label(), QStringLiteral("t = 2"));
    key(Qt::Key_Left);
    EXPECT_EQ(playback.player().now(), kTimeUnit);
    EXPECT_TRUE(window().selection().empty()) << "the arrows belong to the player now";
    key(Qt::Key_Escape);
    EXPECT_FALSE(playback.isActive());
    key(Qt::Key_Right);
    EXPECT_FALSE(window().selection().empty()) << "and to the blocks again";
}

TEST_F(PlaybackTest, TheCardSaysWhoWaitsNextAndWhy) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    window().playback().moveTo(3 * kTimeUnit);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(),
              QStringLiteral("Next, rank 0 has nothing to run from 4 to 10: BW0.0 waits for BW1.0 on rank 1."));
    window().playback().moveTo(17 * kTimeUnit);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(),
              QStringLiteral("From here on nobody waits between two blocks."));
    window().playback().moveTo(1'000 * kTimeUnit);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(), QStringLiteral("Every rank has run all it has."));
}

TEST_F(PlaybackTest, TheCardAgreesWithTheLanesAtEveryTime) {
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    window().session().setHelp(HelpLevel::Coach);
    for (int step = 0; step < 24; ++step)
        window().session().follow();
    ASSERT_TRUE(window().session().work().reached());
    const PlaybackQuery query(window().document().plan(), window().document().timeline());
    for (Time now = 0; now <= 18 * kTimeUnit; now += kTimeUnit * 4 / 100) {
        window().playback().moveTo(now);
        const QString sentence = child<SentenceCard>(window()).sentence();
        if (!sentence.startsWith(QStringLiteral("From here on nobody waits")))
            continue;
        for (int rank = 0; rank < 3; ++rank)
            EXPECT_NE(query.of(rank, now).doing, Doing::Waits) << "rank " << rank << " at " << now;
    }
    window().playback().moveTo(kTimeUnit * 948 / 100);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(),
              QStringLiteral("Rank 0 has nothing to run until 10: BW0.0 waits for BW1.0 on rank 1."));
    window().playback().moveTo(18 * kTimeUnit);
    EXPECT_EQ(child<SentenceCard>(window()).sentence(), QStringLiteral("Every rank has run all it has."));
}

TEST_F(PlaybackTest, ThePlaybackLeavesTheWordToWhoeverIsAskedLast) {
    ASSERT_TRUE(window().open(QStringLiteral("three-people")));
    const auto toTheEnd = [this] {
        window().playback().moveTo(1'000 * kTimeUnit);
        EXPECT_EQ(child<SentenceCard>(window()).sentence(), QStringLiteral("Every rank has run all it has."));
    };
    for (const char* level : {"help.check", "help.ready", "help.coach", "help.coach"}) {
        toTheEnd();
        window().action(QLatin1String(level))->trigger();
        EXPECT_NE(child<SentenceCard>(window()).sentence(), QStringLiteral("Every rank has run all it has.")) << level;
        EXPECT_TRUE(window().playback().isActive()) << "the cursor stays";
    }
    window().action("help.check")->trigger();
    toTheEnd();
    Schedule schedule = window().document().schedule();
    std::swap(schedule.order[0][0], schedule.order[0][1]);
    window().document().apply(QStringLiteral("Move"), schedule);
    EXPECT_NE(child<SentenceCard>(window()).sentence(), QStringLiteral("Every rank has run all it has."));
}

TEST_F(PlaybackTest, AnOpOfTheTrayThatWouldFillTheWaitIsNamed) {
    ASSERT_TRUE(window().open(QStringLiteral("zb-h1")));
    bool named = false;
    for (int t = 0; t < 30 && !named; ++t) {
        window().playback().moveTo(t * kTimeUnit);
        named = child<SentenceCard>(window()).more().contains(QStringLiteral("It would fill this gap for free."));
    }
    EXPECT_TRUE(named);
}

TEST_F(PlaybackTest, AnEditUnderTheCursorKeepsItInsideTheTimeline) {
    ASSERT_TRUE(window().open(QStringLiteral("one-forward-one-backward")));
    window().playback().moveTo(18 * kTimeUnit);
    window().action("lesson.restart")->trigger();
    EXPECT_FALSE(window().playback().isActive());
    ASSERT_TRUE(window().open(QStringLiteral("gpipe")));
    window().playback().toggle();
    EXPECT_FALSE(window().playback().player().playing()) << "an empty board has nothing to play";
}

} // namespace
} // namespace lanewright::app
