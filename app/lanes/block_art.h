// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/lane_layout.h"
#include "app/lanes/theme.h"
#include "core/picture/block_name.h"

#include <QPainter>
#include <QRectF>

#include <vector>

/// How one block looks, in vectors. The window draws it into small images and copies those; pictures draw it as it is.
namespace lanewright::app {

enum class BlockStyle : std::uint8_t {
    Planned,
    Measured,   ///< the thinner bar under a planned block
    OtherOrder, ///< such a bar of a run that had another order: pale and hatched, so that nobody takes it for the
                ///< block's
    Parked,     ///< never starts: its rank stalled
    Coming,     ///< not yet begun while the schedule is played: faded, yet to be read
};
constexpr int kBlockStyles = 5;

/// The fill of a block of that style; of an overlapped pair, of one half.
QColor blockFill(const Theme& theme, OpKind kind, int chunk, BlockStyle style);

/// Fill, border, hatch of W, halves of a pair, corner ticks of a later chunk. Labels come apart. Corners, hatch and
/// ticks follow from `width`, so that blocks of one length look alike when they are rounded to pixels; 0: as wide as
/// `rect`.
void drawBlock(QPainter& painter, const QRectF& rect, const PlacedBlock& block, BlockStyle style, const Theme& theme,
               double width = 0);

/// Blocks of that size show how their time is spent; smaller ones stay plain.
bool showsStretches(const QRectF& rect, const PlacedBlock& block);

/// Over a block that is drawn: at the foot of each of its ops where it uses the network, plain while that is hidden
/// behind compute, hatched while it is exposed, empty while the op stands still. Of a pair whose times alone are known,
/// a plain stretch as long as what it saves, at the foot of the backward.
void drawStretches(QPainter& painter, const QRectF& rect, const PlacedBlock& block, const BlockStretches& stretches,
                   BlockStyle style, const Theme& theme);

/// The slot of an explicit gap: a hatch, and a pin that says a person put it there.
void drawGap(QPainter& painter, const QRectF& rect, bool selected, const Theme& theme);

/// A piece of a label, centred on a point.
struct Label {
    LabelText text = {};
    QPointF centre = {};
    int pixels = 12; ///< font height
    bool bold = false;
    QColor colour = {};
};

/// How large the blocks of a picture are.
struct LabelView {
    double perTick = 0; ///< pixels
    double height = 0;  ///< pixels of a block
    double air = 0;     ///< pixels between blocks that touch in time

    double widthOf(Time length) const { return static_cast<double>(length) * perTick - air; }
};

/// What all labels of a picture say.
struct LabelRule {
    bool namesStage = false;
    Op widest = {};   ///< the largest numbers among them: where its label does not fit, none of that size gets one
    int longest = -1; ///< the same of lengths of microbatches
    bool hasLetter = true;
    bool namesPart = true; ///< that of W

    static LabelRule of(const PlacedLane& lane) { return {lane.namesStage, lane.widest, lane.longest}; }
    /// As much as nearly all blocks of every sort have room for: stage, letter and microbatch, letter and microbatch,
    /// or the microbatch alone.
    static LabelRule of(const PlacedLanes& lanes, const LabelView& view);
};

/// The label that the rule wants, placed relative to `rect`: the letter above the numbers where there is height, in one
/// line where not, nothing where there is no room for all of it. Where microbatches differ and there is room left, how
/// long theirs is stands below or beside the microbatch.
std::vector<Label> labelsOf(const PlacedBlock& block, const QRectF& rect, const LabelRule& rule, BlockStyle style,
                            const Theme& theme);

void drawLabel(QPainter& painter, const Label& label);

} // namespace lanewright::app
