// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/playback_moment.h"

#include "app/lanes/lane_chrome.h"
#include "app/lanes/memory_lines.h"
#include "app/lanes/painting.h"

#include <algorithm>
#include <optional>

namespace lanewright::app {
namespace {

void drawCursor(QPainter& painter, const Canvas& canvas, double x, const QString& label, const Theme& theme) {
    painter.setPen(QPen(theme.text, 2.5));
    painter.drawLine(QPointF(x, canvas.area.top() - 4), QPointF(x, canvas.area.bottom()));
    const int pixels = static_cast<int>(std::clamp(canvas.area.top() * 0.42, 12.0, 18.0));
    painter.setFont(sized(painter.font(), pixels, QFont::DemiBold));
    const double width = painter.fontMetrics().horizontalAdvance(label) + 18;
    const double height = canvas.area.top() - 6;
    const double left =
        std::clamp(x - width / 2, canvas.area.left(), std::max(canvas.area.left(), canvas.area.right() - width));
    const QRectF plate(left, 2, width, height);
    fillRounded(painter, plate, 5, theme.text);
    painter.setPen(theme.surface);
    painter.drawText(plate, Qt::AlignCenter, label);
}

} // namespace

std::vector<QRectF> runningBlocks(const PlacedLanes& lanes, const Canvas& canvas, Time now) {
    std::vector<QRectF> running;
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank)
        if (const std::optional<int> position = blockAt(lanes.lanes[rank], now))
            if (const PlacedBlock& block = lanes.lanes[rank].blocks[*position]; !block.parked)
                running.push_back(canvas.rectOf(rank, block));
    return running;
}

void drawMoment(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const PlaybackMoment& moment,
                const Document& document, const Theme& theme, double type) {
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(canvas.area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 2.5));
    for (const QRectF& rect : runningBlocks(lanes, canvas, moment.now))
        painter.drawRoundedRect(rect.adjusted(0.5, -1, -1.5, 1), 4.5, 4.5);
    painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
    const double x = canvas.scale.x(moment.now);
    if (x >= canvas.area.left() - 1 && x <= canvas.area.right() + 1)
        drawCursor(painter, canvas, x, moment.label, theme);
    painter.setClipRect(QRectF(0, canvas.area.top(), canvas.area.left(), canvas.area.height()));
    for (int rank = 0; rank < std::min<int>(canvas.geometry.lanes, static_cast<int>(moment.lanes.size())); ++rank) {
        const QRectF place(0, canvas.geometry.laneTop(rank), canvas.area.left(), canvas.geometry.laneHeight);
        painter.fillRect(place.adjusted(0, 1, 0, -1), theme.surface);
        const Analysis& analysis = document.analysis();
        LaneHeader header =
            headerOf(document.plan(), analysis.metrics, rank, bytesAt(analysis.memory[rank], moment.now));
        header.doing = moment.lanes[rank].words;
        header.waits = moment.lanes[rank].waits;
        drawHeader(painter, place, header, theme, type);
    }
}

} // namespace lanewright::app
