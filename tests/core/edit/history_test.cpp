// SPDX-License-Identifier: Apache-2.0
#include "core/edit/history.h"

#include "core/edit/edits.h"
#include "tests/support/random_plan.h"
#include "tests/support/rows.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <vector>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::shared_ptr<const Plan> firstOf() {
    return std::make_shared<const Plan>(linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"));
}

Plan withMove(const Plan& plan, Slot from, int to) {
    Plan next = plan;
    next.schedule = *moveBlock(plan.schedule, from, to);
    return next;
}

std::string undoOf(const History& history) {
    return history.undoStep() == nullptr ? "" : history.undoStep()->sentence.text();
}

} // namespace

TEST(History, GoesBackAndForthOverWhatWasDone) {
    const auto first = firstOf();
    History history(first);
    EXPECT_FALSE(history.undo());
    EXPECT_FALSE(history.redo());
    EXPECT_TRUE(history.isClean());
    const Plan second = withMove(*first, {0, 0}, 2);
    history.apply("Move F0.0", second);
    history.apply("nothing", second);
    EXPECT_EQ(undoOf(history), "Move F0.0");
    EXPECT_FALSE(history.isClean());
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(history.shared(), first);
    EXPECT_TRUE(history.isClean());
    ASSERT_NE(history.redoStep(), nullptr);
    EXPECT_EQ(history.redoStep()->sentence.text(), "Move F0.0");
    EXPECT_TRUE(history.redo());
    EXPECT_EQ(history.plan(), second);
    EXPECT_EQ(history.redoStep(), nullptr);
}

TEST(History, ForgetsWhatWasUndoneWhenSomethingElseIsDone) {
    History history(firstOf());
    history.apply("one", withMove(history.plan(), {0, 0}, 2));
    history.setClean();
    history.undo();
    history.apply("two", withMove(history.plan(), {1, 0}, 2));
    EXPECT_EQ(history.redoStep(), nullptr);
    EXPECT_EQ(undoOf(history), "two");
    history.undo();
    // What was saved is a plan that no step leads to any more.
    EXPECT_FALSE(history.isClean());
}

TEST(History, MergesStepsOfOneNumberThatFollowEachOther) {
    const auto first = firstOf();
    History history(first);
    history.apply("later", withMove(history.plan(), {0, 0}, 2), 7);
    history.apply("2 later", withMove(history.plan(), {0, 1}, 3), 7);
    EXPECT_EQ(undoOf(history), "2 later");
    history.apply("another", withMove(history.plan(), {1, 0}, 2), 8);
    history.undo();
    EXPECT_EQ(undoOf(history), "2 later");
    history.undo();
    EXPECT_EQ(history.shared(), first);
}

TEST(History, KeepsNoStepThatLeadsBackToWhereItBegan) {
    const auto first = firstOf();
    History history(first);
    history.apply("later", withMove(history.plan(), {0, 0}, 2), 7);
    Plan back = *first;
    back.title = "another title on the way";
    history.apply("back", back, 7);
    EXPECT_EQ(history.shared(), first);
    EXPECT_EQ(history.undoStep(), nullptr);
    EXPECT_TRUE(history.isClean());
}

TEST(History, MergesNothingIntoAStepThatWasSaved) {
    History history(firstOf());
    history.apply("later", withMove(history.plan(), {0, 0}, 2), 7);
    history.setClean();
    const Plan saved = history.plan();
    history.apply("2 later", withMove(history.plan(), {0, 1}, 3), 7);
    EXPECT_FALSE(history.isClean());
    history.undo();
    EXPECT_EQ(history.plan(), saved);
    EXPECT_TRUE(history.isClean());
}

TEST(History, KeepsTheLatestSteps) {
    History history(firstOf(), 2);
    std::vector<Plan> plans = {history.plan()};
    for (int step = 0; step < 3; ++step) {
        plans.push_back(withMove(history.plan(), {0, 0}, 4));
        history.apply("move", plans.back());
    }
    EXPECT_TRUE(history.undo());
    EXPECT_TRUE(history.undo());
    EXPECT_FALSE(history.undo());
    EXPECT_EQ(history.plan(), plans[1]);
    EXPECT_FALSE(history.isClean());
}

TEST(History, ComesBackToEachOfManyRandomPlans) {
    for (std::uint64_t seed = 0; seed < trials(20); ++seed) {
        Dice dice(seed);
        std::vector<Plan> plans = {randomPlan(seed)};
        History history(std::make_shared<const Plan>(plans.front()));
        std::size_t at = 0;
        for (int step = 0; step < 60; ++step) {
            if (dice.chance(30)) {
                EXPECT_EQ(history.undo(), at > 0);
                at -= at > 0 ? 1 : 0;
            } else if (dice.chance(30)) {
                EXPECT_EQ(history.redo(), at + 1 < plans.size());
                at += at + 1 < plans.size() ? 1 : 0;
            } else {
                const int rank = dice.roll(0, plans[at].schedule.ranks() - 1);
                const int end = static_cast<int>(plans[at].schedule.order[rank].size());
                if (end == 0)
                    continue;
                Plan next = withMove(plans[at], {rank, dice.roll(0, end - 1)}, dice.roll(0, end));
                if (next == plans[at])
                    continue;
                plans.resize(at + 1);
                plans.push_back(next);
                history.apply("move", std::move(next));
                ++at;
            }
            ASSERT_EQ(history.plan(), plans[at]) << "seed " << seed << ", step " << step;
        }
    }
}
