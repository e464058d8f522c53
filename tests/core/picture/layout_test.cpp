// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_layout.h"

#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/simulate/simulate.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanewright {
namespace {

Plan galleryPlan(const std::string& name) {
    const Result<std::string> text = readFile(test::inRepository("schedules/gallery/" + name + ".lwsched"));
    return *planFromJson(*text);
}

/// A figure of plans of the gallery.
class Figures {
public:
    explicit Figures(const std::vector<std::string>& names) {
        for (const std::string& name : names)
            m_plans.push_back(galleryPlan(name));
        for (const Plan& plan : m_plans)
            m_timelines.push_back(simulate(plan.schedule, plan.costs));
    }

    Result<LaidOut> with(const std::vector<std::pair<std::string, std::string>>& choices, bool isMeasured = false) {
        FigureContents contents;
        for (const auto& [name, value] : choices)
            EXPECT_TRUE(choose(contents.style, name, value)) << name;
        for (std::size_t place = 0; place < m_plans.size(); ++place)
            contents.panels.push_back({.plan = &m_plans[place],
                                       .planned = &m_timelines[place],
                                       .measured = isMeasured ? &m_timelines[place] : nullptr,
                                       .title = "Figure " + std::to_string(place),
                                       .numbers = {{"iteration", "27"}, {"bubble", "11.1 %"}}});
        return layOut(contents);
    }

private:
    std::vector<Plan> m_plans;
    std::vector<Timeline> m_timelines;
};

std::vector<std::string> wordsIn(const LaidOut& figure) {
    std::vector<std::string> all;
    for (const Mark& mark : figure.drawing.marks)
        if (const auto* words = std::get_if<Words>(&mark))
            all.push_back(words->text);
    return all;
}

bool says(const LaidOut& figure, const std::string& text) {
    const std::vector<std::string> all = wordsIn(figure);
    return std::ranges::find(all, text) != all.end();
}

/// How many boxes have each look.
std::map<std::string, int> boxesIn(const LaidOut& figure) {
    std::map<std::string, int> counts;
    for (const Mark& mark : figure.drawing.marks)
        if (const auto* box = std::get_if<Box>(&mark))
            ++counts[figure.drawing.looks[box->look].name];
    return counts;
}

std::vector<std::string> labelsIn(const LaidOut& figure) {
    std::vector<std::string> labels;
    for (const Mark& mark : figure.drawing.marks)
        if (const auto* box = std::get_if<Box>(&mark); box && !box->label.empty())
            labels.push_back(box->label);
    return labels;
}

std::vector<std::string> sentencesOf(const LaidOut& figure) {
    std::vector<std::string> sentences;
    for (const Message& message : figure.leftOut)
        sentences.push_back(message.text());
    return sentences;
}

TEST(FigureLayout, HoldsEachBlockOnceWithItsNumber) {
    const LaidOut figure = *Figures({"zb-h1"}).with({});
    // A swatch of the legend beside the blocks.
    EXPECT_EQ(boxesIn(figure), (std::map<std::string, int>{{"F", 33}, {"B", 33}, {"W", 33}}));
    EXPECT_EQ(labelsIn(figure).size(), 96);
    EXPECT_TRUE(says(figure, "Figure 0") && says(figure, "rank 3") && says(figure, "forward"));
    EXPECT_FALSE(says(figure, "11.1 %")) << "numbers were not asked for";
    EXPECT_TRUE(figure.leftOut.empty());
}

TEST(FigureLayout, IsAsWideAsAskedAndAsHighAsItsLanesNeed) {
    const LaidOut column = *Figures({"zb-h1"}).with({{"width", "column"}});
    EXPECT_DOUBLE_EQ(column.drawing.width, 84 / 25.4 * 72);
    EXPECT_LT(column.drawing.height, Figures({"v-half"}).with({{"width", "column"}, {"show", "all"}})->drawing.height);
    EXPECT_DOUBLE_EQ(Figures({"zb-h1"}).with({{"height", "5cm"}})->drawing.height, 50 / 25.4 * 72);
}

TEST(FigureLayout, LetsPartsFallAwayInTheirOrder) {
    // From high to low; each has less than the one before, and says so.
    std::size_t before = 0;
    std::vector<std::string> all;
    for (const char* height : {"9cm", "4cm", "3cm", "2.4cm", "2cm", "1.5cm", "1cm", "0.6cm"}) {
        const std::vector<std::string> sentences =
            sentencesOf(*Figures({"zb-h1"}).with({{"width", "column"}, {"show", "all"}, {"height", height}}));
        EXPECT_GE(sentences.size(), before) << height;
        before = sentences.size();
        for (const std::string& sentence : sentences)
            if (std::ranges::find(all, sentence) == all.end())
                all.push_back(sentence);
    }
    EXPECT_EQ(
        all, (std::vector<std::string>{"The numbers have no room.", "The legend has no room.",
                                       "The names of ranks have no room.", "The numbers on blocks have no room.",
                                       "The memory has no room.", "The title has no room.", "The ruler has no room."}));
    EXPECT_TRUE(Figures({"zb-h1"}).with({{"width", "column"}, {"show", "all"}, {"height", "9cm"}})->leftOut.empty());
}

TEST(FigureLayout, SaysWhereLanesAreTooLow) {
    const LaidOut figure = *Figures({"zb-h1"}).with({{"show", "none"}, {"lane", "2"}});
    EXPECT_EQ(sentencesOf(figure), (std::vector<std::string>{"Lanes are 2 points high; 3 is the least that is read. A "
                                                             "larger height or fewer ranks help."}));
    EXPECT_TRUE(Figures({"zb-h1"}).with({{"show", "none"}, {"lane", "3"}})->leftOut.empty());
}

TEST(FigureLayout, NumbersAllBlocksInOneWay) {
    for (const char* name : {"dualpipe", "zbv", "interleaved-1f1b", "hanayo"})
        for (const char* form : {"microbatch", "stage"})
            for (const char* width : {"column", "page", "slide", "60cm"}) {
                const std::vector<std::string> labels =
                    labelsIn(*Figures({name}).with({{"width", width}, {"numbering", form}}));
                for (const std::string& label : labels)
                    EXPECT_EQ((label.find('.') != std::string::npos), std::string(form) == "stage")
                        << name << ' ' << width << ' ' << label;
            }
    const std::vector<std::string> fromOne =
        labelsIn(*Figures({"zb-h1"}).with({{"count-from", "1"}, {"show", "digits"}}));
    EXPECT_EQ(fromOne.front(), "1");
    EXPECT_EQ(std::ranges::count(fromOne, "0"), 0);
}

TEST(FigureLayout, DrawsTheRanksThatAreAskedForInTheirOrder) {
    const LaidOut figure = *Figures({"zb-h1"}).with({{"ranks", "2,0"}});
    EXPECT_TRUE(says(figure, "rank 2") && says(figure, "rank 0"));
    EXPECT_FALSE(says(figure, "rank 1"));
}

TEST(FigureLayout, RefusesWhatNoScheduleHas) {
    const auto refusal = [](const std::string& name, const std::string& value) {
        const Result<LaidOut> figure = Figures({"zb-h1"}).with({{name, value}});
        return figure ? "drawn" : figure.error().message.text();
    };
    EXPECT_EQ(refusal("ranks", "0,9"), "There is no rank 9.");
    EXPECT_EQ(refusal("arrows", "8"), "There is no microbatch 8.");
    for (const char* time : {"27:30", "-3:0", "1e300:2e300", "0:1e15"})
        EXPECT_EQ(refusal("time", time), "The stretch of time is not one of the figure, which goes from 0 to 27.");
    EXPECT_EQ(refusal("time", "-3:39"), "drawn");
}

TEST(FigureLayout, CutsAStretchOfTimeAtItsEdges) {
    const LaidOut figure = *Figures({"zb-h1"}).with({{"time", "5.5:10"}, {"show", "all"}});
    EXPECT_LT(labelsIn(figure).size(), 96 / 4);
    for (const Mark& mark : figure.drawing.marks)
        if (const auto* box = std::get_if<Box>(&mark)) {
            EXPECT_GE(box->frame.x, 0);
            EXPECT_LE(box->frame.right(), figure.drawing.width);
        } else if (const auto* line = std::get_if<Line>(&mark)) {
            for (const Point& point : line->points)
                EXPECT_TRUE(point.x >= 0 && point.x <= figure.drawing.width);
        }
}

TEST(FigureLayout, PutsSchedulesUnderEachOtherOnOneAxis) {
    Figures figures({"1f1b", "zb-h1", "zbv"});
    const LaidOut figure = *figures.with({});
    EXPECT_TRUE(says(figure, "Figure 0") && says(figure, "Figure 1") && says(figure, "Figure 2"));
    EXPECT_EQ(std::ranges::count(wordsIn(figure), "rank 0"), 3);
    EXPECT_EQ(std::ranges::count(wordsIn(figure), "forward"), 1);
    const Result<LaidOut> mixed = Figures({"zb-h1", "zb-2p-1.5b"}).with({});
    ASSERT_FALSE(mixed);
    EXPECT_EQ(mixed.error().message.text(),
              "Schedules in seconds and schedules without a unit have no axis in common.");
}

TEST(FigureLayout, DrawsARunUnderItsBlocksBelowThemOrAlone) {
    Figures figures({"zb-h1"});
    EXPECT_EQ(boxesIn(*figures.with({}, true))["FRun"], 33) << "a swatch beside the bars";
    const LaidOut below = *figures.with({{"run", "below"}}, true);
    EXPECT_EQ(boxesIn(below)["F"], 65);
    EXPECT_EQ(std::ranges::count(wordsIn(below), "rank 0"), 2);
    EXPECT_EQ(boxesIn(*figures.with({{"run", "alone"}}, true))["F"], 33);
}

TEST(FigureLayout, RepeatsIterationsAndSaysHowTheyFollowEachOther) {
    const LaidOut synchronous = *Figures({"zb-h1"}).with({{"iterations", "2"}, {"optimizer-mode", "sync"}});
    EXPECT_EQ(boxesIn(synchronous)["F"], 65);
    EXPECT_TRUE(says(synchronous, "synchronous iterations"));
    EXPECT_TRUE(says(*Figures({"zb-h1"}).with({{"iterations", "2"}, {"optimizer-mode", "postvalidated"}}),
                     "post-validated iterations"));
}

TEST(FigureLayout, MarksWhereOneIterationEndsAndTheNextOneBegins) {
    const auto linesIn = [](const LaidOut& figure) {
        return std::ranges::count_if(figure.drawing.marks,
                                     [](const Mark& mark) { return std::holds_alternative<Line>(mark); });
    };
    const auto marksOf = [&](const std::string& iterations) {
        return linesIn(*Figures({"zb-h1"}).with({{"iterations", iterations}, {"show", "none"}}));
    };
    EXPECT_EQ(marksOf("1"), 0);
    EXPECT_EQ(marksOf("2"), 4); // one for each rank
    EXPECT_EQ(marksOf("3"), 8);
}

TEST(FigureLayout, MakesCurvesHigherWithItsLanes) {
    // How high the memory of a figure reaches: its tallest line.
    const auto curvesOf = [](const LaidOut& figure) {
        double most = 0;
        for (const Mark& mark : figure.drawing.marks)
            if (const auto* line = std::get_if<Line>(&mark)) {
                const auto [low, high] = std::ranges::minmax(line->points, {}, &Point::y);
                most = std::max(most, high.y - low.y);
            }
        return most;
    };
    const LaidOut usual = *Figures({"zb-h1"}).with({{"show", "memory"}});
    const LaidOut high = *Figures({"zb-h1"}).with({{"show", "memory"}, {"height", "12cm"}});
    EXPECT_GT(high.lane, 1.5 * usual.lane);
    EXPECT_NEAR(curvesOf(high) / curvesOf(usual), high.lane / usual.lane, 0.2);
}

TEST(FigureLayout, DrawsValuesAsArrowsAndBubblesHatched) {
    const auto headsIn = [](const LaidOut& figure) {
        return std::ranges::count_if(figure.drawing.marks, [](const Mark& mark) {
            const auto* line = std::get_if<Line>(&mark);
            return line && line->hasHead;
        });
    };
    EXPECT_EQ(headsIn(*Figures({"zb-h1"}).with({})), 0);
    // Three boundaries, there and back.
    // And one in the legend.
    EXPECT_EQ(headsIn(*Figures({"zb-h1"}).with({{"arrows", "2"}})), 6 + 1);
    EXPECT_EQ(headsIn(*Figures({"zb-h1"}).with({{"arrows", "all"}})), 6 * 8 + 1);
    EXPECT_GT(boxesIn(*Figures({"zb-h1"}).with({{"show", "bubbles"}}))["Bubble"], 4);
}

TEST(FigureLayout, MergesBlocksThatNobodySeesApart) {
    const LaidOut figure = *Figures({"zb-2p-1.5b"}).with({{"width", "1cm"}});
    EXPECT_LT(figure.drawing.marks.size(), 8 * 24 * 3) << "fewer than there are blocks";
    EXPECT_TRUE(labelsIn(figure).empty());
}

} // namespace
} // namespace lanewright
