// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "tests/core/picture/hand_made_drawing.h"
#include "tests/support/foreign_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace lanewright;
using namespace lanewright::test;

namespace {

/// What is not well-formed about XML of elements, attributes in quotes and the entities that XML has; empty: nothing.
std::string faultOfXml(std::string_view text) {
    std::vector<std::string_view> open;
    const auto badEntity = [](std::string_view part) {
        for (std::size_t at = part.find('&'); at != std::string_view::npos; at = part.find('&', at + 1))
            if (!std::ranges::any_of(std::vector<std::string_view>{"&amp;", "&lt;", "&gt;"},
                                     [&](std::string_view entity) { return part.substr(at).starts_with(entity); }))
                return true;
        return false;
    };
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find('<'), text.size());
        if (badEntity(text.substr(0, begin)))
            return "entity in " + std::string(text.substr(0, begin));
        text.remove_prefix(begin);
        if (text.empty())
            break;
        const std::size_t end = text.find('>');
        if (end == std::string_view::npos)
            return "no end of " + std::string(text.substr(0, 40));
        const std::string_view tag = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        const std::string_view name = tag.substr(0, tag.find_first_of(" /", 1));
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1))
                return "<" + std::string(tag) + ">";
            open.pop_back();
            continue;
        }
        if (std::ranges::count(tag, '"') % 2 != 0 || tag.find('<') != std::string_view::npos || badEntity(tag))
            return std::string(tag);
        for (std::size_t at = tag.find("=\""); at != std::string_view::npos; at = tag.find("=\"", at + 1)) {
            const std::size_t blank = tag.rfind(' ', at);
            const std::string attribute(tag.substr(blank, at - blank + 2));
            if (timesIn(std::string(tag), attribute) != 1)
                return "twice" + attribute;
        }
        if (!tag.ends_with('/'))
            open.push_back(name);
    }
    return open.empty() ? "" : "open: " + std::string(open.back());
}

std::string svgTitled(const std::string& title) {
    Drawing drawing = handMadeDrawing();
    drawing.title = title;
    drawing.marks.emplace_back(Words{.text = title, .at = {1, 9}, .size = 5, .width = textWidth(title, 5)});
    return toSvg(drawing);
}

} // namespace

TEST(Svg, IsWellFormedAndHoldsEachMark) {
    const std::string svg = toSvg(handMadeDrawing());
    EXPECT_EQ(faultOfXml(svg), "");
    EXPECT_EQ(timesIn(svg, "<rect "), 1 + 12 + 3) << "the ground is one";
    EXPECT_EQ(timesIn(svg, "<text "), 10 + 2 + 5);
    EXPECT_EQ(timesIn(svg, "<polyline "), 2);
    EXPECT_EQ(timesIn(svg, "<polygon "), 1);
    EXPECT_EQ(timesIn(svg, "<path "), 5) << "of the hatched boxes, W and R";
    EXPECT_EQ(timesIn(svg, "style="), 0);
}

TEST(Svg, IsAsLargeAsItSaysInMillimetres) {
    EXPECT_NE(toSvg(handMadeDrawing()).find(R"(width="84mm" height="21.17mm" viewBox="0 0 238.11 60")"),
              std::string::npos);
    EXPECT_NE(toSvg({.width = 100.001, .height = 0.1}).find(R"(width="35.28mm" height="0.04mm")"), std::string::npos);
}

TEST(Svg, EachTextSaysHowWideItIs) {
    const std::string svg = toSvg(handMadeDrawing());
    EXPECT_EQ(timesIn(svg, "textLength="), timesIn(svg, "<text "));
    EXPECT_EQ(timesIn(svg, R"(lengthAdjust="spacingAndGlyphs")"), timesIn(svg, "<text "));
    EXPECT_EQ(timesIn(svg, R"(textLength="3.34" lengthAdjust="spacingAndGlyphs">3</text>)"), 2);
    EXPECT_EQ(timesIn(svg, R"(font-family="Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif")"), 1);
}

TEST(Svg, ATitleIsWordsWhateverItHolds) {
    const std::string svg = svgTitled("a & b <c> \"d\" % $ # _ { } ~ ^ \\");
    EXPECT_NE(svg.find("<title>a &amp; b &lt;c&gt; \"d\" % $ # _ { } ~ ^ \\</title>"), std::string::npos);
    for (const std::string& title : {std::string{kForeignWords}, std::string("\xFF \xE6\xB5 \xEF\xBF\xBF\0]]>", 12)}) {
        const std::string hostile = svgTitled(title);
        EXPECT_EQ(faultOfXml(hostile), "");
        EXPECT_EQ(actingCharacterIn(hostile), "");
        EXPECT_EQ(hostile.find("\xEF\xBF\xBF"), std::string::npos) << "U+FFFF is no character of XML";
        EXPECT_EQ(timesIn(hostile, "<img"), 0);
    }
}

TEST(Svg, WhatComesLaterLiesOnTop) {
    Drawing drawing = handMadeDrawing();
    drawing.marks.emplace_back(Box{{32, 17, 4, 4}, 1, "7", 4});
    drawing.marks.emplace_back(Line{{{0, 0}, {9, 9}}});
    drawing.marks.emplace_back(Box{{2, 31, 4, 4}, 0, "", 0});
    const std::string svg = toSvg(drawing);
    const std::size_t cover = svg.find("<rect x=\"32\" y=\"17\"");
    EXPECT_LT(svg.find(">0</text>"), cover) << "the label of the block below";
    EXPECT_LT(cover, svg.rfind(">7</text>"));
    EXPECT_LT(svg.rfind(">7</text>"), svg.rfind("<polyline "));
    EXPECT_LT(svg.rfind("<polyline "), svg.rfind("<rect "));
}
