// SPDX-License-Identifier: Apache-2.0
#include "core/model/text.h"
#include "core/picture/block_name.h"
#include "core/picture/figure_layout.h"
#include "core/simulate/simulate.h"
#include "tests/support/judging.h"
#include "tests/support/repository.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// A figure of a publication.
struct Published {
    std::string name = {};
    std::string generator = {};
    UniformProblem problem = {};
    std::string style = {};
    std::string legend = {};
    std::vector<std::string> rows = {};

    friend void PrintTo(const Published& figure, std::ostream* out) { *out << figure.name; }
};

std::vector<Published> publishedFigures() {
    std::vector<Published> figures;
    std::ifstream in(inRepository("tests/data/picture/published_figures.txt"));
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        if (!figures.empty() && std::ssize(figures.back().rows) < figures.back().problem.ranks) {
            figures.back().rows.push_back(line);
            continue;
        }
        Published& figure = figures.emplace_back();
        std::istringstream(line) >> figure.name >> figure.generator >> figure.problem.ranks >>
            figure.problem.microbatches >> figure.problem.chunks >> figure.style >> figure.legend;
    }
    return figures;
}

/// What blocks say, by lane, from the left; the halves of a pair as one. Small letters are second chunks.
std::vector<std::string> rowsIn(const Drawing& drawing, int ranks) {
    std::map<double, std::map<double, std::string>> byTop;
    for (const Mark& mark : drawing.marks)
        if (const Box* box = std::get_if<Box>(&mark); box && !box->label.empty()) {
            std::string kind = drawing.looks[box->look].name;
            if (kind.ends_with('b')) {
                kind.pop_back();
                std::ranges::transform(kind, kind.begin(), [](unsigned char letter) { return std::tolower(letter); });
            }
            byTop[box->frame.y][box->frame.x] = kind + box->label;
        }
    std::vector<std::map<double, std::string>> lanes(ranks);
    std::size_t top = 0;
    for (const auto& [y, blocks] : byTop)
        for (const std::size_t lane = top++ * ranks / byTop.size(); const auto& [x, text] : blocks)
            lanes[lane][x] += (lanes[lane][x].empty() ? "" : "+") + text;
    std::vector<std::string> rows;
    for (const auto& lane : lanes) {
        std::string& row = rows.emplace_back();
        for (const auto& [x, text] : lane)
            row += (row.empty() ? "" : " ") + text;
    }
    return rows;
}

std::vector<std::string> wordsIn(const Drawing& drawing) {
    std::vector<std::string> words;
    for (const Mark& mark : drawing.marks)
        if (const Words* each = std::get_if<Words>(&mark))
            words.push_back(each->text);
    return words;
}

} // namespace

class PublishedFigures : public testing::TestWithParam<Published> {};

TEST_P(PublishedFigures, AreDrawnInTheirOrderWithTheirNumbersAndLegend) {
    const Published& figure = GetParam();
    const Plan plan = made(figure.generator, figure.problem);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    FigureContents contents{.panels = {{.plan = &plan, .planned = &timeline}}};
    ASSERT_TRUE(loadStyle(figure.style, {}, contents.style));
    const Result<LaidOut> laidOut = layOut(contents);
    ASSERT_TRUE(laidOut);
    EXPECT_EQ(rowsIn(laidOut->drawing, figure.problem.ranks), figure.rows);

    const std::vector<std::string> words = wordsIn(laidOut->drawing);
    const int first = contents.style.countFrom;
    EXPECT_EQ(std::ranges::count(words, "rank " + std::to_string(first)), 1);
    EXPECT_EQ(std::ranges::count(words, "rank " + std::to_string(first + figure.problem.ranks)), 0);
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
        EXPECT_EQ(std::ranges::count(words, nameOf(kind).text),
                  ("," + figure.legend + ",").find("," + std::string(toText(kind)) + ",") != std::string::npos ? 1 : 0)
            << toText(kind);
}

INSTANTIATE_TEST_SUITE_P(Of, PublishedFigures, testing::ValuesIn(publishedFigures()), [](const auto& figure) {
    std::string name = figure.param.name;
    std::erase(name, '-');
    return name;
});
