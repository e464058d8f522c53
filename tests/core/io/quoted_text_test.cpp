// SPDX-License-Identifier: Apache-2.0
#include "core/io/quoted_text.h"

#include "core/io/json_writer.h"
#include "tests/support/foreign_words.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

using namespace lanewright;

namespace {

constexpr std::string_view kSign = "\xEF\xBF\xBD";

std::string withSign(std::string_view before, std::string_view after) {
    return std::string{before} + std::string{kSign} + std::string{after};
}

} // namespace

TEST(ShownText, PutsASignForWhatATerminalObeys) {
    EXPECT_EQ(shownText("a\x1b[31m"), withSign("a", "[31m"));
    EXPECT_EQ(shownText("a\xC2\x9B"
                        "31m"),
              withSign("a", "31m"))
        << "the same command in one character";
    EXPECT_EQ(shownText("a\rb"), withSign("a", "b"));
    EXPECT_EQ(shownText(std::string_view{"a\0b", 3}), withSign("a", "b"));
    EXPECT_EQ(shownText("\x7F"), kSign);
}

TEST(ShownText, PutsASignForWhatTurnsTheDirection) {
    for (const std::string_view each : {"\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9", "\xE2\x80\xA8"})
        EXPECT_EQ(shownText(each), kSign);
    // Letters that are written from the right, and the marks beside them, are words like any others.
    for (const std::string_view each :
         {"\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D", "\xE2\x80\x8F", "\xE2\x80\xB0", "\xF0\x9F\x98\x80"})
        EXPECT_EQ(shownText(each), each);
}

TEST(ShownText, PutsASignForEachByteThatIsNoCharacter) {
    EXPECT_EQ(shownText("a\xFF"
                        "b"),
              withSign("a", "b"));
    EXPECT_EQ(shownText("\xE2\x80"), withSign(kSign, ""));
}

TEST(ShownText, KeepsLinesWhereALineMayEndOnly) {
    EXPECT_EQ(shownText("a\n\tb"), "a\n\tb");
    EXPECT_EQ(shownLine("a\n\tb"), "a  b");
    EXPECT_EQ(shownLine("a\x1b[31m\x7F"), "a [31m ");
    EXPECT_EQ(inQuotes("a\nb"), "\"a b\"");
}

TEST(ShownText, LeavesNothingThatActs) {
    for (const std::string& text :
         {shownText(test::kForeignWords), shownLine(test::kForeignWords), inQuotes(test::kForeignWords)})
        EXPECT_EQ(test::actingCharacterIn(text), "") << text;
}

TEST(JsonWriter, WritesByItsNumberWhatActsOnReaders) {
    json::Writer writer;
    writer.string(test::kForeignWords);
    const std::string text = writer.take();
    EXPECT_EQ(text, "\"" + std::string{test::kForeignJson} + "\"");
    EXPECT_EQ(nlohmann::json::parse(text).get<std::string>(), test::kForeignWords) << "and loses nothing";
}

TEST(QuotedText, IsOneWordOfAShell) {
    EXPECT_EQ(shellQuoted("a b; $c"), "'a b; $c'");
    EXPECT_EQ(shellQuoted("it's"), R"('it'\''s')");
    EXPECT_EQ(shellQuoted(""), "''");
}

TEST(QuotedText, IsEscapedWhereItWouldMeanSomethingElse) {
    EXPECT_EQ(escaped(R"(say "\n")", "\"\\"), R"(say \"\\n\")");
    EXPECT_EQ(escaped("plain", "[]"), "plain");
}
