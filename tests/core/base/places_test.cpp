// SPDX-License-Identifier: Apache-2.0
#include "core/base/places.h"

#include <gtest/gtest.h>

#include <array>

using namespace lanewright;

namespace {

constexpr std::array kPhrases = {phrase("test", "rank %1 has %2"), phrase("test", "rank %1 has %2 GiB of memory"),
                                 phrase("test", "%2 before %1"), phrase("test", "all is well")};

std::string madeOf(std::string_view text) {
    const auto message = phraseOf(text, kPhrases);
    if (!message)
        return "nothing";
    std::string words(message->phrase().text);
    for (const Message& argument : message->arguments())
        words += " | " + argument.text();
    return words;
}

} // namespace

TEST(PhraseOf, FindsTheWordsAndWhatStandsInTheirPlaces) {
    EXPECT_EQ(madeOf("all is well"), "all is well");
    EXPECT_EQ(madeOf("rank 3 has a cold"), "rank %1 has %2 | 3 | a cold");
    EXPECT_EQ(madeOf("rank 3 has 8 GiB of memory"), "rank %1 has %2 GiB of memory | 3 | 8");
    EXPECT_EQ(madeOf("F1.2 before B1.2"), "%2 before %1 | B1.2 | F1.2");
    EXPECT_EQ(madeOf("rank 3 has 8 GiB of memory, the GiB of memory"),
              "rank %1 has %2 GiB of memory | 3 | 8 GiB of memory, the");
}

TEST(PhraseOf, TakesNothingThatIsMoreOrLess) {
    EXPECT_EQ(madeOf("all is well."), "nothing");
    EXPECT_EQ(madeOf("all is"), "nothing");
    EXPECT_EQ(madeOf("rank 3 has "), "nothing");
    EXPECT_EQ(madeOf(""), "nothing");
}

TEST(PlaceSaid, KnowsEachFormAgain) {
    for (const Message& place : {say(kLineColumn, 3, 7), say(kRowColumn, 1, 2), say(kRowPlace, 4), say(kOrderRow, 0),
                                 say(kRankPosition, 1, 5), say(kRankPlace, 2), say(kCharacterPlace, 9)}) {
        const Message again = placeSaid(place.text());
        EXPECT_EQ(again.phrase(), place.phrase());
        EXPECT_EQ(again.arguments(), place.arguments());
    }
}

TEST(PlaceSaid, LeavesPathsAndFileNamesAsTheyAre) {
    EXPECT_TRUE(placeSaid("costs.transfer[2]").isPlain());
    EXPECT_TRUE(placeSaid("").empty());
    const Message place = placeSaid("my: plan.lwsched: line 3, column 7");
    EXPECT_EQ(place.text(), "my: plan.lwsched: line 3, column 7");
    EXPECT_EQ(place.arguments().back().phrase(), kLineColumn);
}

TEST(Within, SaysNothingOfAPlaceThatIsNotThere) {
    EXPECT_EQ(within("a", "b"), "a: b");
    EXPECT_EQ(within("", "b"), "b");
    EXPECT_EQ(within("a", ""), "a");
}
