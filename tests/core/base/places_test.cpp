// SPDX-License-Identifier: Apache-2.0
#include "core/base/places.h"

#include "core/base/result.h"

#include <gtest/gtest.h>

using namespace lanewright;

TEST(ErrorPlace, KeepsItsPhraseBehindTheNameOfAFile) {
    const Error error{say(phrase("test", "is wrong")), say(kLineColumn, 3, 7)};
    const Message place = within("my: plan.lwsched", error.where);
    EXPECT_EQ(place.text(), "my: plan.lwsched: line 3, column 7");
    EXPECT_EQ(place.arguments().back().phrase(), kLineColumn);
    EXPECT_EQ(place.arguments().back().arguments(), (std::vector<Message>{3, 7}));
}

TEST(ErrorPlace, ThatIsAPathNeedsNoTranslation) {
    EXPECT_TRUE(Error({"is wrong", "costs.transfer[2]"}).where.isPlain());
    EXPECT_TRUE(Error({"is wrong"}).where.empty());
}

TEST(Within, SaysNothingOfAPlaceThatIsNotThere) {
    EXPECT_EQ(within("a", "b"), "a: b");
    EXPECT_EQ(within("", "b"), "b");
    EXPECT_EQ(within("a", ""), "a");
}
