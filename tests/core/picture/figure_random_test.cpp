// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/picture/figure_layout.h"
#include "core/simulate/simulate.h"
#include "tests/support/random_plan.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace lanewright {
namespace {

using test::Dice;

constexpr double kTolerance = 0.01; ///< points

/// A figure, with what it points to.
struct RandomFigure {
    std::deque<Plan> plans = {};
    std::deque<Timeline> timelines = {};
    FigureContents contents = {};
};

double between(Dice& dice, double low, double high) {
    return low * std::pow(high / low, dice.roll(0, 1'000'000) / 1e6);
}

std::string randomWords(Dice& dice) {
    static constexpr std::string_view kWords[] = {"",
                                                  "1F1B",
                                                  "Jgpqy {|} ÄÖÜ, §1",
                                                  "流水线并行训练的调度图",
                                                  "\xE2\x80\xAEgnp.exe\x07</text>",
                                                  "الجدول الزمني",
                                                  "🚂🚃🚃",
                                                  "\xFF\xC0 broken"};
    std::string words;
    for (int times = dice.chance(15) ? 30 : 1; times > 0; --times)
        words += kWords[static_cast<std::size_t>(dice.roll(0, static_cast<int>(std::size(kWords)) - 1))];
    return words;
}

/// Orders that are valid, broken, unfinished or missing, of few blocks or of many.
Plan randomFigurePlan(Dice& dice) {
    if (dice.chance(40)) {
        const auto all = generators();
        const Generator& generator = all[static_cast<std::size_t>(dice.roll(0, static_cast<int>(all.size()) - 1))];
        const UniformProblem problem{.ranks = static_cast<int>(between(dice, 1, 33)),
                                     .microbatches = static_cast<int>(between(dice, 1, 65))};
        if (const Result<Plan> asked = problemOf(problem))
            if (Result<Plan> made = generate(generator.name, *asked))
                return *std::move(made);
    }
    const test::RandomShape shape{.mostRanks = 6, .mostChunks = 3, .mostMicrobatches = 5, .unequal = true};
    Plan plan = dice.chance(70) ? test::randomPlan(dice.next(), shape) : test::brokenPlan(dice.next(), shape);
    if (dice.chance(5))
        plan.schedule.order.clear();
    return plan;
}

FigureStyle randomStyle(Dice& dice, const Plan& plan) {
    const auto pick = [&](auto last) { return static_cast<decltype(last)>(dice.roll(0, static_cast<int>(last))); };
    FigureStyle style;
    style.width = between(dice, 42.5, 1134);
    style.height = dice.chance(40) ? between(dice, 14.2, 850) : 0;
    style.font = dice.chance(40) ? between(dice, 3, 30) : 0;
    style.lane = dice.chance(25) ? between(dice, 1, 60) : 0;
    style.parts = dice.chance(60) ? (1U << kFigureParts) - 1 : static_cast<std::uint32_t>(dice.next() & 0xFF);
    style.ground = pick(Ground::HighContrast);
    style.palette = pick(Palette::Megatron);
    style.colourBy = pick(ColourBy::Microbatch);
    style.hatched = pick(Hatched::Kinds);
    style.numbering = pick(Numbering::Stage);
    style.run = pick(RunPlace::Alone);
    style.countFrom = dice.roll(0, 1);
    style.iterations = dice.chance(20) ? dice.roll(2, 4) : 1;
    style.allArrows = dice.chance(10);
    if (dice.chance(15))
        style.time = Stretched{dice.roll(0, 20) / 1e3, 0.1 + dice.roll(20, 2000) / 1e3};
    for (int times = dice.chance(15) ? dice.roll(1, 3) : 0; times > 0; --times)
        style.ranks.push_back(dice.roll(0, plan.schedule.ranks() - 1));
    return style;
}

RandomFigure randomFigure(std::uint64_t seed) {
    Dice dice(Dice(seed).next()); // dice of seeds that follow each other roll alike, but for the first roll
    RandomFigure figure;
    for (int panels = dice.chance(70) ? 1 : dice.roll(2, 4); panels > 0; --panels) {
        const Plan& plan = figure.plans.emplace_back(randomFigurePlan(dice));
        const Timeline& planned = figure.timelines.emplace_back(simulate(plan.schedule, plan.costs));
        FigurePanel panel{.plan = &plan, .planned = &planned, .title = randomWords(dice)};
        if (dice.chance(25) && !plan.isProblem()) {
            Timeline& measured = figure.timelines.emplace_back(planned);
            const int stretch = dice.roll(1, 4);
            for (auto& lane : measured.lanes)
                for (Span& span : lane) {
                    span.start *= stretch;
                    span.end *= stretch;
                }
            panel.measured = &measured;
            panel.measuredNote = randomWords(dice);
            panel.otherOrder = dice.chance(30);
        }
        for (int numbers = dice.roll(0, 6); numbers > 0; --numbers)
            panel.numbers.push_back({"longest span", std::to_string(dice.roll(0, 1'000'000))});
        figure.contents.panels.push_back(std::move(panel));
    }
    figure.contents.style = randomStyle(dice, figure.plans.front());
    figure.contents.foot = dice.chance(10) ? "page 2 of 5" : "";
    return figure;
}

/// A text with the box of its ink: capitals reach 0.72 of the font's size above the baseline, `g` 0.21 below it.
struct Ink {
    Area area = {};
    std::string text = {};
    const Box* block = nullptr; ///< whose label it is

