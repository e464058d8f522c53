// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

using test::op;

TEST(Selection, SpeaksOfTheOpSelectedLast) {
    Selection selection;
    selection.set(op("F0.0"));
    selection.toggle(op("B1.2"));
    EXPECT_EQ(selection.current(), op("B1.2"));
    selection.toggle(op("B1.2"));
    EXPECT_EQ(selection.ops(), std::set<Op>{op("F0.0")});
    EXPECT_EQ(selection.current(), op("F0.0"));
}

TEST(Selection, TellsAChangeOnceAndOnlyWhenThereIsOne) {
    Selection selection;
    int changes = 0;
    QObject::connect(&selection, &Selection::changed, [&] { ++changes; });
    selection.set(op("F0.0"));
    selection.set(op("F0.0"));
    EXPECT_EQ(changes, 1);
    selection.clear();
    selection.clear();
    EXPECT_EQ(changes, 2);
}

TEST(Selection, AsksToRevealEvenWhatIsSelectedAlready) {
    Selection selection;
    int asked = 0;
    QObject::connect(&selection, &Selection::revealRequested, [&] { ++asked; });
    selection.reveal(op("F0.0"));
    selection.reveal(op("F0.0"));
    EXPECT_EQ(asked, 2);
}

TEST(Selection, LetsGoOfOpsThatAreNotInTheOrder) {
    const Schedule schedule = test::linearPlan(2, 2, R"(
        F0.0  F0.1        B0.0
        F1.0  F1.1+B1.0
    )")
                                  .schedule;
    Selection selection;
    int changes = 0;
    selection.set({op("F0.0"), op("B1.0"), op("W0.0")}, op("W0.0"));
    QObject::connect(&selection, &Selection::changed, [&] { ++changes; });
    selection.keepThoseIn(schedule);
    EXPECT_EQ(selection.ops(), (std::set<Op>{op("F0.0"), op("B1.0")}));
    EXPECT_TRUE(selection.contains(selection.current()));
    EXPECT_EQ(changes, 1);
    selection.keepThoseIn(schedule);
    EXPECT_EQ(changes, 1);
    selection.set(op("W0.0"));
    selection.keepThoseIn(schedule);
    EXPECT_TRUE(selection.empty());
}

} // namespace
} // namespace lanewright::app
