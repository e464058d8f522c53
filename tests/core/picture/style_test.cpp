// SPDX-License-Identifier: Apache-2.0
#include "core/base/joined_by.h"
#include "core/base/random.h"
#include "core/picture/figure_style.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lanewright {
namespace {

constexpr double kCentimetre = 72 / 2.54;

/// Asserts that the choice is taken.
FigureStyle chosen(std::initializer_list<std::pair<const char*, const char*>> choices) {
    FigureStyle style;
    for (const auto& [name, value] : choices) {
        const Result<Done> done = choose(style, name, value);
        EXPECT_TRUE(done.ok()) << name << " " << value << ": " << done.error().message;
    }
    return style;
}

std::string refusal(const char* name, const char* value) {
    FigureStyle style;
    const Result<Done> done = choose(style, name, value);
    EXPECT_EQ(style, FigureStyle{}) << name;
    return done ? "" : done.error().message.text();
}

std::string readRefusal(std::string_view text) {
    FigureStyle style;
    const Result<Done> done = readStyle(text, style);
    EXPECT_EQ(style, FigureStyle{}) << text;
    return done ? "" : done.error().where.text() + ": " + done.error().message.text();
}

/// A value that the row takes: one of its words, or one of what else it is like.
std::string randomValue(const StyleRow& row, Random& random) {
    if (!row.takesOthers || (!row.choices.empty() && random.chance(30)))
        return std::string{row.choices[static_cast<std::size_t>(random.below(static_cast<int>(row.choices.size())))]};
    if (row.name == "width" || row.name == "height")
        return std::to_string(1 + 40 * random.unit()) + (random.chance(50) ? "cm" : "in");
    if (row.name == "time")
        return std::to_string(random.unit()) + ":" + std::to_string(1 + 100 * random.unit());
    if (row.name == "show")
        return random.chance(50) ? "title,memory" : "+memory,-digits";
    if (row.isList)
        return std::to_string(random.between(20, 30)) + "," + std::to_string(random.below(9)) + "-12";
    if (row.name == "iterations")
        return std::to_string(random.between(1, 64));
    return std::to_string(30 + 70 * random.unit());
}

TEST(Style, ReadsItsChoicesAsWritten) {
    const FigureStyle usual;
    EXPECT_DOUBLE_EQ(usual.width, 17.8 * kCentimetre);
    EXPECT_EQ(usual.type(), 7);
    FigureStyle style = chosen({{"width", "8.4cm"},
                                {"height", "1in"},
                                {"theme", "dark"},
                                {"palette", "zero-bubble"},
                                {"colour_by", "chunk"},
                                {"hatch", "kinds"},
                                {"numbering", "stage"},
                                {"count-from", "1"},
                                {"time", "10:42.5"},
                                {"ranks", "4-6,0"},
                                {"arrows", "1,3-4"},
                                {"iterations", "3"},
                                {"optimizer-mode", "postvalidated"},
                                {"run", "below"},
                                {"dpi", "600"}});
    EXPECT_DOUBLE_EQ(style.width, 8.4 * kCentimetre);
    EXPECT_EQ(style.height, 72);
    EXPECT_EQ(style.ground, Ground::Night);
    EXPECT_EQ(style.palette, Palette::ZeroBubble);
    EXPECT_EQ(style.colourBy, ColourBy::Chunk);
    EXPECT_EQ(style.hatched, Hatched::Kinds);
    EXPECT_EQ(style.numbering, Numbering::Stage);
    EXPECT_EQ(style.countFrom, 1);
    EXPECT_EQ(style.time, (Stretched{10, 42.5}));
    EXPECT_EQ(style.ranks, (std::vector{4, 5, 6, 0}));
    EXPECT_EQ(style.arrows, (std::vector{1, 3, 4}));
    EXPECT_EQ(style.iterations, 3);
    EXPECT_EQ(style.optimizer, OptimizerMode::PostValidated);
    EXPECT_EQ(style.run, RunPlace::Below);
    EXPECT_EQ(style.dotsPerInch, 600);
    EXPECT_EQ(styleRow("width")->write(style), "column");
    EXPECT_EQ(styleRow("height")->write(style), "2.54cm");
    EXPECT_EQ(styleRow("ranks")->write(style), "4-6,0");
}

TEST(Style, LetsTypeAndLanesFollowTheWidthUntilTheyAreChosen) {
    EXPECT_EQ(chosen({{"width", "column"}}).type(), 6.5);
    EXPECT_EQ(chosen({{"width", "9cm"}}).type(), 6.5);
    EXPECT_EQ(chosen({{"width", "slide"}}).type(), 12);
    EXPECT_EQ(chosen({{"font", "9"}, {"width", "slide"}}).font, 9);
    EXPECT_EQ(chosen({{"lane", "14"}, {"width", "slide"}}).lane, 14);
    EXPECT_EQ(chosen({{"font", "9"}, {"lane", "14"}, {"font", "auto"}, {"lane", "auto"}}), FigureStyle{});
}

TEST(Style, ShowsPartsOrChangesThem) {
    const auto shown = [](const char* value) { return styleRow("show")->write(chosen({{"show", value}})); };
    EXPECT_EQ(styleRow("show")->write({}), "legend,ranks,digits,title,ruler");
    EXPECT_EQ(shown("title,ranks"), "ranks,title");
    EXPECT_EQ(shown("+memory"), "legend,ranks,digits,memory,title,ruler");
    EXPECT_EQ(shown("-title,+bubbles"), "legend,ranks,digits,ruler,bubbles");
    EXPECT_EQ(shown("none"), "none");
    EXPECT_EQ(shown("all"), "all");
    EXPECT_EQ(shown("all,-numbers,-bubbles"), "legend,ranks,digits,memory,title,ruler");
}

TEST(Style, RefusesInOneSentenceThatNamesWhatIsPossible) {
    EXPECT_EQ(refusal("theme", "night"), "theme takes one of light, dark, contrast, not \"night\"");
    EXPECT_EQ(refusal("width", "8.4"),
              "width takes column, page, slide or a length from 1cm to 500cm, in cm, mm, in, pt or px, not \"8.4\"");
    EXPECT_NE(refusal("colour", "kind").find("a figure has no choice \"colour\"; it has width, "), std::string::npos);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"width", "9mm"},
                                                                    {"width", "5001mm"},
                                                                    {"width", "auto"},
                                                                    {"width", "nancm"},
                                                                    {"height", "0"},
                                                                    {"height", "-3cm"},
                                                                    {"font", "2.9"},
                                                                    {"font", "101"},
                                                                    {"font", "7pt"},
                                                                    {"lane", "0"},
                                                                    {"dpi", "29"},
                                                                    {"dpi", "2401"},
                                                                    {"dpi", "auto"},
                                                                    {"show", ""},
                                                                    {"show", "digits,names"},
                                                                    {"numbering", "Stage"},
                                                                    {"count-from", "2"},
                                                                    {"time", "3:3"},
                                                                    {"time", "5"},
                                                                    {"time", ":"},
                                                                    {"time", "a:b"},
                                                                    {"ranks", "3-1"},
                                                                    {"ranks", "0-3,2"},
                                                                    {"ranks", "-1"},
                                                                    {"ranks", "0-4096"},
                                                                    {"ranks", ""},
                                                                    {"arrows", "0,,1"},
                                                                    {"arrows", "some"},
                                                                    {"iterations", "0"},
                                                                    {"iterations", "65"},
                                                                    {"iterations", "1.5"},
                                                                    {"optimizer-mode", "synchronous"},
                                                                    {"run", "above"},
                                                                    {"palette", "0"},
                                                                    {"hatch", ""},
                                                                    {"theme", "light,dark"},
                                                                    {"width", "infinitycm"}})
        EXPECT_NE(refusal(name, value).find(std::string{name} + " takes "), std::string::npos) << name << " " << value;
}

