// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/op_legend.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/block_art.h"
#include "app/lanes/theme.h"
#include "app/lanes/timeline_text.h"
#include "core/model/text.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kSwatch = 20;
constexpr int kStretch = 26; ///< the swatch of one
constexpr int kSwatchHeight = 16;
constexpr int kBesideSwatch = 6;
constexpr int kEntriesApart = 14;

} // namespace

void drawKind(QPainter& painter, const QRectF& rect, OpKind kind, int pixels, const Theme& theme) {
    PlacedBlock block;
    block.op.kind = kind;
    drawBlock(painter, rect, block, BlockStyle::Planned, theme);
    const int fitting = kind == OpKind::BW ? pixels - 2 : pixels;
    drawLabel(painter, {{static_cast<int>(kind)}, rect.center(), fitting, true, theme.label(kind)});
}

void drawSpends(QPainter& painter, const QRectF& rect, Spends spends, const Theme& theme) {
    PlacedBlock block;
    drawBlock(painter, rect, block, BlockStyle::Planned, theme);
    drawStretches(painter, rect, block, {.length = 1, .first = {{spends, 0, 1}}}, BlockStyle::Planned, theme);
}

OpLegend::OpLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(TimelineText::tr("Legend"));
}

void OpLegend::setKinds(const std::vector<OpKind>& kinds, const PlacedLanes& lanes) {
    std::vector<Entry> stretches;
    for (const Spends spends : spendsIn(lanes))
        stretches.push_back({spends, translated(nameOf(spends, lanes))});
    if (kinds == m_kinds && stretches == m_stretches)
        return;
    m_kinds = kinds;
    m_stretches = std::move(stretches);
    QStringList lines = words();
    for (const Entry& entry : m_stretches)
        lines << (entry.spends == Spends::Exposed
                      ? TimelineText::tr("Hatched at the foot of an op: it is on the network, and nothing computes.")
                      : TimelineText::tr(
                            "Plain at the foot of an op: it is hidden behind what the other op computes."));
    lines << TimelineText::tr("A stretch without a block is a bubble: the rank waits.");
    setToolTip(lines.join(u'\n'));
    setAccessibleDescription(lines.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QStringList OpLegend::words() const {
    QStringList words;
    for (const OpKind kind : m_kinds)
        words << QString::fromStdString(LabelText{static_cast<int>(kind)}.text()) + QLatin1Char(' ') + kindText(kind);
    return words;
}

QSize OpLegend::sizeHint() const {
    int width = 0;
    for (const OpKind kind : m_kinds)
        width += kSwatch + kBesideSwatch + fontMetrics().horizontalAdvance(kindText(kind)) + kEntriesApart;
    for (const Entry& entry : m_stretches)
        width += kStretch + kBesideSwatch + fontMetrics().horizontalAdvance(entry.words) + kEntriesApart;
    return {width, std::max(kSwatchHeight + 2, fontMetrics().height())};
}

QSize OpLegend::minimumSizeHint() const {
    return {static_cast<int>(m_kinds.size()) * (kSwatch + kBesideSwatch) +
                static_cast<int>(m_stretches.size()) * (kStretch + kBesideSwatch),
            sizeHint().height()};
}

void OpLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = currentTheme();
    const bool hasRoom = width() >= sizeHint().width();
    double x = 0;
    const auto say = [&](const QString& words) {
        x += kBesideSwatch;
        if (!hasRoom)
            return;
        painter.setFont(font());
        painter.setPen(theme.mutedText);
        const int wide = fontMetrics().horizontalAdvance(words);
        painter.drawText(QRectF(x, 0, wide + 4, height()), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += wide + kEntriesApart;
    };
    for (const OpKind kind : m_kinds) {
        drawKind(painter, QRectF(x, (height() - kSwatchHeight) / 2.0, kSwatch, kSwatchHeight), kind, 11, theme);
        x += kSwatch;
        say(kindText(kind));
    }
    for (const Entry& entry : m_stretches) {
        drawSpends(painter, QRectF(x, (height() - kSwatchHeight) / 2.0, kStretch, kSwatchHeight), entry.spends, theme);
        x += kStretch;
        say(entry.words);
    }
}

} // namespace lanewright::app
