// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/message_json.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

/// As they are, part by part: two messages are equal as soon as they say the same.
void expectSame(const Message& one, const Message& other) {
    EXPECT_EQ(one.isPlain(), other.isPlain()) << one;
    EXPECT_EQ(one.text(), other.text());
    EXPECT_TRUE(one.phrase() == other.phrase()) << one;
    ASSERT_EQ(one.arguments().size(), other.arguments().size()) << one;
    for (std::size_t at = 0; at < one.arguments().size(); ++at)
        expectSame(one.arguments()[at], other.arguments()[at]);
}

std::string refusalOf(const std::string& text) {
    const Result<Message> message = messageFromJson(text);
    return message ? "accepted" : message.error().where.text() + ": " + message.error().message.text();
}

Message nested(int depth) { return depth == 0 ? Message("core") : say(phrase("test", "in %1"), nested(depth - 1)); }

TEST(MessageJson, ComesBackPartByPart) {
    const Message wait =
        say(phrase("engine", "it has waited for %1 of rank %2"), say(phrase("engine", "the start")), 2);
    for (const Message& message :
         {Message{}, Message("B2.5"), Message(7), wait, say(phrase("engine", "%1 for more than %2 s"), wait, "2.5"),
          sayCounted(countedPhrase("test", "%1 blocks", "%1 block"), 1, 1),
          sayCounted(countedPhrase("test", "%1 blocks", "%1 block"), 2, 2), say(phrase("", "\"quoted\"\n\t\\ ä %")),
          nested(kMaxMessageDepth)}) {
        const std::string json = messageToJson(message);
        EXPECT_EQ(json.find('\n'), std::string::npos) << json;
        const Result<Message> again = messageFromJson(json);
        ASSERT_TRUE(again) << json << "\n" << again.error().message;
        expectSame(*again, message);
    }
}

TEST(MessageJson, SaysTheWholeInEnglishOnce) {
    const Message wait =
        say(phrase("engine", "it has waited for %1 of rank %2"), say(phrase("engine", "the start")), 2);
    EXPECT_EQ(messageToJson(wait), R"({"phrase": "it has waited for %1 of rank %2", "context": "engine", "args": [)"
                                   R"({"phrase": "the start", "context": "engine", "args": []}, "2"], )"
                                   R"("text": "it has waited for the start of rank 2"})");
    EXPECT_EQ(messageToJson("F0.0"), R"("F0.0")");
}

TEST(MessageJson, IsWrittenSoThatItCanBeRead) {
    const Message deep = nested(3 * kMaxMessageDepth);
    const Result<Message> again = messageFromJson(messageToJson(deep));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, deep);
}

TEST(MessageJson, IsBoundedWhenItIsRead) {
    std::string deep = "\"core\"";
    for (int depth = 0; depth <= kMaxMessageDepth; ++depth)
        deep = R"({"phrase": "in %1", "args": [)" + deep + "]}";
    EXPECT_TRUE(refusalOf(deep).ends_with(": brackets are nested more than 16 deep")) << refusalOf(deep);
    EXPECT_EQ(refusalOf(R"({"phrase": "x", "args": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]})"),
              "args: must be from 0 to 9, not 10");
    EXPECT_EQ(refusalOf('"' + std::string(kMaxMessageLength + 1, 'x') + '"'),
              ": must be from 0 to 1048576, not 1048577");
    // Each level says the one inside of it twice, so that the whole would have 2^16 times as many characters.
    std::string twice = '"' + std::string(1000, 'x') + '"';
    for (int depth = 0; depth < kMaxMessageDepth; ++depth)
        twice = R"({"phrase": "%1%1", "args": [)" + twice + "]}";
    EXPECT_NE(refusalOf(twice).find("must be from 0 to 1048576, not "), std::string::npos) << refusalOf(twice);
}

TEST(MessageJson, ThatIsNoneIsRefusedInWords) {
    EXPECT_EQ(refusalOf("4"), ": must be an object in { }, not a number");
    EXPECT_EQ(refusalOf("{}"), ": the key \"phrase\" is missing");
    EXPECT_EQ(refusalOf(R"({"phrase": ""})"), "phrase: must be a text in quotes, not \"\"");
    EXPECT_EQ(refusalOf(R"({"phrase": "x", "args": "y"})"), "args: must be a list in [ ], not a text in quotes");
    EXPECT_EQ(refusalOf(R"({"phrase": "x", "args": ["y", {"phrase": 4}]})"),
              "args[1].phrase: must be a text in quotes, not a number");
}

} // namespace
} // namespace lanewright
