// SPDX-License-Identifier: Apache-2.0
#include "core/base/message.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

TEST(Message, FillsItsArgumentsIn) {
    EXPECT_EQ(say(phrase("test", "%2 comes before %1, %1 behind %2."), "B", 7).text(), "7 comes before B, B behind 7.");
    EXPECT_EQ(say(phrase("test", "at %1 %"), "%1").text(), "at %1 %") << "an argument is not filled in itself";
    EXPECT_EQ(say(phrase("test", "a place without an argument stays: %3"), 1).text(),
              "a place without an argument stays: %3");
}

TEST(Message, IsCountedInItsOwnGrammar) {
    constexpr Phrase kBlocks = countedPhrase("test", "%1 blocks", "%1 block");
    EXPECT_EQ(sayCounted(kBlocks, 1, 1).text(), "1 block");
    EXPECT_EQ(sayCounted(kBlocks, 0, 0).text(), "0 blocks");
    EXPECT_EQ(sayCounted(kBlocks, 2, 2).text(), "2 blocks");
}

TEST(Message, MayBeAnArgumentOfAnother) {
    const Message inner = say(phrase("test", "rank %1"), 3);
    EXPECT_EQ(say(phrase("test", "%1 waits"), inner), "rank 3 waits");
    EXPECT_EQ(inTurn({inner, {}, "and so on"}), "rank 3 and so on");
    EXPECT_TRUE(inTurn({}).empty());
}

TEST(Message, KeepsWordsThatWereReadSomewhere) {
    Message copy;
    {
        const std::string words = "rank %1 waits for a value, longer than any string keeps inside itself";
        const Message read = Message::withOwnPhrase({"read", words, "one"}, {Message(3)}, 2);
        copy = read;
    }
    EXPECT_EQ(copy.text(), "rank 3 waits for a value, longer than any string keeps inside itself");
    EXPECT_EQ(copy.phrase().context, "read");
    EXPECT_EQ(copy.phrase().one, "one");
    EXPECT_EQ(copy.count(), 2);
}

TEST(Message, OfPlainWordsIsTheSameInEveryLanguage) {
    const Message name = std::string("B2.5");
    EXPECT_TRUE(name.isPlain());
    EXPECT_EQ(name.text(), "B2.5");
    EXPECT_FALSE(say(phrase("test", "nothing")).isPlain());
}

} // namespace
} // namespace lanewright
