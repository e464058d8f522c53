// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture_parts.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/block_layer.h"
#include "app/lanes/op_legend.h"
#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <QFontMetricsF>

#include <algorithm>
#include <vector>

namespace lanewright::app::picture {
namespace {

struct Number {
    QString name;
    QString value;
    QString unit;
};

std::vector<Number> numbersOf(const Picture& picture) {
    const Plan& plan = *picture.plan;
    const Metrics metrics = measureWhatHolds(plan, *picture.planned);
    const auto time = [&](Time value) { return timeText(value, plan.timeUnit, 2); };
    const QString unit = unitText(plan.timeUnit);
    if (plan.isProblem())
        return {};
    const auto percent = [](double share) { return QString::number(100 * share, 'f', 1); };
    std::vector<Number> numbers;
    if (const std::optional<Fraction> each = metrics.iterationTime())
        numbers.push_back({PictureText::tr("Iteration"), time(std::llround(each->value())), unit});
    if (!metrics.stalls)
        numbers.push_back({PictureText::tr("Makespan"), time(metrics.makespan), unit});
    if (const std::optional<double> share = metrics.bubbleShare())
        numbers.push_back({PictureText::tr("Bubble"), percent(*share), QStringLiteral("%")});
    if (metrics.idleShare)
        numbers.push_back({PictureText::tr("Idle"), percent(*metrics.idleShare), QStringLiteral("%")});
    if (!metrics.peakMemory.empty())
        numbers.push_back({PictureText::tr("Peak memory"), memoryText(metrics.highestPeak(), plan.memoryUnit),
                           unitText(plan.memoryUnit)});
    if (picture.measured && extentOf(*picture.measured).length() > 0) {
        const Time real = measureRun(plan, *picture.measured).makespan;
        QString note = unit;
        if (!metrics.stalls && metrics.makespan > 0)
            note +=
                u' ' + changeText(static_cast<double>(real - metrics.makespan) / static_cast<double>(metrics.makespan));
        numbers.push_back({PictureText::tr("Measured"), time(real), note});
    }
    return numbers;
}

struct LegendEntry {
    QString words;
    OpKind kind = OpKind::F;
    bool bar = false; ///< a measured bar instead of a block
    std::optional<Spends> spends = {};
};

std::vector<LegendEntry> legendOf(const Picture& picture, const PlacedLanes& planned) {
    std::vector<LegendEntry> entries;
    for (const OpKind kind : kindsIn(picture.plan->schedule))
        entries.push_back({kindText(kind), kind});
    for (const Spends spends : spendsIn(planned))
        entries.push_back({.words = spendsText(spends, planned), .spends = spends});
    if (picture.measured)
        entries.push_back(
            {picture.measuredNote.isEmpty() ? PictureText::tr("measured") : picture.measuredNote, OpKind::F, true});
    return entries;
}

/// From the right edge to the left; returns where it begins.
double paintLegend(QPainter& painter, const Picture& picture, const PlacedLanes& planned, const QRectF& rect) {
    const Theme& theme = *picture.theme;
    const QFont font = sized(painter, 14);
    const std::vector<LegendEntry> entries = legendOf(picture, planned);
    double width = 0;
    for (const LegendEntry& entry : entries)
        width += QFontMetricsF(font).horizontalAdvance(entry.words) + 58;
    double x = rect.right() - width + 24;
    const double begin = x;
    for (const LegendEntry& entry : entries) {
        PlacedBlock block;
        block.op.kind = entry.kind;
        const double middle = rect.center().y();
        if (entry.spends) {
            drawSpends(painter, QRectF(x, middle - 10, 26, 20), *entry.spends, theme);
        } else if (entry.bar) {
            drawBlock(painter, QRectF(x, middle - 5, 24, 10), block, barStyleOf(picture), theme);
        } else {
            const QRectF box(x, middle - 10, 24, 20);
            drawBlock(painter, box, block, BlockStyle::Planned, theme);
            drawLabel(painter, {{static_cast<int>(entry.kind)},
                                box.center(),
                                entry.kind == OpKind::BW ? 10 : 12,
                                true,
                                theme.label(entry.kind)});
        }
        painter.setFont(font);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 32, middle + 5), entry.words);
        x += QFontMetricsF(font).horizontalAdvance(entry.words) + 58;
    }
    return begin;
}

} // namespace

void paintNumbers(QPainter& painter, const Picture& picture, const QRectF& rect) {
    const Theme& theme = *picture.theme;
    const std::vector<Number> numbers = numbersOf(picture);
    const double step = std::min(220.0, rect.width() / std::max<double>(5, static_cast<double>(numbers.size())));
    double x = rect.left();
    for (const Number& number : numbers) {
        painter.setFont(sized(painter, 14));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x, rect.top(), step, 22), Qt::AlignLeft | Qt::AlignVCenter, number.name);
        const QFont large = sized(painter, 28, QFont::Bold);
        painter.setFont(large);
        painter.setPen(theme.text);
        const double width = QFontMetricsF(large).horizontalAdvance(number.value);
        const double baseline = rect.top() + 52;
        painter.drawText(QPointF(x, baseline), number.value);
        painter.setFont(sized(painter, 14));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + width + 8, baseline), number.unit);
        x += step;
    }
}

void paintTitle(QPainter& painter, const Picture& picture, const PlacedLanes& planned, const QRectF& rect) {
    const double legend = paintLegend(painter, picture, planned, rect);
    const QString title =
        picture.plan->title.empty() ? PictureText::tr("Schedule") : translatedTitle(picture.plan->title);
    const QFont font = sized(painter, 26, QFont::Bold);
    painter.setFont(font);
    painter.setPen(picture.theme->text);
    const double width = std::max(200.0, legend - rect.left() - 20);
    painter.drawText(QRectF(rect.left(), rect.top(), width, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(title, Qt::ElideRight, width));
}

} // namespace lanewright::app::picture
