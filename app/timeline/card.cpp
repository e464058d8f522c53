// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/card.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/painting.h"
#include "app/lanes/timeline_text.h"
#include "core/lesson/lesson_words.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr double kPad = 14;
constexpr double kWidest = 380;
constexpr double kRow = 20;         ///< height of a row
constexpr double kBeforeValue = 18; ///< from the names of the rows to their values
constexpr double kMark = 22;        ///< from the mark of the outcome to its words
constexpr double kSlack = 4;        ///< by which words may be wider than they are measured

/// The number as the goals of lessons call it.
QString nameOf(GoalKind number) { return translated(numberName(number)); }

int toneOf(double before, double after) { return after > before ? -1 : after < before ? 1 : 0; }

Fraction iterationOf(const Analysis& analysis) { return valueOf(analysis.metrics, Objective::Iteration); }

/// `isComparable`: the time before is that of the whole order, not of a part of it.
Card::Row timeRow(const QString& name, Time from, Time to, TimeUnit unit, bool isComparable) {
    if (!isComparable)
        return {name, timeWithUnit(to, unit), 0};
    QString value = timeChange(from, to, unit);
    if (from > 0 && from != to)
        value += QStringLiteral(" (%1)").arg(changeText(static_cast<double>(to - from) / static_cast<double>(from)));
    return {name, value, toneOf(static_cast<double>(from), static_cast<double>(to))};
}

/// `from`: none where the order was not whole. A share that fell is nothing good where the iteration grew: then the
/// busiest rank is busy with more.
Card::Row shareRow(const QString& name, const std::optional<double>& from, double to, const Analysis& before,
                   const Analysis& after) {
    const QString second = decimalText(100 * to, 1);
    if (!from)
        return {name, QStringLiteral("%1 %").arg(second), 0};
    const QString first = decimalText(100 * *from, 1);
    const int tone = first == second ? 0 : toneOf(*from, to);
    const bool grew = iterationOf(after) > iterationOf(before);
    return {name, QStringLiteral("%1 → %2 %").arg(first, second), grew ? std::min(tone, 0) : tone};
}

Card::Row memoryRow(const Plan& plan, const Analysis& before, const Analysis& after, int rank) {
    const Bytes from = before.metrics.peakMemory[rank];
    const Bytes to = after.metrics.peakMemory[rank];
    const QString value =
        QStringLiteral("%1 → %2 %3")
            .arg(memoryText(from, plan.memoryUnit), memoryText(to, plan.memoryUnit), unitText(plan.memoryUnit));
    return {TimelineText::tr("peak memory rank %1").arg(rank), value,
            toneOf(static_cast<double>(from), static_cast<double>(to))};
}

bool hasMemory(const Analysis& analysis, int rank) {
    return rank >= 0 && rank < static_cast<int>(analysis.metrics.peakMemory.size());
}

QColor toneColour(int tone, const Theme& theme) {
    return tone < 0 ? theme.warning : tone > 0 ? theme.good : theme.text;
}

} // namespace

QString Card::text() const {
    QStringList parts{title};
    for (const Row& row : rows)
        parts << row.name + (row.name.contains(u' ') ? QStringLiteral(": ") : QStringLiteral(" ")) + row.value;
    if (!outcome.isEmpty())
        parts << outcome;
    return parts.join(QStringLiteral(" · "));
}

Card cardOf(const QString& title, const Plan& plan, const Analysis& before, const Analysis& after, int rank) {
    Card card{title};
    const bool isOfIteration = isWhole(after.findings);
    const auto isMakespan = [](const Analysis& analysis) {
        return iterationOf(analysis) == Fraction{analysis.metrics.makespan, 1};
    };
    // Where both are one, it is called what the goals of lessons call it.
    const bool isOne = isOfIteration && isMakespan(after) && (!isWhole(before.findings) || isMakespan(before));
    if (isOfIteration && !isOne) {
        const auto ticks = [](const Analysis& analysis) {
            return static_cast<Time>(std::llround(iterationOf(analysis).value()));
        };
        card.rows.push_back(timeRow(nameOf(GoalKind::IterationTime), ticks(before), ticks(after), plan.timeUnit,
                                    isWhole(before.findings)));
    }
    if (after.stalls.empty())
        card.rows.push_back(timeRow(nameOf(GoalKind::Makespan), before.metrics.makespan, after.metrics.makespan,
                                    plan.timeUnit, isOne ? isWhole(before.findings) : before.stalls.empty()));
    const auto addShare = [&](const QString& name, const std::optional<double>& from, const std::optional<double>& to) {
        if (to)
            card.rows.push_back(shareRow(name, from, *to, before, after));
    };
    addShare(nameOf(GoalKind::BubbleShare), before.metrics.bubbleShare(), after.metrics.bubbleShare());
    addShare(nameOf(GoalKind::IdleShare), before.metrics.idleShare, after.metrics.idleShare);
    if (hasMemory(before, rank) && hasMemory(after, rank))
        card.rows.push_back(memoryRow(plan, before, after, rank));
    const Outcome outcome = outcomeOf(after.findings, after.stalls, plan.costs.weightParts, before.findings);
    card.outcome = translated(outcome.sentence);
    card.tone = outcome.tone;
    return card;
}