TEST(Style, IsTheSameOnceWrittenAndRead) {
    for (std::uint64_t trial = 0; trial < test::trials(2000); ++trial) {
        Random random(trial);
        FigureStyle style;
        for (const StyleRow& row : styleRows())
            if (random.chance(60)) {
                const std::string value = randomValue(row, random);
                ASSERT_TRUE(choose(style, row.name, value).ok()) << row.name << " " << value;
            }
        FigureStyle again;
        const std::string text = styleText(style);
        ASSERT_TRUE(readStyle(text, again).ok()) << text;
        ASSERT_EQ(again, style) << text;
        for (const StyleRow& row : styleRows()) {
            ASSERT_TRUE(choose(again, row.name, row.write(style)).ok()) << row.name << " " << row.write(style);
            ASSERT_EQ(again, style) << row.name << " " << row.write(style);
        }
    }
    EXPECT_EQ(styleText({}), "{}\n");
    EXPECT_EQ(styleText(chosen({{"width", "column"}, {"colour-by", "chunk"}})),
              "{\n  \"width\": \"column\",\n  \"colour_by\": \"chunk\"\n}\n");
}

TEST(Style, SaysWhatIsWrongInAFileAndWhere) {
    EXPECT_EQ(readRefusal(R"({"font": "9", "palete": "grey"})").substr(0, 35), "palete: a figure has no choice \"pal");
    EXPECT_EQ(readRefusal(R"({"font": "9", "theme": "night"})"),
              "theme: theme takes one of light, dark, contrast, not \"night\"");
    EXPECT_EQ(readRefusal(R"({"ranks": [0, 1]})"), "ranks: must be a text in quotes, not a list in [ ]");
    EXPECT_NE(readRefusal("[]"), "");
    EXPECT_NE(readRefusal("{").find("line 1, column"), std::string::npos);
    FigureStyle style;
    EXPECT_TRUE(readStyle(R"({"font": 9, "count_from": 1})", style).ok()) << "numbers may be said as such";
    EXPECT_EQ(style, chosen({{"font", "9"}, {"count-from", "1"}}));
}

