// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/arrow_art.h"

#include "app/lanes/painting.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr double kHead = 8;
constexpr double kInset = 1; ///< from the edge of a block to where an arrow begins or ends
constexpr double kRim = 1.5; ///< on either side of the line

void drawHead(QPainter& painter, QPointF tip, QPointF direction, const QColor& colour) {
    const double length = std::hypot(direction.x(), direction.y());
    if (length <= 0)
        return;
    const QPointF along = direction / length * kHead;
    const QPointF across(-along.y() * 0.5, along.x() * 0.5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{tip, tip - along + across, tip - along - across});
}

/// A Bézier curve.
struct ArrowCurve {
    QPointF start;
    QPointF startHandle;
    QPointF endHandle;
    QPointF end;
};

/// Between blocks of one lane: over their tops, or under their feet where there is no room above.
ArrowCurve curveAlongLane(const QRectF& from, const QRectF& to, const ArrowStyle& style) {
    const double lift = std::clamp(std::abs((to.left() + kInset) - (from.right() - kInset)) * 0.25, 9.0, 26.0);
    // The curve comes three quarters of the way to its handles; half the line, its rim and some room stand above.
    const bool above = from.top() - 0.75 * lift - style.width - 2 >= style.ceiling;
    const QPointF handle(0, above ? -lift : lift);
    const QPointF start(from.center().x(), above ? from.top() : from.bottom());
    const QPointF end(to.center().x(), above ? to.top() : to.bottom());
    return {start, start + handle, end + handle, end};
}

/// From the right edge of a block to the left edge of one in another lane.
ArrowCurve curveAcrossLanes(const QRectF& from, const QRectF& to) {
    const QPointF start(from.right() - kInset, from.center().y());
    const QPointF end(to.left() + kInset, to.center().y());
    const QPointF reach(std::clamp(std::abs(end.x() - start.x()) * 0.5, 14.0, 120.0), 0);
    return {start, start + reach, end - reach, end};
}

} // namespace

void drawArrow(QPainter& painter, const QRectF& from, const QRectF& to, const ArrowStyle& style) {
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool sameLane = std::abs(from.top() - to.top()) < 1;
    const ArrowCurve curve = sameLane ? curveAlongLane(from, to, style) : curveAcrossLanes(from, to);
    QPainterPath path(curve.start);
    path.cubicTo(curve.startHandle, curve.endHandle, curve.end);
    painter.setBrush(Qt::NoBrush);
    // A pale rim keeps the line apart from the blocks it crosses.
    painter.setPen(QPen(style.rim, style.width + 2 * kRim, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    QPen pen(style.colour, style.width, Qt::SolidLine, Qt::FlatCap);
    if (style.dashed)
        pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawPath(path);
    drawHead(painter, curve.end, curve.end - curve.endHandle, style.colour);
}

} // namespace lanewright::app
