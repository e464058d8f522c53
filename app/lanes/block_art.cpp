// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/block_art.h"

#include "app/lanes/painting.h"
#include "core/picture/colours.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr double kRadius = 3.5;
constexpr int kSmallestText = 8;
constexpr int kSmallestLetter = 7; ///< the colour says the kind, too
constexpr double kLowestText = 11; ///< pixels of height from which a line of text has room
constexpr double kAir = 0.42;      ///< beside a text, in parts of its font's height
constexpr double kTwoLines = 34;   ///< pixels of height from which a label has a line for the letter
constexpr int kSmallestName = 10;  ///< the least for stage and microbatch below the letter

constexpr double kFaintest = 1.3; ///< contrast of a hatch to its fill, so that it is seen

QColor blockBorder(const Theme& theme, OpKind kind, int chunk, BlockStyle style) {
    const QColor border = theme.border(kind, chunk);
    return style == BlockStyle::Planned || theme.strong ? border : Theme::mixed(border, theme.surface, 0.35);
}

/// Diagonal lines that stay inside the rectangle (no clip: pictures in vectors would carry one per block).
void hatch(QPainter& painter, const QRectF& rect, const QColor& colour, double step) {
    painter.setPen(QPen(colour, 1));
    for (double x = rect.left() - rect.height() + step; x < rect.right(); x += step) {
        const double from = std::max(x, rect.left());
        const double to = std::min(x + rect.height(), rect.right());
        painter.drawLine(QPointF(from, rect.bottom() - (from - x)), QPointF(to, rect.bottom() - (to - x)));
    }
}

/// Takes what was drawn back to where it can be told from what runs, and no further.
QColor veilOf(const Theme& theme) {
    QColor veil = theme.surface;
    veil.setAlphaF(theme.dark ? 0.66F : 0.7F);
    return veil;
}

/// Over the lower part of a block only: W is known without its colour, and its number stays clear.
void hatchWeights(QPainter& painter, const QRectF& rect, int chunk, const Theme& theme) {
    const double height = std::min(rect.height() - 2, std::max(4.0, rect.height() * 0.28));
    const QColor fill = theme.fill(OpKind::W, chunk);
    QColor line = Theme::mixed(fill, theme.border(OpKind::W, chunk), 0.55);
    // On a dark surface the border is the lighter one, and a light fill would swallow it.
    if (Theme::contrast(line, fill) < kFaintest)
        line = Theme::mixed(fill, theme.label(OpKind::W, chunk), 0.3);
    hatch(painter, QRectF(rect.left() + 1, rect.bottom() - 1 - height, rect.width() - 2, height), line, 5);
}

/// All over a bar of another order.
void hatchBar(QPainter& painter, const QRectF& rect, OpKind kind, int chunk, const Theme& theme) {
    hatch(painter, rect.adjusted(1, 1, -1, -1), Theme::mixed(theme.fill(kind, chunk), theme.surface, 0.3), 4);
}

/// As quiet as can still be read on the fill.
QColor mutedOn(const QColor& fill, const Theme& theme) {
    const double least = theme.strong ? 7 : 4.5;
    QColor best = theme.mutedText;
    for (const QColor& colour : {theme.mutedText, theme.text, QColor(Qt::white), QColor(Qt::black)}) {
        if (Theme::contrast(colour, fill) >= least)
            return colour;
        if (Theme::contrast(colour, fill) > Theme::contrast(best, fill))
            best = colour;
    }
    return best;
}