TEST(Style, HasAllThatAreBuiltIn) {
    for (const std::string_view name : builtInStyles()) {
        FigureStyle style;
        const Result<Done> loaded = loadStyle(std::string{name}, {}, style);
        EXPECT_TRUE(loaded.ok()) << name << ": " << loaded.error().message;
        EXPECT_NE(style, FigureStyle{}) << name;
    }
}

TEST(Style, IsLookedForInFoldersBeforeThoseBuiltIn) {
    const std::filesystem::path folder = std::filesystem::path{::testing::TempDir()} / "styles";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "print.lwstyle") << R"({"font": "11"})";
    std::ofstream(folder / "wrong.lwstyle") << R"({"font": "1"})";
    const std::vector<std::string> folders = {"/no/such/folder", folder.string()};
    FigureStyle style;
    for (const std::string& name :
         {std::string{"print"}, std::string{"print.lwstyle"}, (folder / "print.lwstyle").string()}) {
        style = {};
        EXPECT_TRUE(loadStyle(name, folders, style).ok());
        EXPECT_EQ(style, chosen({{"font", "11"}})) << name;
    }
    const Result<Done> wrong = loadStyle("wrong", folders, style);
    ASSERT_FALSE(wrong.ok());
    EXPECT_EQ(wrong.error().where.text(), (folder / "wrong.lwstyle").string() + ": font");
    const Result<Done> none = loadStyle("thesis", folders, style);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().message.text(), "there is no style \"thesis\": neither a file thesis.lwstyle nor one of " +
                                               joinedBy(", ", builtInStyles()));
}

TEST(Style, IsKeptInTheFolderForSettings) {
    setenv("XDG_CONFIG_HOME", "/settings", 1);
    EXPECT_EQ(styleFolder(), "/settings/lanewright/styles");
    setenv("XDG_CONFIG_HOME", "beside", 1);
    setenv("HOME", "/home/ada", 1);
    EXPECT_EQ(styleFolder(), "/home/ada/.config/lanewright/styles");
    unsetenv("HOME");
    EXPECT_EQ(styleFolder(), "");
}

} // namespace
} // namespace lanewright