namespace {

/// The card as it is laid out: heights from top to bottom.
struct CardLayout {
    double width = 0;
    double nameWidth = 0;
    QRectF title;
    QRectF outcome;
    QSizeF size;
};

CardLayout layOut(const Card& card, const QFont& font) {
    const QFontMetricsF bold(sized(font, 14, QFont::DemiBold));
    const QFontMetricsF plain(sized(font, 13));
    CardLayout layout;
    double valueWidth = 0;
    for (const Card::Row& row : card.rows) {
        layout.nameWidth = std::max(layout.nameWidth, plain.horizontalAdvance(row.name));
        valueWidth = std::max(valueWidth, QFontMetricsF(sized(font, 13, QFont::DemiBold)).horizontalAdvance(row.value));
    }
    const double outcomeWidth = plain.horizontalAdvance(card.outcome) + kMark + kSlack;
    layout.width =
        std::max({bold.horizontalAdvance(card.title) + kSlack, layout.nameWidth + kBeforeValue + valueWidth + kSlack,
                  std::min(outcomeWidth, kWidest - 2 * kPad), 150.0});
    layout.width = std::min(layout.width, kWidest - 2 * kPad);
    const auto wrapped = [&](const QFontMetricsF& metrics, const QString& text, double width) {
        return metrics.boundingRect(QRectF(0, 0, width, 4000), Qt::TextWordWrap, text).height();
    };
    layout.title = QRectF(0, 0, layout.width, wrapped(bold, card.title, layout.width) + 2);
    double height = layout.title.height() + static_cast<double>(card.rows.size()) * kRow;
    if (!card.outcome.isEmpty()) {
        const double text = wrapped(plain, card.outcome, layout.width - kMark);
        layout.outcome = QRectF(0, height + 8, layout.width, std::max(18.0, text));
        height = layout.outcome.bottom();
    }
    layout.size = QSizeF(layout.width + 2 * kPad, height + 2 * kPad - 4);
    return layout;
}

QRectF placeCard(const QSizeF& size, QPointF anchor, const QRectF& bounds) {
    double x = anchor.x() + 18;
    double y = anchor.y() + 34;
    if (x + size.width() > bounds.right() - 6)
        x = std::max(bounds.left() + 6, anchor.x() - 18 - size.width());
    if (y + size.height() > bounds.bottom() - 6)
        y = std::max(bounds.top() + 6, anchor.y() - 34 - size.height());
    return {QPointF(std::round(x), std::round(y)), size};
}

void drawCardPlate(QPainter& painter, const QRectF& plate, bool isBad, const Theme& theme) {
    painter.setPen(Qt::NoPen);
    for (int depth = 6; depth > 0; --depth) {
        painter.setBrush(QColor(0, 0, 0, theme.dark ? 22 : 9));
        painter.drawRoundedRect(plate.adjusted(-depth, -depth + 3, depth, depth + 3), 8 + depth, 8 + depth);
    }
    drawRounded(painter, plate.adjusted(0.5, 0.5, -0.5, -0.5), 8,
                QPen(isBad ? theme.violation : Theme::mixed(theme.line, theme.mutedText, 0.25), isBad ? 1.5 : 1),
                theme.raised);
}

/// How an outcome is marked.
struct OutcomeMark {
    QString sign;
    QColor colour;
};

OutcomeMark markOf(Card::Tone tone, const Theme& theme) {
    switch (tone) {
    case Card::Tone::Bad: return {QStringLiteral("✕"), theme.violation};
    case Card::Tone::Good: return {QStringLiteral("✓"), theme.good};
    case Card::Tone::Plain: break;
    }
    return {QStringLiteral("→"), theme.mutedText};
}

} // namespace

void drawCard(QPainter& painter, const Card& card, QPointF anchor, const QRectF& bounds, const Theme& theme) {
    const QFont font = painter.font();
    const CardLayout layout = layOut(card, font);
    const QRectF plate = placeCard(layout.size, anchor, bounds);
    const PainterGuard guard(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    drawCardPlate(painter, plate, card.tone == Card::Tone::Bad, theme);
    const QPointF origin = plate.topLeft() + QPointF(kPad, kPad - 2);
    drawWords(painter, layout.title.translated(origin), Qt::TextWordWrap, card.title, sized(font, 14, QFont::DemiBold),
              theme.text);
    double y = origin.y() + layout.title.height() + 2;
    for (const Card::Row& row : card.rows) {
        const QRectF name(origin.x(), y, layout.nameWidth + kSlack, kRow);
        drawWords(painter, name, Qt::AlignVCenter, row.name, sized(font, 13), theme.mutedText);
        const QRectF value(origin.x() + layout.nameWidth + kBeforeValue, y, kWidest, kRow);
        drawWords(painter, value, Qt::AlignVCenter, row.value, sized(font, 13, QFont::DemiBold),
                  toneColour(row.tone, theme));
        y += kRow;
    }
    if (!card.outcome.isEmpty()) {
        const QRectF rect = layout.outcome.translated(origin);
        const OutcomeMark mark = markOf(card.tone, theme);
        painter.setPen(mark.colour);
        painter.setFont(sized(font, 13, QFont::Bold));
        painter.drawText(QRectF(rect.left(), rect.top(), 18, 18), Qt::AlignVCenter, mark.sign);
        painter.setFont(sized(font, 13));
        painter.drawText(rect.adjusted(kMark, 0, kSlack, 0), Qt::TextWordWrap, card.outcome);
    }
}

} // namespace lanewright::app
