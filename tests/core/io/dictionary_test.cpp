// SPDX-License-Identifier: Apache-2.0
#include "core/io/dictionary_json.h"

#include "tests/core/io/documents.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

Dictionary read(std::string_view text) {
    const Result<Dictionary> dictionary = dictionaryFromJson(text);
    EXPECT_TRUE(dictionary) << dictionary.error().where << ": " << dictionary.error().message;
    return dictionary ? *dictionary : Dictionary{};
}

} // namespace

TEST(Dictionary, SaysPhrasesTheirArgumentsAndNumbersInItsLanguage) {
    const Dictionary german = read(R"({"here": {"%1 waits": "%1 wartet", "rank %1": "Rank %1",
        "%1 ops": ["eine Op", "%1 Ops"]}})");
    EXPECT_EQ(german.said(say(phrase("here", "%1 waits"), say(phrase("here", "rank %1"), 3))), "Rank 3 wartet");
    const auto ops = [&](int count) {
        return german.said(sayCounted(countedPhrase("here", "%1 ops", "an op"), count, count));
    };
    EXPECT_EQ(ops(1), "eine Op");
    EXPECT_EQ(ops(0), "0 Ops");
    EXPECT_EQ(ops(2), "2 Ops");
}

TEST(Dictionary, WhatItLacksStaysEnglish) {
    const Dictionary german = read(R"({"here": {"yes": "ja"}})");
    EXPECT_EQ(german.said(say(phrase("there", "yes"))), "yes");
    EXPECT_EQ(german.said(sayCounted(countedPhrase("here", "%1 ops", "an op"), 1, 1)), "an op");
    EXPECT_EQ(german.said("a file's title"), "a file's title");
    EXPECT_TRUE(read("{}").empty());
}

TEST(Dictionary, RefusesWhatIsNoListOfWords) {
    for (const char* text : {"", "[]", R"({"here": "yes"})", R"({"here": {"yes": 1}})", R"({"here": {"yes": ["ja"]}})"})
        EXPECT_FALSE(dictionaryFromJson(text)) << text;
    const Result<Dictionary> wrong = dictionaryFromJson(R"({"here": {"yes": ["ja"]}})");
    EXPECT_EQ(wrong.error().where.text(), "here.yes");
}

TEST(Dictionary, ThatOfTheProgramIsSound) {
    const Dictionary german = read(test::document("resources/words/de.json"));
    EXPECT_EQ(german.said(sayCounted(countedPhrase("title", "%1 ranks", "%1 rank"), 2, 2)), "2 Ranks");
}
