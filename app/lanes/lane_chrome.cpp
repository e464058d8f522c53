// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/lane_chrome.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"
#include "app/lanes/ruler_labels.h"
#include "app/lanes/timeline_text.h"

#include <QStringList>

#include <algorithm>

namespace lanewright::app {
namespace {

QString stagesText(const Placement& placement, int rank) {
    QStringList numbers;
    for (const StageCopy& copy : copiesOn(placement, rank))
        numbers << QString::number(copy.stage);
    if (numbers.isEmpty())
        return TimelineText::tr("no stage");
    if (numbers.size() == 1)
        return TimelineText::tr("stage %1").arg(numbers.front());
    constexpr qsizetype kMost = 4;
    if (numbers.size() > kMost)
        numbers = numbers.mid(0, kMost - 1) << QStringLiteral("…");
    return TimelineText::tr("stages %1").arg(numbers.join(QStringLiteral(", ")));
}

QColor barColour(const LaneHeader& header, const Theme& theme) {
    if (header.isOverLimit())
        return theme.violation;
    if (header.hasLimit && header.filled == 1)
        return theme.full;
    return Theme::mixed(theme.accent, theme.surface, theme.dark ? 0.1 : 0.45);
}

void drawMemoryBar(QPainter& painter, const QRectF& bar, const LaneHeader& header, const Theme& theme) {
    painter.setRenderHint(QPainter::Antialiasing);
    fillRounded(painter, bar, 2.2, theme.line);
    const QSizeF filled(bar.width() * std::clamp(header.filled, 0.0, 1.0), bar.height());
    fillRounded(painter, QRectF(bar.topLeft(), filled), 2.2, barColour(header, theme));
}

/// What the rank does at the moment, or its stages.
QString secondLineOf(const LaneHeader& header) { return header.doing.isEmpty() ? header.stages : header.doing; }

QColor secondColourOf(const LaneHeader& header, const Theme& theme) {
    if (header.doing.isEmpty())
        return theme.mutedText;
    return header.waits ? theme.warning : Theme::mixed(theme.accent, theme.text, 0.25);
}

} // namespace

LaneHeader headerOf(const Plan& plan, const Metrics& metrics, int rank, std::optional<Bytes> held) {
    LaneHeader header;
    header.name = TimelineText::tr("rank %1").arg(rank);
    header.stages = stagesText(plan.schedule.placement, rank);
    if (rank >= static_cast<int>(metrics.peakMemory.size()))
        return header;
    const Bytes peak = held.value_or(metrics.peakMemory[rank]);
    const std::optional<Bytes> limit = plan.memory.limitOf(rank);
    const QString unit = unitText(plan.memoryUnit);
    if (limit) {
        header.hasLimit = true;
        header.filled = *limit > 0 ? static_cast<double>(peak) / static_cast<double>(*limit) : peak > 0 ? 2 : 0;
        header.memory = QStringLiteral("%1 / %2 %3")
                            .arg(memoryText(peak, plan.memoryUnit), memoryText(*limit, plan.memoryUnit), unit);
        return header;
    }
    const Bytes largest = *std::ranges::max_element(metrics.peakMemory);
    header.filled = largest > 0 ? static_cast<double>(peak) / static_cast<double>(largest) : 0;
    header.memory = QStringLiteral("%1 %2").arg(memoryText(peak, plan.memoryUnit), unit);
    return header;
}

void drawHeader(QPainter& painter, const QRectF& place, const LaneHeader& header, const Theme& theme, double type) {
    const PainterGuard guard(painter);
    painter.translate(place.topLeft());
    painter.scale(type, type);
    const QRectF rect(QPointF(0, 0), place.size() / type);
    const QFont font = painter.font();
    const double left = rect.left() + 16;
    const double width = rect.width() - 28;
    const bool tall = rect.height() >= 74;
    const bool middle = rect.height() >= 44;
    // Where a bar has no room, its number may.
    const bool hasMemory = rect.height() >= 54 && !header.memory.isEmpty();
    const double height = tall ? 66 : hasMemory ? 51 : middle ? 36 : 15;
    double y = rect.center().y() - height / 2;
    const auto text = [&](const QString& line, int pixels, QFont::Weight weight, const QColor& colour, double step) {
        painter.setFont(sized(font, pixels, weight));
        painter.setPen(colour);
        painter.drawText(QRectF(left, y, width + 10, step), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line, Qt::ElideRight, static_cast<int>(width + 8)));
        y += step;
    };
    const int nameSize = middle ? 15 : std::clamp(static_cast<int>(rect.height() * 0.62), 8, 13);
    text(header.name, nameSize, QFont::DemiBold, theme.text, middle ? 20 : 15);
    if (middle)
        text(secondLineOf(header), 12, QFont::Normal, secondColourOf(header, theme), tall ? 17 : 16);
    if (tall && hasMemory) {
        y += 6;
        drawMemoryBar(painter, QRectF(left, y, width - 14, 4.5), header, theme);
        y += 6;
    }
    if (hasMemory)
        text(header.memory, 11, QFont::Normal, header.isOverLimit() ? theme.violation : theme.mutedText,
             tall ? 17 : 15);
}