/// One small triangle in the upper right corner per chunk above the first.
void cornerTicks(QPainter& painter, const QRectF& rect, int chunk, const QColor& colour) {
    const double size = std::min(9.0, rect.height() / 4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (int tick = 0; tick < std::min(chunk, 3); ++tick) {
        const double right = rect.right() - tick * (size + 1);
        if (right - size < rect.left())
            return;
        painter.drawPolygon(QPolygonF{{right - size, rect.top()}, {right, rect.top()}, {right, rect.top() + size}});
    }
}

LabelText numberOf(const Op& op, const LabelRule& rule) {
    return {.stage = rule.namesStage ? int{op.stage} : -1, .microbatch = op.microbatch};
}

LabelText letterOf(const Op& op, const LabelRule& rule) {
    return {.kind = static_cast<int>(op.kind), .part = rule.namesPart && op.part > 0 ? int{op.part} : -1};
}

struct LabelSpace {
    QRectF rect;
    QColor colour;
    LabelRule rule;
    LabelText length = {}; ///< that of the microbatch
};

/// The largest font not above `wanted` in which the text fits with the largest numbers there are; 0 where it is below
/// `least`.
int fitting(LabelText text, const LabelSpace& space, int wanted, int least = kSmallestText) {
    if (text.stage >= 0)
        text.stage = std::max<int>(text.stage, space.rule.widest.stage);
    if (text.microbatch >= 0)
        text.microbatch = std::max<int>(text.microbatch, space.rule.widest.microbatch);
    if (text.length >= 0)
        text.length = std::max(text.length, space.rule.longest);
    if (text.part >= 0)
        text.part = std::max<int>(text.part, space.rule.widest.part);
    const int size = std::min(wanted, static_cast<int>(space.rect.width() / (text.width() + kAir)));
    return size >= least ? size : 0;
}

/// The letter, and below it the number of the op's name: F over 3 where a rank has one stage, F over 1.3 where it has
/// several. So a number alone is that of a microbatch wherever it stands.
void labelTwoLines(std::vector<Label>& out, const Op& op, const LabelSpace& space) {
    const QRectF& rect = space.rect;
    const double height = rect.height();
    const int numberWanted = static_cast<int>(std::clamp(height * 0.36, 11.0, std::max(21.0, height * 0.26)));
    const int letterWanted = static_cast<int>(std::clamp(height * 0.25, 9.0, std::max(14.0, height * 0.17)));
    // Numbers of one digit are no larger than those of two in other schedules.
    const int two = std::max(fitting({.microbatch = 10}, space, numberWanted), kSmallestText);
    // A small stage is worth less than a microbatch that is read from afar; the corner tells the chunks apart, too.
    const int number =
        fitting(numberOf(op, space.rule), space, two, space.rule.namesStage ? kSmallestName : kSmallestText);
    const int letter = fitting(letterOf(op, space.rule), space, std::min(letterWanted, number), kSmallestLetter);
    if (number == 0 || (space.rule.hasLetter && letter == 0))
        return;
    const auto add = [&](const LabelText& text, int pixels, double y, bool bold) {
        out.push_back({text, {rect.center().x(), y}, pixels, bold, space.colour});
    };
    add(numberOf(op, space.rule), number, rect.top() + height * 0.65, true);
    if (space.rule.hasLetter)
        add(letterOf(op, space.rule), letter, rect.top() + height * 0.27, false);
    // Below the number, where the block is high enough for a third line.
    constexpr double kThreeLines = 56;
    if (space.length.length >= 0 && height >= kThreeLines)
        if (const int length = fitting(space.length, space, 11); length > 0)
            add(space.length, length, rect.bottom() - length * 0.85, false);
}

void labelOneLine(std::vector<Label>& out, const Op& op, const LabelSpace& space) {
    if (space.rect.height() < kLowestText)
        return;
    const int wanted = static_cast<int>(std::clamp(space.rect.height() * 0.62, 8.0, 15.0));
    LabelText name = numberOf(op, space.rule);
    if (space.rule.hasLetter)
        name.kind = static_cast<int>(op.kind);
    const int pixels = fitting(name, space, wanted);
    if (pixels == 0)
        return;
    const QPointF centre = space.rect.center();
    const double words = name.width() * pixels;
    const int small = std::max(kSmallestText, pixels * 3 / 4);
    const double number = space.length.width() * small;
    constexpr double kBetween = 5;
    LabelText longest = space.length;
    longest.length = std::max(longest.length, space.rule.longest);
    const bool hasRoom = words + kBetween + longest.width() * small <= space.rect.width() - 3;
    if (space.length.length < 0 || !hasRoom)
        return out.push_back({name, centre, pixels, true, space.colour});
    const double left = centre.x() - (words + kBetween + number) / 2;
    out.push_back({name, {left + words / 2, centre.y()}, pixels, true, space.colour});
    out.push_back({space.length, {left + words + kBetween + number / 2, centre.y()}, small, false, space.colour});
}

void labelOp(std::vector<Label>& out, const Op& op, const LabelSpace& space) {
    if (space.rect.height() >= kTwoLines)
        labelTwoLines(out, op, space);
    else
        labelOneLine(out, op, space);
}

/// The blocks of the sort have a label by that rule, or have none by any.
bool takes(const BlockSort& sort, const LabelRule& rule, const LabelView& view) {
    const QRectF rect(0, 0, view.widthOf(sort.length), sort.isHalf ? std::round(view.height / 2) : view.height);
    Op op = rule.widest;
    op.kind = sort.kind;
    op.part = sort.kind == OpKind::W ? int{op.part} : 0;
    std::vector<Label> labels;
    (sort.isHalf ? labelOneLine : labelOp)(labels, op, {rect, {}, rule});
    return rect.height() < kLowestText || !labels.empty();
}

// ---------------------------------------------------------------------------------------------- stretches

constexpr double kStretchesFrom = 22;       ///< pixels of width
constexpr double kStretchesFromHeight = 16; ///< pixels of an op

/// An op of a block: where it is drawn, and in which colours.
struct OpArea {
    QRectF rect;
    OpKind kind = OpKind::F;
    int chunk = 0;
};

/// The ground of what is told at the foot of an op, below its label.
QRectF footOf(const QRectF& rect) {
    const double height = std::round(std::clamp(rect.height() * 0.18, 3.0, 7.0));
    return rect.adjusted(1.5, rect.height() - height - 1.5, -1.5, -1.5);
}

/// What is seen on the op's fill, and has its hue.
QColor plainOn(const OpArea& area, const Theme& theme) {
    const QColor fill = theme.fill(area.kind, area.chunk);
    const QColor towards = Theme::mixed(fill, theme.border(area.kind, area.chunk), 0.8);
    return Theme::contrast(towards, fill) >= kFaintest ? towards
                                                       : Theme::mixed(fill, theme.label(area.kind, area.chunk), 0.4);
}

void drawFoot(QPainter& painter, const OpArea& area, const std::vector<Stretch>& stretches, Time length,
              const Theme& theme) {
    const QRectF foot = footOf(area.rect);
    const double perTick = foot.width() / static_cast<double>(std::max<Time>(1, length));
    const QColor fill = theme.fill(area.kind, area.chunk);
    const QColor line = Theme::contrast(fill, theme.surface) >= 2 ? fill : Theme::mixed(fill, theme.text, 0.5);
    // A block that is far wider than the picture is drawn only where it is in sight.
    const QRectF sight = painter.hasClipping() ? painter.clipBoundingRect() : foot;
    for (const Stretch& stretch : stretches) {
        const QRectF whole(foot.left() + static_cast<double>(stretch.start) * perTick, foot.top(),
                           static_cast<double>(stretch.end - stretch.start) * perTick, foot.height());
        QRectF part(std::max(whole.left(), sight.left() - foot.height()), foot.top(), 0, foot.height());
        part.setRight(std::min(whole.right(), sight.right() + foot.height()));
        if (stretch.spends == Spends::Computing || part.width() < 1)
            continue;
        painter.fillRect(part, stretch.spends == Spends::Hidden ? plainOn(area, theme) : theme.surface);
        if (stretch.spends == Spends::Exposed && part.width() >= 2)
            hatch(painter, part, line, 3);
    }
}

} // namespace

