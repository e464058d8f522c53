// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/picture/drawing.h"

#include <string>

namespace lanewright::test {

inline int timesIn(const std::string& text, const std::string& word) {
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size()))
        ++count;
    return count;
}

/// Two lanes of blocks plain, hatched, dashed and halved, a curve, an arrow, and words with each anchor: 84 mm wide.
inline Drawing handMadeDrawing() {
    constexpr Rgb kInk = 0x12161C;
    Drawing drawing{.width = 84 / 25.4 * 72, .height = 60, .title = R"(A title: & < > " % $ # _ { } ~ ^ \ ä × … 流)"};
    drawing.looks = {
        {.name = "F", .fill = 0x0A22A0, .border = 0x06145F, .label = 0xFFFFFF},
        {.name = "B", .fill = 0x41BDDD, .border = 0x1C7F98, .label = kInk},
        {.name = "W", .fill = 0x7FC9A9, .border = 0x14573F, .label = kInk, .hatched = 1, .hatch = 0x228E69},
        {.name = "R",
         .fill = 0xEEBB11,
         .border = 0x7A5F00,
         .label = kInk,
         .isDashed = true,
         .hatched = 0.35,
         .hatch = 0x7A5F00,
         .rises = false},
        {.name = "idle", .fill = 0xDDE1E8, .line = 0, .corner = 0}};
    const auto box = [&](double x, double y, double width, double height, int look, const std::string& label) {
        drawing.marks.emplace_back(Box{{x, y, width, height}, look, label, 6});
    };
    for (int rank = 0; rank < 2; ++rank)
        for (int at = 0; at < 6; ++at)
            box(30 + 24 * at + 8 * rank, 16 + 14 * rank, at == 5 ? 1.5 : 24, 10, (at + rank) % 4,
                at == 5 ? "" : std::to_string(at));
    box(200, 16, 30, 5, 0, "10");
    box(200, 21, 30, 5, 1, "4");
    box(160, 16, 40, 10, 4, "");
    drawing.marks.emplace_back(Line{{{30, 50}, {60, 44}, {90, 52}, {180, 46}}, 0xB82E6B, 0.8, {3, 1.5}});
    drawing.marks.emplace_back(Line{{{54, 21}, {62, 35}}, 0x5B6472, 0.5, {}, true});
    const auto words = [&](const std::string& text, Point at, double size, Anchor anchor, bool isBold) {
        drawing.marks.emplace_back(Words{text, at, size, kInk, anchor, isBold, textWidth(text, size, isBold)});
    };
    words(drawing.title, {2, 10}, 7, Anchor::Start, true);
    words("rank 0", {27, 23}, 6, Anchor::End, false);
    words("rank 1", {27, 37}, 6, Anchor::End, false);
    words("0", {30, 57}, 6, Anchor::Middle, false);
    words("12.5 ms", {150, 57}, 6, Anchor::Middle, false);
    return drawing;
}

} // namespace lanewright::test
