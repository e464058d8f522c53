// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/picture/colours.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// A picture as a display list. Lengths are points (1/72 inch), y runs down from the upper left corner. Whoever draws
/// it decides nothing: marks are drawn in their order, as they are.
namespace lanewright {

struct Point {
    double x = 0;
    double y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

struct Area {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    friend bool operator==(const Area&, const Area&) = default;
};

/// How all boxes of one kind look; TikZ has a command for each, so that a person restyles them in one place.
struct Look {
    std::string name = {}; ///< letters alone, unique in its drawing: `F`, `Fb` for the second chunk
    Rgb fill = 0;
    Rgb border = 0;
    Rgb label = 0;
    double line = 0.3;     ///< width of the border; 0: none
    double corner = 0.8;   ///< radius, at most a third of the box's shorter side
    bool isDashed = false; ///< the border
    double hatched = 0;    ///< share of the height, from the foot up, that is hatched
    Rgb hatch = 0;
    bool rises = true; ///< the hatch, to the right; else it falls

    friend bool operator==(const Look&, const Look&) = default;
};

/// A block, a part of one, or a swatch.
struct Box {
    Area frame = {};
    int look = 0;           ///< among those of the drawing
    std::string label = {}; ///< in the middle; it fits
    double size = 0;        ///< the label's font

    friend bool operator==(const Box&, const Box&) = default;
};

struct Line {
    std::vector<Point> points = {};
    Rgb colour = 0;
    double width = 0.5;
    std::vector<double> dashes = {}; ///< on, off, …; empty: solid
    bool hasHead = false;            ///< an arrow's, at the last point

    friend bool operator==(const Line&, const Line&) = default;
};

enum class Anchor : std::uint8_t { Start, Middle, End };

/// A line of text. It is `width` wide whatever font a viewer has.
struct Words {
    std::string text = {};
    Point at = {}; ///< on the baseline
    double size = 0;
    Rgb colour = 0;
    Anchor anchor = Anchor::Start;
    bool isBold = false;
    double width = 0;

    double left() const { return at.x - (anchor == Anchor::End ? width : anchor == Anchor::Middle ? width / 2 : 0); }
    friend bool operator==(const Words&, const Words&) = default;
};

using Mark = std::variant<Box, Line, Words>;

struct Drawing {
    double width = 0;
    double height = 0;
    Rgb ground = 0xFFFFFF;
    std::string title = {}; ///< for viewers and screen readers
    std::vector<Look> looks = {};
    std::vector<Mark> marks = {};
};

/// The baseline of a label: so far below the middle of its box, in parts of the font's size.
constexpr double kBelowMiddle = 0.36;
/// The distance of hatched lines, and their width.
constexpr double kHatchStep = 2.4;
constexpr double kHatchLine = 0.4;
/// The border of a dashed box: on, off.
inline constexpr std::array kDashes{1.5, 1.0};

/// The lines that hatch the foot of a box, from edge to edge of it: no clip is needed.
std::vector<std::pair<Point, Point>> hatchOf(const Box& box, const Look& look);
/// The radius of a box's corners.
double cornerOf(const Box& box, const Look& look);
/// The label as words.
Words labelOf(const Box& box, const Look& look);
/// The filled triangle at the end of a line of two points and more: its tip, and the corners behind it.
std::array<Point, 3> headOf(const Line& line);

/// The first of these that a machine has: all of them have the widths of `textWidth`.
inline constexpr std::string_view kFontFamilies = "Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif";

/// How wide a line of UTF-8 is in Helvetica, and in all fonts with its metrics (Adobe's AFM files). Letters beyond
/// Latin count as those of a square.
double textWidth(std::string_view text, double size, bool isBold = false);

/// The text cut with … to fit the width; empty where not even a letter fits.
std::string elided(const std::string& text, double width, double size, bool isBold = false);

} // namespace lanewright
