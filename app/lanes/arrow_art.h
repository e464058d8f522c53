// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <QRectF>

namespace lanewright::app {

/// How an arrow from a block to another is drawn.
struct ArrowStyle {
    QColor colour;
    QColor rim; ///< beside the line
    double width = 1.5;
    bool dashed = false;
    double ceiling = 0; ///< above it nothing is seen
};

/// A curve from the right edge of one block to the left edge of another, with its head; over the top when both stand in
/// one lane, or under the foot where there is no room above them.
void drawArrow(QPainter& painter, const QRectF& from, const QRectF& to, const ArrowStyle& style);

} // namespace lanewright::app