void drawStraight(QPainter& painter, QPointF from, QPointF to, const QColor& colour) {
    painter.fillRect(QRectF(from, to).adjusted(-0.5, -0.5, 0.5, 0.5), colour);
}

void drawGrid(QPainter& painter, const QRectF& rect, const TimeScale& scale, const Theme& theme, double type) {
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor colour = Theme::mixed(theme.line, theme.surface, 0.45);
    for (const Tick& tick : ticksFor(scale, kLabelsApart * type).marks) {
        const double x = std::round(scale.x(tick.time));
        if (tick.major && x >= rect.left() && x < rect.right())
            drawStraight(painter, {x, rect.top()}, {x, rect.bottom()}, colour);
    }
}

void drawRuler(QPainter& painter, const QRectF& rect, const TimeScale& scale, TimeUnit unit, const Theme& theme,
               double type) {
    const PainterGuard guard(painter);
    painter.setClipRect(rect);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(sized(painter.font(), static_cast<int>(12 * type)));
    painter.setPen(Theme::mixed(theme.line, theme.mutedText, 0.5));
    for (const Tick& tick : ticksFor(scale, kLabelsApart * type).marks) {
        const double x = std::round(scale.x(tick.time));
        painter.drawLine(QPointF(x, tick.major ? rect.top() + 6 : rect.bottom() - 6), QPointF(x, rect.bottom() - 1));
    }
    painter.setPen(theme.mutedText);
    for (const RulerLabel& label : rulerLabels(rect, scale, unit, painter.fontMetrics(), type))
        painter.drawText(QRectF(label.left, rect.top(), label.width + 1, rect.height() - 2),
                         Qt::AlignLeft | Qt::AlignVCenter, label.text);
    painter.setPen(theme.line);
    painter.drawLine(QPointF(rect.left(), rect.bottom() - 0.5), QPointF(rect.right(), rect.bottom() - 0.5));
}

void drawStall(QPainter& painter, const QRectF& lanes, double x, const QString& text, const Theme& theme) {
    const PainterGuard guard(painter);
    painter.setPen(QPen(theme.violation, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(x, lanes.top()), QPointF(x, lanes.bottom()));
    painter.setFont(sized(painter.font(), 12, QFont::DemiBold));
    const double width = painter.fontMetrics().horizontalAdvance(text) + 14;
    // In the ruler above, where it covers no block.
    const QRectF plate(x - 1, lanes.top() - 21, width, 20);
    painter.setRenderHint(QPainter::Antialiasing);
    fillRounded(painter, plate, 3, theme.violation);
    painter.setPen(Theme::contrast(theme.violation, Qt::white) >= 4.5 ? QColor(Qt::white) : QColor(Qt::black));
    painter.drawText(plate, Qt::AlignCenter, text);
}

void drawViolation(QPainter& painter, const QRectF& rect, const Theme& theme) {
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF inner = rect.adjusted(1, 1, -1, -1);
    const QColor cross = translucent(theme.violation, 150);
    if (rect.width() >= 6) {
        painter.setPen(QPen(cross, 1.5));
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.bottomLeft(), inner.topRight());
    }
    drawOutline(painter, inner, 3, QPen(theme.violation, 2));
}

} // namespace lanewright::app
