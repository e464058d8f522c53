// SPDX-License-Identifier: Apache-2.0
#include "core/io/tikz.h"

#include "core/simulate/simulate.h"

#include "tests/support/foreign_words.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using namespace lanewright;
using namespace lanewright::test;

namespace {

int countOf(const std::string& text, const std::string& word) {
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size()))
        ++count;
    return count;
}

} // namespace

TEST(Tikz, DrawsEachBlockOnceAndEachMeasuredBarOnce) {
    Plan plan = linearPlan(4, 8, zbH1Rows());
    plan.title = "ZB-H1 & 100 % of it";
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const std::string alone = toTikz(plan, timeline);
    EXPECT_EQ(countOf(alone, "\\path[lw,"), 4 * 8 * 3);
    EXPECT_NE(alone.find("{ZB-H1 \\& 100 \\% of it}"), std::string::npos);
    EXPECT_EQ(std::ranges::count(alone, '{'), std::ranges::count(alone, '}'));
    const std::string both = toTikz(plan, timeline, &timeline);
    EXPECT_EQ(countOf(both, "\\path[lw,"), 2 * 4 * 8 * 3);
    EXPECT_EQ(countOf(both, "fill=lwF!90"), 4 * 8);
}

TEST(Tikz, ShowsWhatOfTheNetworkIsHiddenAndExposed) {
    Plan plan = linearPlan(1, 2, "F0.0 F0.1+B0.0 W0.0 B0.1 W0.1");
    EXPECT_EQ(countOf(toTikz(plan, simulate(plan.schedule, plan.costs)), "patterns"), 0);
    const Time half = unit(1) / 2;
    plan.costs.pairs.segments = {{.forward = {{Resource::Compute, half}, {Resource::Network, half}},
                                  .backwardInput = {{Resource::Network, half}, {Resource::Compute, half}}}};
    const std::string text = toTikz(plan, simulate(plan.schedule, plan.costs));
    EXPECT_EQ(countOf(text, "\\usetikzlibrary{patterns}"), 1);
    EXPECT_EQ(countOf(text, "pattern=north east lines"), 2) << "of F0.0 and B0.1, which run by themselves";
    EXPECT_EQ(countOf(text, "\\fill[lwF!60!black]"), 1) << "of the pair";
    EXPECT_EQ(countOf(text, "\\fill[lwB!60!black]"), 1);
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
}

TEST(Tikz, ATitleIsWordsToLatexAndToEditors) {
    Plan plan = linearPlan(2, 1, "F0.0\nF1.0");
    plan.title = std::string{kForeignWords} + "\n\\end{document}";
    const std::string text = toTikz(plan, Timeline{});
    EXPECT_EQ(actingCharacterIn(text), "");
    EXPECT_EQ(countOf(text, "\\input"), 0);
    EXPECT_EQ(countOf(text, "\\end{document}"), 1);
    EXPECT_EQ(std::ranges::count(text, '{'), std::ranges::count(text, '}'));
    EXPECT_EQ(text.find("\n\\textbackslash{}end"), std::string::npos) << "the title's comment is one line";
}

TEST(Tikz, AScheduleWithoutBlocksIsAPictureAllTheSame) {
    Plan plan = linearPlan(2, 1, "F0.0\nF1.0");
    plan.schedule.order.clear();
    const std::string text = toTikz(plan, Timeline{});
    EXPECT_NE(text.find("\\end{tikzpicture}"), std::string::npos);
    EXPECT_EQ(countOf(text, "\\path[lw,"), 0);
}
