// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/op_legend.h"

#include "app/document/numbers.h"
#include "app/lanes/block_art.h"
#include "app/lanes/theme.h"
#include "app/lanes/timeline_text.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace lanewright::app {
namespace {

constexpr int kSwatch = 20;
constexpr int kSwatchHeight = 16;
constexpr int kBesideSwatch = 6;
constexpr int kEntriesApart = 14;

} // namespace

std::vector<OpKind> kindsIn(const Schedule& schedule) {
    std::array<bool, kOpKinds> used = {};
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            used[static_cast<std::size_t>(block.op.kind)] = true;
            if (block.paired)
                used[static_cast<std::size_t>(block.paired->kind)] = true;
        }
    std::vector<OpKind> kinds;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
        if (used[static_cast<std::size_t>(kind)])
            kinds.push_back(kind);
    return kinds;
}

OpLegend::OpLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(TimelineText::tr("Legend"));
}

void OpLegend::setKinds(const std::vector<OpKind>& kinds) {
    if (kinds == m_kinds)
        return;
    m_kinds = kinds;
    QStringList lines = words();
    lines << TimelineText::tr("A stretch without a block is a bubble: the rank waits.");
    setToolTip(lines.join(u'\n'));
    setAccessibleDescription(lines.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QStringList OpLegend::words() const {
    QStringList words;
    for (const OpKind kind : m_kinds)
        words << QStringLiteral("%1 %2").arg(LabelText{static_cast<int>(kind)}.text(), kindText(kind));
    return words;
}

QSize OpLegend::sizeHint() const {
    int width = 0;
    for (const OpKind kind : m_kinds)
        width += kSwatch + kBesideSwatch + fontMetrics().horizontalAdvance(kindText(kind)) + kEntriesApart;
    return {width, std::max(kSwatchHeight + 2, fontMetrics().height())};
}

QSize OpLegend::minimumSizeHint() const {
    return {static_cast<int>(m_kinds.size()) * (kSwatch + kBesideSwatch), sizeHint().height()};
}

void OpLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = currentTheme();
    const bool hasRoom = width() >= sizeHint().width();
    double x = 0;
    for (const OpKind kind : m_kinds) {
        PlacedBlock block;
        block.op.kind = kind;
        const QRectF box(x, (height() - kSwatchHeight) / 2.0, kSwatch, kSwatchHeight);
        drawBlock(painter, box, block, BlockStyle::Planned, theme);
        const int pixels = kind == OpKind::BW ? 9 : 11;
        drawLabel(painter, {{static_cast<int>(kind)}, box.center(), pixels, true, theme.label(kind)});
        x += kSwatch + kBesideSwatch;
        if (!hasRoom)
            continue;
        painter.setFont(font());
        painter.setPen(theme.mutedText);
        const QString words = kindText(kind);
        const int wide = fontMetrics().horizontalAdvance(words);
        painter.drawText(QRectF(x, 0, wide + 4, height()), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += wide + kEntriesApart;
    }
}

} // namespace lanewright::app
