// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "app/document/plain_words.h"
#include "app/document/said.h"
#include "app/timeline/view_state.h"
#include "core/model/text.h"

#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QToolTip>

#include <algorithm>

namespace lanewright {

void TimelineView::State::updateCursor(const Hit& hit) {
    switch (hit.kind) {
    case Hit::Kind::BlockEdge: view.viewport()->setCursor(Qt::SplitHCursor); return;
    case Hit::Kind::Block: view.viewport()->setCursor(Qt::OpenHandCursor); return;
    case Hit::Kind::Gap: view.viewport()->setCursor(Qt::PointingHandCursor); return;
    case Hit::Kind::Ruler:
    case Hit::Kind::Header:
    case Hit::Kind::Room:
    case Hit::Kind::Nothing: view.viewport()->unsetCursor(); return;
    }
}

void TimelineView::State::hover(const Hit& hit) {
    const bool onBlock = hit.kind == Hit::Kind::Block || hit.kind == Hit::Kind::BlockEdge;
    const std::optional<Slot> now = onBlock ? std::optional(hit.slot) : std::nullopt;
    if (now == hovered)
        return;
    hovered = now;
    view.viewport()->update();
    Q_EMIT view.hint(onBlock ? wordsOf(hit.slot).join(QStringLiteral(" · ")) : QString());
}

QStringList TimelineView::State::wordsOf(Slot slot) const {
    const PlacedBlock& block = *planned.find(slot);
    const Plan& plan = view.m_document.plan();
    const int parts = plan.costs.weightParts;
    QString name = opText(block.op, parts);
    QString kind = kindText(block.op.kind);
    if (block.paired) {
        name += u'+' + opText(*block.paired, parts);
        kind = tr("overlapped pair");
    }
    QStringList lines{tr("%1: %2, rank %3, microbatch %4").arg(name, kind).arg(slot.rank).arg(block.op.microbatch)};
    if (block.parked) {
        lines << tr("never starts");
        return lines;
    }
    const QString from = timeText(block.start, plan.timeUnit);
    lines << tr("%1 – %2").arg(from, timeWithUnit(block.end, plan.timeUnit));
    if (const auto explanation = view.m_document.reasons().of(block.op))
        lines << said(explanation->sentence);
    return lines;
}

bool TimelineView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Hit hit = m_state->hitAt(help->pos());
        if (!m_state->tool && (hit.kind == Hit::Kind::Block || hit.kind == Hit::Kind::BlockEdge))
            QToolTip::showText(help->globalPos(), plainTip(m_state->wordsOf(hit.slot).join(u'\n')), viewport());
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* pinch = static_cast<QNativeGestureEvent*>(event);
        if (pinch->gestureType() == Qt::ZoomNativeGesture && pinch->value() > -0.9) {
            const double x = std::max(pinch->position().x(), static_cast<double>(headerWidth()));
            m_range.zoom(1 / (1 + pinch->value()), timeAt(x));
            return true;
        }
    }
    if (event->type() == QEvent::Leave && m_state->hovered) {
        m_state->hovered.reset();
        viewport()->update();
        Q_EMIT hint({});
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lanewright
