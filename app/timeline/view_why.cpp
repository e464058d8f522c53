// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/said.h"
#include "app/timeline/arrows.h"
#include "app/timeline/view_state.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace lanewright {
namespace {

/// More arrows than this say nothing.
constexpr int kMostCauseArrows = 500;
/// Blocks of a chain that are looked for on either side of the selected one.
constexpr std::size_t kLongestChain = 20'000;

} // namespace

// ---------------------------------------------------------------------------------------------- what follows

void TimelineView::State::refreshWhy() {
    // Bubbles are those of the plan; where its blocks stand otherwise, there is nothing to frame.
    bubble = isRetimed() ? std::nullopt : bubbleNow(view.m_document, view.m_selection);
    chain.clear();
    if (view.m_document.plan().isProblem())
        return;
    if (arrows == ArrowDepth::CriticalPath)
        chain = view.m_document.reasons().causes().criticalSlots();
    else if (arrows == ArrowDepth::Chain && !view.m_selection.empty())
        addChainOf(view.m_selection.current());
}

void TimelineView::State::addChainOf(const Op& op) {
    const Reasons& reasons = view.m_document.reasons();
    const Causes& causes = reasons.causes();
    std::optional<Slot> at = reasons.slotOf(op);
    if (!at)
        return;
    const Slot self = *at;
    while (at && chain.size() < kLongestChain) {
        chain.push_back(*at);
        const Causes::Cause cause = causes.causeOf(*at);
        at = cause.binding == Binding::Start || cause.blame == *at ? std::nullopt : std::optional(cause.blame);
    }
    std::ranges::reverse(chain);
    // Forward: of the blocks whose start this one decides, the first to start; and so on.
    for (Slot here = self; chain.size() < 2 * kLongestChain;) {
        std::optional<Slot> next;
        const auto offer = [&](const Slot& slot) {
            if (!planned.find(slot) || planned.find(slot)->parked || causes.causeOf(slot).blame != here || slot == here)
                return;
            if (!next || causes.spanAt(slot).start < causes.spanAt(*next).start)
                next = slot;
        };
        const auto about = reasons.of(causes.spanAt(here).op);
        for (const Op& consumer : about->consumers)
            if (const auto slot = reasons.slotOf(consumer))
                offer(*slot);
        if (const PlacedBlock* behind = planned.find({here.rank, here.position + 1}); behind && !behind->parked)
            offer({here.rank, here.position + 1});
        if (!next)
            return;
        chain.push_back(*next);
        here = *next;
    }
}

ArrowDepth TimelineView::arrowDepth() const { return m_state->arrows; }

const std::vector<Slot>& TimelineView::chain() const { return m_state->chain; }

void TimelineView::setArrowDepth(ArrowDepth depth) {
    m_state->arrows = depth;
    m_state->refreshWhy();
    viewport()->update();
}

// ---------------------------------------------------------------------------------------------- drawing

QRectF TimelineView::State::rectOf(const Bubble& about, const Canvas& canvas) const {
    const double left = canvas.scale.x(about.start);
    return {left, static_cast<double>(canvas.geometry.blockTop(about.rank)), canvas.scale.x(about.end) - left,
            static_cast<double>(canvas.geometry.blockHeight())};
}

void TimelineView::State::paintBubble(QPainter& painter, const Canvas& canvas) const {
    if (!bubble)
        return;
    const QRectF rect = rectOf(*bubble, canvas);
    const BubbleReason reason = view.m_document.reasons().of(*bubble);
    QColor tint = theme->selection;
    tint.setAlpha(46);
    painter.setPen(QPen(theme->selection, 2, Qt::DashLine));
    painter.setBrush(tint);
    painter.drawRoundedRect(rect.adjusted(1, 1, -2, -1), 4, 4);
    if (!reason.bindingOp)
        return;
    const std::optional<Slot> from = slotOf(planned, view.m_document.schedule(), *reason.bindingOp);
    const PlacedBlock* next = planned.find({bubble->rank, bubble->position});
    QColor rim = theme->surface;
    rim.setAlpha(150);
    if (from && next)
        drawArrow(painter, canvas.rectOf(from->rank, *planned.find(*from)), canvas.rectOf(bubble->rank, *next),
                  {theme->limit, rim, 3.0, false, canvas.area.top()});
}