    Ink(const Words& words, const Box* box)
        : area{words.left(), words.at.y - 0.72 * words.size, words.width, 0.93 * words.size}, text(words.text),
          block(box) {}
};

std::vector<Ink> inksOf(const Drawing& drawing) {
    std::vector<Ink> inks;
    for (const Mark& mark : drawing.marks)
        if (const Words* const words = std::get_if<Words>(&mark))
            inks.emplace_back(*words, nullptr);
        else if (const Box* const box = std::get_if<Box>(&mark); box && !box->label.empty())
            inks.emplace_back(labelOf(*box, drawing.looks.at(static_cast<std::size_t>(box->look))), box);
    return inks;
}

/// How far the inner area stands in the outer one at its nearest edge; below 0 where it sticks out.
double roomIn(const Area& outer, const Area& inner) {
    return std::min(
        {inner.x - outer.x, inner.y - outer.y, outer.right() - inner.right(), outer.bottom() - inner.bottom()});
}

/// The texts that lie on another one.
std::string overlapIn(std::vector<Ink> inks) {
    std::ranges::sort(inks, {}, [](const Ink& ink) { return ink.area.x; });
    std::vector<const Ink*> open;
    for (const Ink& ink : inks) {
        std::erase_if(open, [&](const Ink* other) { return other->area.right() <= ink.area.x + kTolerance; });
        for (const Ink* other : open)
            if (ink.area.y + kTolerance < other->area.bottom() && other->area.y + kTolerance < ink.area.bottom())
                return ink.text + " on " + other->text + " at " + std::to_string(ink.area.x) + ", " +
                       std::to_string(ink.area.y);
        open.push_back(&ink);
    }
    return {};
}

/// What is no number, no look or too small to be read among the marks.
std::string badMarkIn(const Drawing& drawing) {
    const auto isFinite = [](const Point& point) { return std::isfinite(point.x) && std::isfinite(point.y); };
    for (const Mark& mark : drawing.marks) {
        if (const Words* const words = std::get_if<Words>(&mark);
            words && !(isFinite(words->at) && words->width >= 0 && words->size >= kSmallestFont - kTolerance))
            return words->text + ", " + std::to_string(words->size) + " points";
        if (const Line* const line = std::get_if<Line>(&mark);
            line && !(line->points.size() > 1 && std::ranges::all_of(line->points, isFinite)))
            return "a line of " + std::to_string(line->points.size()) + " points";
        if (const Box* const box = std::get_if<Box>(&mark);
            box && !(isFinite({box->frame.x, box->frame.y}) && box->frame.width >= 0 && box->frame.height >= 0 &&
                     static_cast<std::size_t>(box->look) < drawing.looks.size()))
            return "a box of " + std::to_string(box->frame.width) + " by " + std::to_string(box->frame.height);
    }
    return {};
}

TEST(Figures, HaveNoTextOnAnotherOneOrOutsideAtAnySize) {
    int drawn = 0;
    const std::uint64_t count = test::trials(400);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const RandomFigure figure = randomFigure(seed);
        const FigureStyle& style = figure.contents.style;
        const Result<LaidOut> laidOut = layOut(figure.contents);
        if (!laidOut) {
            EXPECT_FALSE(laidOut.error().message.empty());
            continue;
        }
        ++drawn;
        const Drawing& drawing = laidOut->drawing;
        EXPECT_EQ(badMarkIn(drawing), "");
        EXPECT_EQ(drawing.width, style.width);
        EXPECT_EQ(drawing.height, style.height > 0 ? style.height : drawing.height);
        const std::vector<Ink> inks = inksOf(drawing);
        EXPECT_EQ(overlapIn(inks), "");
        for (const Ink& ink : inks) {
            EXPECT_GE(roomIn({0, 0, drawing.width, drawing.height}, ink.area), -kTolerance) << ink.text;
            EXPECT_GE(ink.block ? roomIn(ink.block->frame, ink.area) : 0, -kTolerance) << "label " << ink.text;
        }
    }
    EXPECT_GT(drawn, static_cast<int>(count) / 2);
}

TEST(Figures, AreTheSameEachTime) {
    for (std::uint64_t seed = 1; seed <= test::trials(60); ++seed) {
        const RandomFigure figure = randomFigure(seed);
        const Result<LaidOut> one = layOut(figure.contents);
        const Result<LaidOut> other = layOut(figure.contents);
        ASSERT_EQ(one.ok(), other.ok());
        if (!one)
            continue;
        EXPECT_EQ(one->drawing.looks, other->drawing.looks) << "seed " << seed;
        EXPECT_EQ(one->drawing.marks, other->drawing.marks) << "seed " << seed;
        EXPECT_EQ(one->leftOut, other->leftOut) << "seed " << seed;
    }
}

/// As many ranks as are asked for, in a picture of that height.
std::vector<Message> leftOutOf(int ranks, double height) {
    const Plan plan = *generate("1f1b", *problemOf({.ranks = ranks, .microbatches = 4}));
    const Timeline planned = simulate(plan.schedule, plan.costs);
    FigureContents contents{.panels = {{.plan = &plan, .planned = &planned}}};
    contents.style.height = height;
    contents.style.parts = 0;
    return layOut(contents)->leftOut;
}

TEST(Figures, SayThatLanesAreTooLow) {
    EXPECT_EQ(leftOutOf(20, 20 * kLowestLane + 10), std::vector<Message>{});
    const std::vector<Message> said = leftOutOf(20, 20 * kLowestLane - 10);
    ASSERT_EQ(said.size(), 1u);
    EXPECT_NE(said.front().text().find("points high"), std::string::npos) << said.front().text();
}

} // namespace
} // namespace lanewright
