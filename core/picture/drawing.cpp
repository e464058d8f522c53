// SPDX-License-Identifier: Apache-2.0
#include "core/picture/drawing.h"

#include "core/io/quoted_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanewright {

namespace {

/// In thousandths of the font's size, from the blank to the tilde.
using AsciiWidths = std::array<short, 95>;
constexpr std::array<AsciiWidths, 2> kAscii{
    {{278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
      556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
      611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
      667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
      222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584},
     {278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
      556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
      611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
      667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
      278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584}}};

/// For each character from U+00A0 to U+00FF one of ASCII that is as wide, to a fiftieth of the font's size.
constexpr std::string_view kLatin1 = " (0000|0(D*0+-D0*0(((+0 ((*0MMMF"
                                     "AAAAAA@CEEEEIIIIDNOOOOO+OUUUUYPF"
                                     "aaaaaa%ceeeeIIIIonooooo+Fuuuuypy";
static_assert(kLatin1.size() == 0x60);

struct WidthRange {
    char32_t last; ///< the first range that reaches to a character is its own
    std::array<short, 2> width;
};
/// Latin with accents, accents by themselves, Greek and Cyrillic, Hangul and others, Latin and Greek with more accents;
/// blanks, marks that join, – and hyphens, —, quotes, •, … and arrows, − and ≤; all else, and marks that choose a sign.
constexpr WidthRange kBeyondLatin1[] = {
    {0x02FF, {600, 650}},   {0x036F, {0, 0}},       {0x10FF, {600, 650}}, {0x1DFF, {1000, 1000}},
    {0x1FFF, {600, 650}},   {0x200A, {500, 500}},   {0x200F, {0, 0}},     {0x2013, {556, 556}},
    {0x2017, {1000, 1000}}, {0x201F, {333, 500}},   {0x2022, {350, 350}}, {0x2211, {1000, 1000}},
    {0x22FF, {584, 584}},   {0xFDFF, {1000, 1000}}, {0xFE0F, {0, 0}},     {0x10FFFF, {1000, 1000}}};

/// Takes the first character off the text, whole or broken, and gives its width in thousandths of the font's size.
int takeWidth(std::string_view& text, bool isBold) {
    const std::size_t bytes = characterLength(text, 0);
    const char32_t number = bytes == 0 ? 0xFFFD : characterNumber(text, 0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
    if (number > 0xFF)
        return std::ranges::lower_bound(kBeyondLatin1, number, {}, &WidthRange::last)->width[isBold];
    const char32_t like = number >= 0xA0 ? kLatin1[number - 0xA0] : number >= ' ' && number <= '~' ? number : U' ';
    return kAscii[isBold][like - ' '];
}

} // namespace

std::vector<std::pair<Point, Point>> hatchOf(const Box& box, const Look& look) {
    std::vector<std::pair<Point, Point>> lines;
    // So far inside, the corners stand on the arcs of a box with round ones.
    const double inside = cornerOf(box, look) * (1 - std::numbers::sqrt2 / 2);
    const Area& frame = box.frame;
    const double left = frame.x + inside;
    const double width = frame.width - 2 * inside;
    const double bottom = frame.bottom() - inside;
    const double height = std::min(frame.height * look.hatched, frame.height - inside) - inside;
    if (look.hatched <= 0 || width <= 0 || height <= 0)
        return lines;
    // A line cuts the left or the upper edge at its beginning, `sum` being how far along both it is. One goes through
    // the middle, so that both ends look alike.
    const double step = kHatchStep * std::numbers::sqrt2;
    for (double sum = std::fmod((width + height) / 2, step); sum < width + height; sum += step) {
        Point from{std::max(0.0, sum - height), std::min(sum, height)};
        Point to{std::min(sum, width), std::max(0.0, sum - width)};
        for (Point* const point : {&from, &to})
            *point = {look.rises ? left + point->x : left + width - point->x, bottom - height + point->y};
        lines.emplace_back(from, to);
    }
    return lines;
}

double cornerOf(const Box& box, const Look& look) {
    return std::min(look.corner, std::min(box.frame.width, box.frame.height) / 3);
}

Words labelOf(const Box& box, const Look& look) {
    const Area& frame = box.frame;
    const Point at{frame.x + frame.width / 2, frame.y + frame.height / 2 + kBelowMiddle * box.size};
    return {box.label, at, box.size, look.label, Anchor::Middle, false, textWidth(box.label, box.size)};
}

std::array<Point, 3> headOf(const Line& line) {
    const Point tip = line.points.back();
    const Point before = line.points[line.points.size() - 2];
    const double distance = std::hypot(tip.x - before.x, tip.y - before.y);
    if (distance <= 0)
        return {tip, tip, tip};
    const double share = std::min(1.0, (1.6 + 2 * line.width) / distance);
    const Point back{(before.x - tip.x) * share, (before.y - tip.y) * share};
    constexpr double kBreadth = 0.36; // to either side, in parts of the length
    return {tip, Point{tip.x + back.x - kBreadth * back.y, tip.y + back.y + kBreadth * back.x},
            Point{tip.x + back.x + kBreadth * back.y, tip.y + back.y - kBreadth * back.x}};
}

double textWidth(std::string_view text, double size, bool isBold) {
    long width = 0;
    while (!text.empty())
        width += takeWidth(text, isBold);
    return static_cast<double>(width) * size / 1000;
}

std::string elided(const std::string& text, double width, double size, bool isBold) {
    if (textWidth(text, size, isBold) <= width)
        return text;
    constexpr std::string_view kDots = "…";
    const double room = width - textWidth(kDots, size, isBold);
    double used = 0;
    std::size_t end = 0; // behind the last letter that fits and is no blank
    for (std::string_view rest = text; !rest.empty();) {
        used += takeWidth(rest, isBold) * size / 1000;
        if (used > room)
            break;
        if (const std::size_t at = text.size() - rest.size(); text[at - 1] != ' ')
            end = at;
    }
    return end == 0 ? std::string{} : text.substr(0, end) + std::string{kDots};
}

} // namespace lanewright
