// SPDX-License-Identifier: Apache-2.0
#include "core/picture/drawing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace lanewright;

TEST(Drawing, TextIsAsWideAsInTheFilesOfAdobe) {
    EXPECT_DOUBLE_EQ(textWidth("0", 10), 5.56);
    EXPECT_DOUBLE_EQ(textWidth("W2.5/1", 10), 9.44 + 3 * 5.56 + 2 * 2.78);
    EXPECT_DOUBLE_EQ(textWidth("rank", 6), 6 * (0.333 + 0.556 + 0.556 + 0.5));
    EXPECT_DOUBLE_EQ(textWidth("rank", 6, true), 6 * (0.389 + 0.556 + 0.611 + 0.556));
    EXPECT_DOUBLE_EQ(textWidth("~@M", 1000), 584 + 1015 + 833);
    EXPECT_DOUBLE_EQ(textWidth("", 10), 0);
}

TEST(Drawing, AccentsAddNoWidthAndOtherScriptsAreSquares) {
    EXPECT_DOUBLE_EQ(textWidth("äÉçÿ", 10), textWidth("aEcy", 10));
    EXPECT_DOUBLE_EQ(textWidth("a\xCC\x88", 10), textWidth("a", 10)) << "a and a diaeresis by itself";
    EXPECT_DOUBLE_EQ(textWidth("流水", 10), 20);
    EXPECT_DOUBLE_EQ(textWidth("🚀", 10), 10);
    EXPECT_DOUBLE_EQ(textWidth("…", 10), 10);
    EXPECT_DOUBLE_EQ(textWidth("– × −", 1000), 556 + 584 + 584 + 2 * 278);
    EXPECT_NEAR(textWidth("Жλ", 10), 12, 1);
}

TEST(Drawing, BrokenTextHasAWidthAndIsCut) {
    for (const std::string& broken :
         {std::string("\xFF\xFE"), std::string("a\xE6\xB5"), std::string("\xF4\x90\x80\x80"),
          std::string("\0\x1b[0m", 5), std::string("\xF4\x8F\xBF\xBF")}) {
        EXPECT_GT(textWidth(broken, 10), 0);
        for (double width = 0; width < 60; width += 0.7)
            EXPECT_LE(textWidth(elided(broken, width, 10), 10), width);
    }
}

TEST(Drawing, TextIsCutBetweenLettersWhereItDoesNotFit) {
    const double width = textWidth("Zero…", 7);
    EXPECT_EQ(elided("Zero", width, 7), "Zero");
    EXPECT_EQ(elided("Zero Bubble", width, 7), "Zero…");
    EXPECT_EQ(elided("Zero Bubble", width + textWidth(" ", 7), 7), "Zero…") << "no blank before it";
    EXPECT_EQ(elided("Zero Bubble", width, 7, true), "Zer…") << "bold is wider";
    EXPECT_EQ(elided("流水线", 20, 10), "流…");
    EXPECT_EQ(elided("e\xCC\x81t\xC3\xA9s", textWidth("e…", 10), 10), "e\xCC\x81…") << "with its accent";
    EXPECT_EQ(elided("Zero", textWidth("…", 7), 7), "");
}

TEST(Drawing, HatchesStayInsideOfTheirBoxFromEdgeToEdge) {
    for (const double width : {0.3, 1.0, 2.0, 7.5, 30.0, 400.0})
        for (const double height : {0.5, 3.0, 9.0, 40.0})
            for (const double hatched : {0.2, 0.5, 1.0})
                for (const bool rises : {true, false}) {
                    const Look look{.corner = 0.8, .hatched = hatched, .rises = rises};
                    const Box box{{3, 4, width, height}, 0, "", 0};
                    const Area& frame = box.frame;
                    const double corner = cornerOf(box, look);
                    for (const auto& [from, to] : hatchOf(box, look)) {
                        for (const Point& end : {from, to}) {
                            // A round corner's middle is (dx, dy) away, if the point is beyond it both ways.
                            const double dx = std::max(frame.x + corner - end.x, end.x - (frame.right() - corner));
                            const double dy = std::max(frame.y + corner - end.y, end.y - (frame.bottom() - corner));
                            EXPECT_LE(std::hypot(std::max(dx, 0.0), std::max(dy, 0.0)), corner + 1e-9);
                            EXPECT_GE(end.y, frame.bottom() - hatched * height - 1e-9);
                        }
                        EXPECT_NEAR(to.y - from.y, (rises ? -1 : 1) * (to.x - from.x), 1e-9);
                    }
                }
}

TEST(Drawing, HatchesAreAsFarApartAsTheySay) {
    const Box box{{0, 0, 30, 10}, 0, "", 0};
    const auto lines = hatchOf(box, {.corner = 0, .hatched = 1});
    ASSERT_EQ(lines.size(), 11U) << "one in the middle, and for each 2.4 · √2 of 20 one on either side";
    for (std::size_t at = 1; at < lines.size(); ++at) {
        const auto sum = [](const Point& point) { return point.x + point.y; };
        EXPECT_NEAR(sum(lines[at].first) - sum(lines[at - 1].first), kHatchStep * std::sqrt(2.0), 1e-9);
    }
    EXPECT_TRUE(hatchOf(box, {}).empty());
}

TEST(Drawing, CornersAreAtMostAThirdOfTheShorterSide) {
    EXPECT_DOUBLE_EQ(cornerOf({{0, 0, 9, 1.5}, 0, "", 0}, {.corner = 0.8}), 0.5);
    EXPECT_DOUBLE_EQ(cornerOf({{0, 0, 9, 9}, 0, "", 0}, {.corner = 0.8}), 0.8);
}

TEST(Drawing, ALabelStandsInTheMiddle) {
    const Words label = labelOf({{10, 20, 8, 9}, 0, "12", 5}, {.label = 0x123456});
    EXPECT_DOUBLE_EQ(label.left() + label.width / 2, 14);
    EXPECT_DOUBLE_EQ(label.width, 5.56);
    EXPECT_DOUBLE_EQ(label.at.y, 24.5 + 1.8) << "half of a digit's height below the middle";
    EXPECT_EQ(label.colour, 0x123456U);
}

TEST(Drawing, AHeadIsNoLongerThanItsLine) {
    const auto head = headOf({.points = {{0, 0}, {10, 0}}, .width = 0.5, .hasHead = true});
    EXPECT_EQ(head[0], (Point{10, 0}));
    EXPECT_NEAR(head[1].x, 7.4, 1e-9);
    EXPECT_NEAR(head[1].y, -head[2].y, 1e-9);
    EXPECT_GE(headOf({.points = {{0, 0}, {1, 0}}, .hasHead = true})[1].x, 0);
    EXPECT_EQ(headOf({.points = {{1, 1}, {1, 1}}, .hasHead = true})[2], (Point{1, 1}));
}
