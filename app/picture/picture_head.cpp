// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture_parts.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/op_legend.h"
#include "app/lanes/painting.h"
#include "core/check/validate.h"
#include "core/simulate/metrics.h"

#include <QFontMetricsF>

#include <algorithm>
#include <variant>
#include <vector>

namespace lanewright::app::picture {
namespace {

constexpr double kWordsAt = 32;        ///< from where the swatch of an entry of the legend begins
constexpr double kBetweenEntries = 26; ///< from words to the next swatch

struct Number {
    QString name;
    QString value;
    QString unit;
};

/// None of a problem, which has no order to measure; else those that hold, also where the order stalls.
std::vector<Number> numbersOf(const Picture& picture) {
    const Plan& plan = *picture.plan;
    if (plan.isProblem())
        return {};
    const Metrics metrics = checked(plan, *picture.planned).metrics;
    std::vector<Number> numbers;
    const auto addTime = [&](const QString& name, Time value, const QString& more = {}) {
        numbers.push_back({name, timeText(value, plan.timeUnit, 2), unitText(plan.timeUnit) + more});
    };
    const auto addShare = [&](const QString& name, std::optional<double> share) {
        if (share)
            numbers.push_back({name, QString::number(100 * *share, 'f', 1), QStringLiteral("%")});
    };
    if (const std::optional<Fraction> each = metrics.iterationTime())
        addTime(PictureText::tr("Iteration"), std::llround(each->value()));
    if (!metrics.stalls)
        addTime(PictureText::tr("Makespan"), metrics.makespan);
    addShare(PictureText::tr("Bubble"), metrics.bubbleShare());
    addShare(PictureText::tr("Idle"), metrics.idleShare);
    if (!metrics.peakMemory.empty())
        numbers.push_back({PictureText::tr("Peak memory"), memoryText(metrics.highestPeak(), plan.memoryUnit),
                           unitText(plan.memoryUnit)});
    if (picture.measured && extentOf(*picture.measured).length() > 0) {
        const Time real = measureRun(plan, *picture.measured).makespan;
        const auto planned = static_cast<double>(metrics.makespan);
        const bool compares = !metrics.stalls && metrics.makespan > 0;
        addTime(PictureText::tr("Measured"), real,
                compares ? u' ' + changeText(static_cast<double>(real - metrics.makespan) / planned) : QString());
    }
    return numbers;
}

struct LegendEntry {
    QString words;
    std::variant<OpKind, Spends, BlockStyle> swatch; ///< `BlockStyle`: a measured bar of that style
};

std::vector<LegendEntry> legendOf(const Picture& picture, const PlacedLanes& planned) {
    std::vector<LegendEntry> entries;
    for (const OpKind kind : kindsIn(picture.plan->schedule))
        entries.push_back({kindText(kind), kind});
    for (const Spends spends : spendsIn(planned))
        entries.push_back({spendsText(spends, planned), spends});
    if (picture.measured)
        entries.push_back(
            {picture.measuredNote.isEmpty() ? PictureText::tr("measured") : picture.measuredNote, barStyleOf(picture)});
    return entries;
}

void paintSwatch(QPainter& painter, const LegendEntry& entry, QPointF left, const Theme& theme) {
    if (const auto* spends = std::get_if<Spends>(&entry.swatch))
        drawSpends(painter, QRectF(left.x(), left.y() - 10, 26, 20), *spends, theme);
    else if (const auto* style = std::get_if<BlockStyle>(&entry.swatch))
        drawBlock(painter, QRectF(left.x(), left.y() - 5, 24, 10), {}, *style, theme);
    else
        drawKind(painter, QRectF(left.x(), left.y() - 10, 24, 20), std::get<OpKind>(entry.swatch), 12, theme);
}

/// At the right edge; returns where it begins.
double paintLegend(QPainter& painter, const Picture& picture, const PlacedLanes& planned, const QRectF& rect) {
    const QFont font = sized(painter, 14);
    const std::vector<LegendEntry> entries = legendOf(picture, planned);
    const auto widthOf = [metrics = QFontMetricsF(font)](const LegendEntry& entry) {
        return metrics.horizontalAdvance(entry.words) + (kWordsAt + kBetweenEntries);
    };
    double width = 0;
    for (const LegendEntry& entry : entries)
        width += widthOf(entry);
    const double begin = rect.right() - width + (kBetweenEntries - 2);
    QPointF left(begin, rect.center().y());
    for (const LegendEntry& entry : entries) {
        paintSwatch(painter, entry, left, *picture.theme);
        painter.setFont(font);
        painter.setPen(picture.theme->mutedText);
        painter.drawText(left + QPointF(kWordsAt, 5), entry.words);
        left.rx() += widthOf(entry);
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
        drawWords(painter, QRectF(x, rect.top(), step, 22), Qt::AlignLeft | Qt::AlignVCenter, number.name,
                  sized(painter, 14), theme.mutedText);
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
    const double width = std::max(200.0, legend - rect.left() - 20);
    drawWords(painter, QRectF(rect.left(), rect.top(), width, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
              QFontMetricsF(font).elidedText(title, Qt::ElideRight, width), font, picture.theme->text);
}

} // namespace lanewright::app::picture
