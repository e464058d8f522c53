// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/played.h"

#include "app/timeline/lane_chrome.h"
#include "app/timeline/view_state.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanewright {
namespace {

/// The blocks that run at a time, as they are drawn.
std::vector<QRectF> litBlocks(const PlacedLanes& lanes, const Canvas& canvas, Time now) {
    std::vector<QRectF> lit;
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank)
        if (const std::optional<int> position = blockAt(lanes.lanes[rank], now))
            if (const PlacedBlock& block = lanes.lanes[rank].blocks[*position]; !block.parked)
                lit.push_back(canvas.rectOf(rank, block));
    return lit;
}

void drawCursor(QPainter& painter, const Canvas& canvas, double x, const QString& label, const Theme& theme) {
    painter.setPen(QPen(theme.text, 2.5));
    painter.drawLine(QPointF(x, canvas.area.top() - 4), QPointF(x, canvas.area.bottom()));
    QFont font = painter.font();
    font.setPixelSize(static_cast<int>(std::clamp(canvas.area.top() * 0.42, 12.0, 18.0)));
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    const double width = painter.fontMetrics().horizontalAdvance(label) + 18;
    const double height = canvas.area.top() - 6;
    const double left =
        std::clamp(x - width / 2, canvas.area.left(), std::max(canvas.area.left(), canvas.area.right() - width));
    const QRectF plate(left, 2, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawRoundedRect(plate, 5, 5);
    painter.setPen(theme.surface);
    painter.drawText(plate, Qt::AlignCenter, label);
}

} // namespace

void TimelineView::State::paintComing(QPainter& painter, const Canvas& canvas) {
    if (coming.isNull()) {
        coming = fadedBase(canvas, theme->dark ? 168 : 184);
        const LayerTarget target{&coming, coming.devicePixelRatio(), static_cast<int>(canvas.area.left()),
                                 static_cast<int>(canvas.area.top())};
        layer.paintPlan(target, planned, canvas.geometry, canvas.scale, BlockStyle::Coming);
    }
    const double x = std::max(0.0, canvas.scale.x(played->now) - canvas.area.left());
    const QRectF future = canvas.area.adjusted(x, 0, 0, 0);
    if (future.width() <= 0)
        return;
    painter.save();
    painter.setClipRect(future);
    painter.drawImage(QPointF(0, 0), coming);
    // What has begun shows whole, also the part of it that is still to be done.
    for (const QRectF& rect : litBlocks(planned, canvas, played->now)) {
        painter.setClipRect(rect & canvas.area);
        painter.drawImage(QPointF(0, 0), base);
    }
    painter.restore();
}

void TimelineView::State::paintPlayed(QPainter& painter, const Canvas& canvas) const {
    painter.save();
    painter.setFont(view.font());
    painter.setRenderHint(QPainter::Antialiasing);
    const double x = canvas.scale.x(played->now);
    const std::vector<QRectF> lit = litBlocks(planned, canvas, played->now);
    painter.setClipRect(canvas.area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme->text, 2.5));
    for (const QRectF& rect : lit)
        painter.drawRoundedRect(rect.adjusted(0.5, -1, -1.5, 1), 4.5, 4.5);
    painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
    if (x >= canvas.area.left() - 1 && x <= canvas.area.right() + 1)
        drawCursor(painter, canvas, x, played->label, *theme);
    painter.setClipRect(QRectF(0, canvas.area.top(), canvas.area.left(), canvas.area.height()));
    const Document& document = view.m_document;
    for (int rank = 0; rank < std::min<int>(canvas.geometry.lanes, static_cast<int>(played->lanes.size())); ++rank) {
        const QRectF place(0, canvas.geometry.laneTop(rank), canvas.area.left(), canvas.geometry.laneHeight);
        painter.fillRect(place.adjusted(0, 1, 0, -1), theme->surface);
        LaneHeader header = headerOf(document.plan(), document.analysis().metrics, rank);
        header.doing = played->lanes[rank].words;
        header.waits = played->lanes[rank].waits;
        drawHeader(painter, place, header, *theme, type);
    }
    painter.restore();
}

} // namespace lanewright