void TimelineView::State::paintChain(QPainter& painter, const Canvas& canvas) const {
    if (chain.empty())
        return;
    QColor rim = theme->surface;
    rim.setAlpha(150);
    const ArrowStyle style{theme->limit, rim, 2.4, false};
    int drawn = 0;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const PlacedBlock* here = planned.find(chain[i]);
        if (!here)
            continue;
        const QRectF rect = canvas.rectOf(chain[i].rank, *here);
        // A line along the foot of each block that belongs to the chain.
        if (rect.intersects(canvas.areaOf(chain[i].rank)))
            painter.fillRect(QRectF(rect.left(), rect.bottom() - 4, std::max(1.0, rect.width() - 1), 4), theme->limit);
        const PlacedBlock* next = i + 1 < chain.size() ? planned.find(chain[i + 1]) : nullptr;
        if (!next || chain[i + 1].rank == chain[i].rank || drawn >= kMostCauseArrows)
            continue;
        const QRectF there = canvas.rectOf(chain[i + 1].rank, *next);
        if (!rect.united(there).intersects(canvas.area))
            continue;
        drawArrow(painter, rect, there, style);
        ++drawn;
    }
    if (drawn < kMostCauseArrows)
        return;
    painter.setPen(theme->mutedText);
    painter.drawText(canvas.area.adjusted(0, 0, -12, -6), Qt::AlignRight | Qt::AlignBottom,
                     tr("showing %1 arrows of %2").arg(kMostCauseArrows).arg(chain.size() - 1));
}

// ---------------------------------------------------------------------------------------------- choosing a bubble

void TimelineView::State::selectBubbleAt(QPointF at) {
    const Canvas canvas = this->canvas();
    const int rank = canvas.geometry.rankAt(at.y());
    const auto found =
        isRetimed() ? std::nullopt : bubbleAt(view.m_document.timeline(), rank, canvas.scale.time(at.x()));
    if (!found) {
        view.m_selection.clear();
        return;
    }
    const Reasons& reasons = view.m_document.reasons();
    const BubbleReason reason = reasons.of(*found);
    view.m_selection.setBubble({rank, reason.next});
    Q_EMIT view.hint(said(reason.sentence));
}

void TimelineView::stepBubble(int by) { m_state->stepBubble(by); }

void TimelineView::State::stepBubble(int by) {
    const Timeline& timeline = view.m_document.timeline();
    if (timeline.lanes.empty())
        return;
    const std::optional<Slot> slot = currentSlot();
    const int rank = bubble ? bubble->rank : slot ? slot->rank : 0;
    if (rank >= static_cast<int>(timeline.lanes.size()))
        return;
    // From the start of the selected bubble or block; with nothing selected from the edge of the lane.
    const Time none = by > 0 ? extentOf(timeline).start - 1 : extentOf(timeline).end;
    const Time from = bubble ? bubble->start : slot ? planned.find(*slot)->start : none;
    const std::vector<Bubble> bubbles = bubblesOf(timeline, rank);
    const auto later = [&](const Bubble& each) { return by > 0 ? each.start > from : each.start < from; };
    const auto found = by > 0 ? std::ranges::find_if(bubbles, later)
                              : std::ranges::find_if(bubbles.rbegin(), bubbles.rend(), later).base();
    if (by > 0 ? found == bubbles.end() : found == bubbles.begin()) {
        Q_EMIT view.hint(by > 0 ? tr("no bubble behind it on rank %1").arg(rank)
                                : tr("no bubble before it on rank %1").arg(rank));
        return;
    }
    const Bubble& next = by > 0 ? *found : *std::prev(found);
    const BubbleReason reason = view.m_document.reasons().of(next);
    view.m_selection.setBubble({rank, reason.next});
    view.revealTime(rank, next.start, next.end);
    Q_EMIT view.hint(said(reason.sentence));
}

} // namespace lanewright
