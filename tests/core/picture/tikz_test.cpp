// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "tests/core/picture/hand_made_drawing.h"
#include "tests/support/foreign_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace lanewright;
using namespace lanewright::test;

namespace {

std::string tikzTitled(const std::string& title) {
    Drawing drawing = handMadeDrawing();
    drawing.title = title;
    drawing.marks.emplace_back(Words{.text = title, .at = {1, 9}, .size = 5, .width = 100});
    return toTikz(drawing);
}

std::string contentOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST(Tikz, DrawsEachBoxByTheCommandOfItsLook) {
    const std::string text = toTikz(handMadeDrawing());
    for (const auto& [look, boxes] : {std::pair{"F", 4}, {"B", 5}, {"W", 3}, {"R", 2}, {"idle", 1}}) {
        const std::string command = std::string("\\lw") + look;
        EXPECT_EQ(timesIn(text, "\\providecommand" + command + "["), 1);
        EXPECT_EQ(timesIn(text, "\n" + command + "{") + timesIn(text, "\n" + command + "["), boxes) << look;
    }
    EXPECT_NE(text.find("\n\\lwF{30}{16}{24}{10}{0}\n"), std::string::npos);
    EXPECT_NE(text.find("\n\\lwB[0.5]{150}{16}{1.5}{10}{}\n"), std::string::npos) << "too narrow for its look's corner";
    EXPECT_NE(text.find("\n\\lwlineB (54,21) -- (62,35);\n"), std::string::npos);
    EXPECT_NE(text.find("\n\\lwwordsB{27}{23}{16.67}{rank 0}\n"), std::string::npos);
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}')) << "as the title has one of each";
}

TEST(Tikz, LabelsHaveOneSizeUntilAnotherIsSaid) {
    Drawing drawing = handMadeDrawing();
    EXPECT_EQ(timesIn(toTikz(drawing), "\n\\def\\lwSize{6} % of labels\n"), 1);
    EXPECT_EQ(timesIn(toTikz(drawing), "\\def\\lwSize"), 1);
    drawing.marks.emplace_back(Box{{200, 30, 9, 9}, 0, "7", 4.5});
    EXPECT_NE(toTikz(drawing).find("\\def\\lwSize{4.5} % of labels\n\\lwF{200}{30}{9}{9}{7}\n"), std::string::npos);
}

TEST(Tikz, AsksForPatternsOnlyWhereItHatches) {
    Drawing drawing = handMadeDrawing();
    const std::string hatched = toTikz(drawing);
    EXPECT_EQ(timesIn(hatched, "\n\\usetikzlibrary{patterns}\n"), 1);
    EXPECT_EQ(
        timesIn(hatched, "pattern=north east lines,pattern color=lwWhatch] (#2,{#3+0*#5}) rectangle +(#4,{1*#5})"), 1);
    EXPECT_EQ(timesIn(hatched, "pattern=north west lines,pattern color=lwRhatch] (#2,{#3+0.65*#5})"), 1);
    for (Look& look : drawing.looks)
        look.hatched = 0;
    EXPECT_EQ(timesIn(toTikz(drawing), "[pattern="), 0);
    EXPECT_EQ(timesIn(toTikz(drawing), "{patterns}"), 0);
}

TEST(Tikz, ATitleIsWordsToLatexAndToEditors) {
    const std::string text = tikzTitled(std::string{kForeignWords} + "\n\\end{document} \xFF\xE6\xB5 流");
    EXPECT_EQ(actingCharacterIn(text), "");
    EXPECT_EQ(timesIn(text, "\\input{"), 0);
    EXPECT_EQ(timesIn(text, "\\end{document}"), 1);
    EXPECT_EQ(timesIn(text, "\\lwOther{流}"), 3) << "in the comment, which is one line, and in words twice";
    EXPECT_EQ(text.find("\n\\textbackslash{}end"), std::string::npos);
    EXPECT_NE(tikzTitled(R"(&<>"%$#_{}~^\|)")
                  .find(R"({\&\textless{}\textgreater{}{\char34}\%{\char36}\#\_\{\})"
                        R"(\textasciitilde{}\textasciicircum{}\textbackslash{}\textbar{}})"),
              std::string::npos);
}

TEST(Tikz, APictureWithoutMarksIsAPictureAllTheSame) {
    const std::string text = toTikz({.width = 72, .height = 36});
    EXPECT_NE(text.find("\\useasboundingbox (0,0) rectangle (72,36);"), std::string::npos);
    EXPECT_NE(text.find("\\end{tikzpicture}"), std::string::npos);
}

TEST(Tikz, LatexSetsItOnOnePageOfItsSize) {
    if (std::system("pdflatex --version >/dev/null 2>&1 && kpsewhich tikz.sty >/dev/null") != 0)
        GTEST_SKIP() << "pdflatex or TikZ is not there";
    const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "lanewright_tikz";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "p.tex") << tikzTitled(R"(&<>"%$#_{}~^\| äßÉ ·×–…→≤µ 流 🚀 Ж)");
    const std::string command = "cd '" + folder.string() +
                                "' && pdflatex -interaction=batchmode -halt-on-error -jobname=p "
                                "'\\pdfobjcompresslevel=0 \\input{p.tex}' >/dev/null 2>&1";
    const int code = std::system(command.c_str());
    const std::string log = contentOf(folder / "p.log");
    EXPECT_EQ(code, 0) << log.substr(std::min(log.find("\n!"), log.size()), 600);
    EXPECT_NE(log.find("(1 page"), std::string::npos);
    for (const char* const complaint : {"\n!", "\nOverfull", "\nMissing character"})
        EXPECT_EQ(timesIn(log, complaint), 0) << complaint;
    EXPECT_EQ(timesIn(contentOf(folder / "p.pdf"), "/MediaBox [0 0 238.11 60]"), 1);
    std::filesystem::remove_all(folder);
}
