// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture_parts.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/memory_lines.h"
#include "app/lanes/painting.h"
#include "core/simulate/memory.h"

#include <QPainterPath>

#include <algorithm>
#include <optional>
#include <vector>

namespace lanewright::app::picture {
namespace {

constexpr double kCurveWidth = 1.8;

/// How high bytes stand in the room of the curves.
struct MemoryScale {
    QRectF rect;
    Bytes most = 1;                  ///< what its height stands for: the highest peak or limit of all ranks
    std::optional<Bytes> limit = {}; ///< the highest of all ranks; none: no rank has one

    double y(Bytes bytes) const {
        const double perByte = (rect.height() - 6) / static_cast<double>(most);
        return rect.bottom() - static_cast<double>(bytes) * perByte;
    }
};

MemoryScale memoryScaleOf(const Plan& plan, const std::vector<MemoryCurve>& curves, const QRectF& rect) {
    MemoryScale scale{rect};
    for (int rank = 0; rank < static_cast<int>(curves.size()); ++rank) {
        scale.most = std::max(scale.most, peakOf(curves[rank]));
        if (const auto own = plan.memory.limitOf(rank))
            scale.limit = std::max(scale.limit.value_or(0), *own);
    }
    scale.most = std::max(scale.most, scale.limit.value_or(0));
    return scale;
}

QPainterPath curvePath(const MemoryCurve& curve, const TimeScale& times, const MemoryScale& scale) {
    QPainterPath path;
    double level = scale.y(0);
    path.moveTo(times.x(curve.empty() ? 0 : curve.front().time), level);
    for (const MemoryPoint& point : curve) {
        path.lineTo(times.x(point.time), level);
        level = scale.y(point.bytes);
        path.lineTo(times.x(point.time), level);
    }
    return path;
}

void paintMemoryAxis(QPainter& painter, const Picture& picture, const MemoryScale& scale) {
    const Theme& theme = *picture.theme;
    const QRectF& rect = scale.rect;
    drawWords(painter, QRectF(kMargin, rect.top() - 4, kHeaderWidth - 10, 20), Qt::AlignLeft | Qt::AlignVCenter,
              PictureText::tr("memory"), sized(painter, 14, QFont::DemiBold), theme.text);
    const QString unit = picture.plan->memoryUnit == MemoryUnit::Unit ? PictureText::tr("activations")
                                                                      : unitText(picture.plan->memoryUnit);
    drawWords(painter, QRectF(kMargin, rect.top() + 15, kHeaderWidth - 10, 18), Qt::AlignLeft | Qt::AlignVCenter, unit,
              sized(painter, 12), theme.mutedText);
    const QRectF left(kMargin, 0, kHeaderWidth - 10, 16);
    painter.drawText(left.translated(0, rect.bottom() - 10), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(left.translated(0, rect.top() - 2), Qt::AlignRight | Qt::AlignVCenter,
                     memoryText(scale.most, picture.plan->memoryUnit));
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(rect.bottomLeft(), rect.bottomRight());
}

/// Below the curves from the left: a piece of each with its rank, and the note behind them.
void paintCurveNames(QPainter& painter, const Picture& picture, const std::vector<int>& ranks, const QString& note,
                     QPointF foot) {
    painter.setFont(sized(painter, 13));
    for (int place = 0; place < static_cast<int>(ranks.size()); ++place) {
        painter.setPen(memoryPen(*picture.theme, place, kCurveWidth));
        painter.drawLine(foot + QPointF(0, 17), foot + QPointF(22, 17));
        painter.setPen(picture.theme->mutedText);
        painter.drawText(foot + QPointF(28, 22), PictureText::tr("rank %1").arg(ranks[place]));
        foot.rx() += 106;
    }
    painter.drawText(foot + QPointF(0, 22), note);
}

void paintMemoryLimit(QPainter& painter, const Picture& picture, const MemoryScale& scale) {
    if (!scale.limit)
        return;
    const QRectF& rect = scale.rect;
    const double y = scale.y(*scale.limit);
    painter.setPen(QPen(picture.theme->limit, 2, Qt::DashLine, Qt::FlatCap));
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
    painter.setPen(picture.theme->limit);
    painter.setFont(sized(painter, 13, QFont::DemiBold));
    painter.drawText(QRectF(rect.right() - 200, y - 20, 200, 18), Qt::AlignRight | Qt::AlignVCenter,
                     PictureText::tr("limit %1").arg(memoryText(*scale.limit, picture.plan->memoryUnit)));
}

} // namespace

void paintMemory(QPainter& painter, const Picture& picture, const Frame& frame) {
    const Plan& plan = *picture.plan;
    const std::vector<MemoryCurve> curves =
        memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, *picture.planned);
    const auto [first, last] = ranksOf(picture, frame.canvas);
    const std::vector<int> ranks = fullestRanks(curves, first, last);
    const MemoryScale scale = memoryScaleOf(plan, curves, frame.memory.adjusted(0, 4, 0, -26));
    paintMemoryAxis(painter, picture, scale);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.save();
    if (picture.part)
        painter.setClipRect(scale.rect.adjusted(0, -4, 0, 4));
    for (int place = 0; place < static_cast<int>(ranks.size()); ++place) {
        painter.setPen(memoryPen(*picture.theme, place, kCurveWidth));
        painter.drawPath(curvePath(curves[ranks[place]], frame.canvas.scale, scale));
    }
    painter.restore();
    paintCurveNames(painter, picture, ranks, translated(fullestNote(curves, ranks, first, last)), scale.rect.bottomLeft());
    paintMemoryLimit(painter, picture, scale);
}

} // namespace lanewright::app::picture
