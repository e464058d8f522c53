// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/caret.h"

#include "app/document/numbers.h"
#include "app/lanes/block_art.h"
#include "app/lanes/lane_chrome.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/lanes/timeline_text.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {
QString placeText(const Schedule& schedule, int rank, const std::set<Op>& moved, int weightParts) {
    const Row& row = schedule.order[rank];
    const auto name = [weightParts](const Block& block) { return blockText(block, weightParts); };
    const auto isMoved = [&](const Block& block) { return moved.contains(block.op); };
    const auto first = std::ranges::find_if(row, isMoved);
    const auto after = std::find_if_not(first, row.end(), isMoved);
    if (first == row.begin() && after == row.end())
        return TimelineText::tr("alone on rank %1").arg(rank);
    if (first == row.begin())
        return TimelineText::tr("first, before %1").arg(name(*after));
    if (after == row.end())
        return TimelineText::tr("last, after %1").arg(name(*(first - 1)));
    return TimelineText::tr("after %1, before %2").arg(name(*(first - 1)), name(*after));
}

void drawCaret(QPainter& painter, const Canvas& canvas, const PlacedLane& lane, int rank, int boundary, double mouseX) {
    if (boundary < 0)
        return;
    const std::vector<PlacedBlock>& blocks = lane.blocks;
    const int last = static_cast<int>(blocks.size());
    double left = canvas.scale.x(0);
    if (boundary > 0)
        left = canvas.scale.x(blocks[boundary - 1].end);
    else if (last > 0)
        left = canvas.scale.x(blocks[0].start);
    const double right = boundary < last ? canvas.scale.x(blocks[boundary].start) : left;
    const double x = std::round(mouseX - left < right - mouseX ? left : right) - 0.5;
    const double top = canvas.geometry.blockTop(rank) - 5;
    const double bottom = top + canvas.geometry.blockHeight() + 10;
    const QColor colour = currentTheme().selection;
    painter.setPen(QPen(colour, 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{x - 6, top - 6}, {x + 6, top - 6}, {x, top + 2}});
}

void drawGhost(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const QRectF& rect,
               const PlacedBlock& block, bool bad) {
    const Theme& theme = currentTheme();
    painter.setOpacity(0.82);
    drawBlock(painter, rect, block, BlockStyle::Planned, theme);
    const LabelRule rule = LabelRule::of(lanes, {canvas.scale.perTick(), rect.height(), 1});
    for (const Label& label : labelsOf(block, rect, rule, BlockStyle::Planned, theme))
        drawLabel(painter, label);
    painter.setOpacity(1);
    if (bad)
        return drawViolation(painter, rect, theme);
    drawOutline(painter, rect.adjusted(-1, -1, 1, 1), 4, QPen(theme.selection, 2));
}

void drawLaneFrame(QPainter& painter, const Canvas& canvas, int rank, const QColor& colour) {
    const QRectF lane(canvas.area.left(), canvas.geometry.laneTop(rank) + 2, canvas.area.width() - 2,
                      canvas.geometry.laneHeight - 4);
    drawOutline(painter, lane, 6, QPen(colour, 2, Qt::DashLine));
}

} // namespace lanewright::app