LabelRule LabelRule::of(const PlacedLanes& lanes, const LabelView& view) {
    LabelRule rule = lanes.lanes.empty() ? LabelRule{} : of(lanes.lanes.front());
    const auto fits = [&] {
        return std::ranges::all_of(lanes.sorts, [&](auto& sort) { return takes(sort, rule, view); });
    };
    rule.namesPart = false;
    rule.namesStage = rule.namesStage && fits();
    rule.hasLetter = fits();
    rule.namesPart = rule.hasLetter && rule.widest.part > 0;
    rule.namesPart = rule.namesPart && fits();
    return rule;
}

QColor blockFill(const Theme& theme, OpKind kind, int chunk, BlockStyle style) {
    const QColor fill = theme.fill(kind, chunk);
    switch (style) {
    case BlockStyle::Planned: return fill;
    case BlockStyle::Measured: return theme.strong ? fill : Theme::mixed(fill, theme.surface, kBarPaleness);
    case BlockStyle::OtherOrder: return Theme::mixed(fill, theme.surface, 0.75);
    case BlockStyle::Parked: return Theme::mixed(fill, theme.surface, 0.62);
    case BlockStyle::Coming: return Theme::mixed(fill, theme.surface, veilOf(theme).alphaF());
    }
    return fill;
}

void drawBlock(QPainter& painter, const QRectF& rect, const PlacedBlock& block, BlockStyle style, const Theme& theme,
               double width) {
    if (width == 0)
        width = rect.width();
    if (style == BlockStyle::Coming) {
        drawBlock(painter, rect, block, BlockStyle::Planned, theme, width);
        painter.fillRect(rect, veilOf(theme));
        return;
    }
    constexpr double kHatched = 6;
    constexpr double kTicked = 9;
    const double radius = std::min({kRadius, width / 3, rect.height() / 4});
    const double thick = theme.strong && width >= kHatched ? 2 : 1;
    const QRectF inner = rect.adjusted(thick / 2, thick / 2, -thick / 2, -thick / 2);
    const bool dashed = style == BlockStyle::Parked || style == BlockStyle::OtherOrder;
    const Qt::PenStyle line = dashed ? Qt::DashLine : Qt::SolidLine;
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    drawRounded(painter, inner, radius, QPen(blockBorder(theme, block.op.kind, block.chunk, style), thick, line),
                blockFill(theme, block.op.kind, block.chunk, style));
    if (block.paired) {
        const double half = std::round(rect.height() / 2);
        drawRounded(painter, inner.adjusted(0, half, 0, 0), radius,
                    QPen(blockBorder(theme, block.paired->kind, block.pairedChunk, style), thick, line),
                    blockFill(theme, block.paired->kind, block.pairedChunk, style));
    }
    if (block.op.kind == OpKind::W && style == BlockStyle::Planned && width >= kHatched)
        hatchWeights(painter, rect, block.chunk, theme);
    if (style == BlockStyle::OtherOrder && width >= kHatched)
        hatchBar(painter, rect, block.op.kind, block.chunk, theme);
    if (block.chunk > 0 && style == BlockStyle::Planned && width >= kTicked)
        cornerTicks(painter, inner, block.chunk, theme.label(block.op.kind, block.chunk));
}

