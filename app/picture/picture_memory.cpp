// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture_parts.h"

#include "app/document/numbers.h"
#include "app/lanes/memory_lines.h"
#include "core/simulate/memory.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace lanewright::app::picture {
namespace {

QPainterPath curvePath(const MemoryCurve& curve, const TimeScale& scale, const QRectF& rect, double perByte) {
    QPainterPath path;
    const auto y = [&](Bytes bytes) { return rect.bottom() - static_cast<double>(bytes) * perByte; };
    double level = y(0);
    path.moveTo(scale.x(curve.empty() ? 0 : curve.front().time), level);
    for (const MemoryPoint& point : curve) {
        path.lineTo(scale.x(point.time), level);
        level = y(point.bytes);
        path.lineTo(scale.x(point.time), level);
    }
    return path;
}

void paintMemoryAxis(QPainter& painter, const Picture& picture, const QRectF& rect, Bytes most) {
    const Theme& theme = *picture.theme;
    painter.setPen(theme.text);
    painter.setFont(sized(painter, 14, QFont::DemiBold));
    painter.drawText(QRectF(kMargin, rect.top() - 4, kHeaderWidth - 10, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     PictureText::tr("memory"));
    painter.setFont(sized(painter, 12));
    painter.setPen(theme.mutedText);
    const QString unit = picture.plan->memoryUnit == MemoryUnit::Unit ? PictureText::tr("activations")
                                                                      : unitText(picture.plan->memoryUnit);
    painter.drawText(QRectF(kMargin, rect.top() + 15, kHeaderWidth - 10, 18), Qt::AlignLeft | Qt::AlignVCenter, unit);
    const QRectF left(kMargin, 0, kHeaderWidth - 10, 16);
    painter.drawText(left.translated(0, rect.bottom() - 10), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(left.translated(0, rect.top() - 2), Qt::AlignRight | Qt::AlignVCenter,
                     memoryText(most, picture.plan->memoryUnit));
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

} // namespace

void paintMemory(QPainter& painter, const Picture& picture, const Frame& frame) {
    const Theme& theme = *picture.theme;
    const Plan& plan = *picture.plan;
    const std::vector<MemoryCurve> curves =
        memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, *picture.planned);
    const auto [first, last] = ranksOf(picture, frame.canvas);
    const std::vector<int> ranks = fullestRanks(curves, first, last);
    Bytes most = 1;
    std::optional<Bytes> limit;
    for (int rank = 0; rank < static_cast<int>(curves.size()); ++rank) {
        for (const MemoryPoint& point : curves[rank])
            most = std::max(most, point.bytes);
        if (const auto own = plan.memory.limitOf(rank))
            limit = std::max(limit.value_or(0), *own);
    }
    most = std::max(most, limit.value_or(0));
    const QRectF rect = frame.memory.adjusted(0, 4, 0, -26);
    const double perByte = (rect.height() - 6) / static_cast<double>(most);
    paintMemoryAxis(painter, picture, rect, most);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    double x = rect.left();
    for (std::size_t index = 0; index < ranks.size(); ++index) {
        const int rank = ranks[index];
        painter.setPen(memoryPen(theme, static_cast<int>(index), 1.8));
        painter.save();
        if (picture.part)
            painter.setClipRect(rect.adjusted(0, -4, 0, 4));
        painter.drawPath(curvePath(curves[rank], frame.canvas.scale, rect, perByte));
        painter.restore();
        painter.drawLine(QPointF(x, rect.bottom() + 17), QPointF(x + 22, rect.bottom() + 17));
        painter.setFont(sized(painter, 13));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 28, rect.bottom() + 22), PictureText::tr("rank %1").arg(rank));
        x += 106;
    }
    painter.drawText(QPointF(x, rect.bottom() + 22), fullestNote(curves, ranks, first, last));
    if (!limit)
        return;
    const double y = rect.bottom() - static_cast<double>(*limit) * perByte;
    painter.setPen(QPen(theme.limit, 2, Qt::DashLine, Qt::FlatCap));
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
    painter.setPen(theme.limit);
    painter.setFont(sized(painter, 13, QFont::DemiBold));
    painter.drawText(QRectF(rect.right() - 200, y - 20, 200, 18), Qt::AlignRight | Qt::AlignVCenter,
                     PictureText::tr("limit %1").arg(memoryText(*limit, plan.memoryUnit)));
}

} // namespace lanewright::app::picture
