// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/arrow_art.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr double kHead = 8;

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

} // namespace

void drawArrow(QPainter& painter, const QRectF& from, const QRectF& to, const ArrowStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool sameLane = std::abs(from.top() - to.top()) < 1;
    QPointF start(from.right() - 1, from.center().y());
    QPointF end(to.left() + 1, to.center().y());
    QPointF a;
    QPointF b;
    if (sameLane) {
        const double lift = std::clamp(std::abs(end.x() - start.x()) * 0.25, 9.0, 26.0);
        // The curve comes three quarters of the way to its handles, and the rim is as wide as the line.
        const bool above = from.top() - 0.75 * lift - style.width - 2 >= style.ceiling;
        const QPointF handle(0, above ? -lift : lift);
        start = QPointF(from.center().x(), above ? from.top() : from.bottom());
        end = QPointF(to.center().x(), above ? to.top() : to.bottom());
        a = start + handle;
        b = end + handle;
    } else {
        const double reach = std::clamp(std::abs(end.x() - start.x()) * 0.5, 14.0, 120.0);
        a = start + QPointF(reach, 0);
        b = end - QPointF(reach, 0);
    }
    QPainterPath path(start);
    path.cubicTo(a, b, end);
    painter.setBrush(Qt::NoBrush);
    // A pale rim keeps the line apart from the blocks it crosses.
    painter.setPen(QPen(style.rim, style.width + 3, Qt::SolidLine, Qt::FlatCap));
    painter.drawPath(path);
    QPen pen(style.colour, style.width, Qt::SolidLine, Qt::FlatCap);
    if (style.dashed)
        pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawPath(path);
    drawHead(painter, end, end - b, style.colour);
    painter.restore();
}

} // namespace lanewright::app