bool showsStretches(const QRectF& rect, const PlacedBlock& block) {
    return rect.width() >= kStretchesFrom && rect.height() >= (block.paired ? 2 : 1) * kStretchesFromHeight;
}

void drawStretches(QPainter& painter, const QRectF& rect, const PlacedBlock& block, const BlockStretches& stretches,
                   BlockStyle style, const Theme& theme) {
    if ((style != BlockStyle::Planned && style != BlockStyle::Coming) || !showsStretches(rect, block))
        return;
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    if (style == BlockStyle::Coming)
        painter.setOpacity(1 - veilOf(theme).alphaF());
    const double half = block.paired ? std::round(rect.height() / 2) : rect.height();
    const OpArea upper{QRectF(rect.left(), rect.top(), rect.width(), half), block.op.kind, block.chunk};
    drawFoot(painter, upper, stretches.first, stretches.length, theme);
    if (block.paired) {
        const OpArea lower{rect.adjusted(0, half, 0, 0), block.paired->kind, block.pairedChunk};
        drawFoot(painter, lower, stretches.second, stretches.length, theme);
        if (stretches.saved > 0)
            drawFoot(painter, lower, {{Spends::Hidden, 0, std::min(stretches.saved, stretches.length)}},
                     stretches.length, theme);
    }
}

void drawGap(QPainter& painter, const QRectF& rect, bool selected, const Theme& theme) {
    if (rect.width() < 1)
        return;
    const QColor colour = selected ? theme.selection : theme.mutedText;
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF inner = rect.adjusted(1, 1, -1, -1);
    painter.setClipRect(rect);
    hatch(painter, inner, translucent(colour, selected ? 110 : 70), 6);
    drawOutline(painter, inner.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, QPen(colour, selected ? 2 : 1, Qt::DashLine));
    if (rect.width() >= 10 && rect.height() >= 14) {
        const QPointF head(rect.center().x(), rect.center().y() - 3);
        painter.setPen(QPen(colour, 1.5));
        painter.drawLine(head, head + QPointF(0, 9));
        painter.setPen(QPen(theme.surface, 1));
        painter.setBrush(colour);
        painter.drawEllipse(head, 3.6, 3.6);
    }
}

std::vector<Label> labelsOf(const PlacedBlock& block, const QRectF& rect, const LabelRule& rule, BlockStyle style,
                            const Theme& theme) {
    std::vector<Label> result;
    if (rect.width() < 11 || style == BlockStyle::Measured || style == BlockStyle::OtherOrder)
        return result;
    const auto colour = [&](OpKind kind, int chunk) {
        return style == BlockStyle::Planned ? theme.label(kind, chunk)
                                            : mutedOn(blockFill(theme, kind, chunk, style), theme);
    };
    const auto lengthOf = [&](int length) { return LabelText{.length = length, .inPercent = block.inPercent}; };
    if (!block.paired) {
        // A third line would stand where the block tells how its time is spent.
        const bool hasFoot = block.stretches >= 0 && rect.height() >= kTwoLines;
        labelOp(result, block.op,
                {rect, colour(block.op.kind, block.chunk), rule, hasFoot ? LabelText{} : lengthOf(block.length)});
        return result;
    }
    const double half = std::round(rect.height() / 2);
    const QRectF upper(rect.left(), rect.top(), rect.width(), half);
    const QRectF lower(rect.left(), rect.top() + half, rect.width(), rect.height() - half);
    labelOneLine(result, block.op, {upper, colour(block.op.kind, block.chunk), rule, lengthOf(block.length)});
    labelOneLine(result, *block.paired,
                 {lower, colour(block.paired->kind, block.pairedChunk), rule, lengthOf(block.pairedLength)});
    return result;
}

void drawLabel(QPainter& painter, const Label& label) {
    painter.setFont(sized(painter.font(), label.pixels, label.bold ? QFont::Bold : QFont::Medium));
    painter.setPen(label.colour);
    const double reach = 200;
    painter.drawText(QRectF(label.centre.x() - reach, label.centre.y() - reach, 2 * reach, 2 * reach), Qt::AlignCenter,
                     QString::fromLatin1(label.text.text()));
}

} // namespace lanewright::app
