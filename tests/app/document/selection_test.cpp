// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

namespace lanewright {
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

} // namespace
} // namespace lanewright
