// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "app/timeline/view_state.h"

#include <QPainter>

#include <algorithm>

namespace lanewright {

// ---------------------------------------------------------------------------------------------- what a search found

void TimelineView::setMatches(const std::vector<Op>& ops) {
    m_state->matchedOps = std::set<Op>(ops.begin(), ops.end());
    m_state->refreshMatches();
    viewport()->update();
}

const std::vector<Slot>& TimelineView::matches() const { return m_state->matched; }

void TimelineView::State::refreshMatches() { matched = slotsOf(planned, view.m_document.schedule(), matchedOps); }

void TimelineView::State::paintMatches(QPainter& painter, const Canvas& canvas) const {
    painter.save();
    const QColor light = theme->accent;
    int lane = -1;
    double drawnTo = 0;
    for (const Slot& slot : matched) {
        const QRectF rect = canvas.rectOf(slot.rank, *planned.find(slot));
        if (rect.right() < canvas.area.left() || rect.left() > canvas.area.right() || !canvas.shows(slot.rank))
            continue;
        // Of many in one column of pixels one mark stands for all.
        if (slot.rank == lane && rect.right() < drawnTo)
            continue;
        lane = slot.rank;
        drawnTo = std::max(rect.right(), rect.left() + 2);
        painter.fillRect(QRectF(rect.left(), rect.top() - 5, std::max(2.0, rect.width() - 1), 3), light);
        if (rect.width() < 8)
            continue;
        painter.setPen(QPen(light, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(0, 0, -2, -1), 3, 3);
    }
    painter.restore();
}

// ---------------------------------------------------------------------------------------------- marked stretches

const std::vector<Extent>& TimelineView::marks() const { return m_state->marks; }

void TimelineView::markSelection(bool keep) { m_state->markSelection(keep); }

void TimelineView::clearMarks() {
    m_state->marks.clear();
    m_state->passing.reset();
    viewport()->update();
}

const std::optional<Extent>& TimelineView::passingMark() const { return m_state->passing; }

void TimelineView::State::markSelection(bool keep) {
    std::optional<Extent> extent = bubble ? std::optional(Extent{bubble->start, bubble->end}) : std::nullopt;
    for (const Slot& slot : selected) {
        const PlacedBlock& block = *planned.find(slot);
        extent = extent ? Extent{std::min(extent->start, block.start), std::max(extent->end, block.end)}
                        : Extent{block.start, block.end};
    }
    if (keep && !extent)
        extent = passing;
    if (!extent) {
        Q_EMIT view.hint(tr("Select blocks or a bubble to mark their stretch of time."));
        return;
    }
    if (keep) {
        passing.reset();
        if (std::ranges::find(marks, *extent) == marks.end())
            marks.push_back(*extent);
        else
            std::erase(marks, *extent);
    } else {
        passing = extent;
    }
    const TimeUnit unit = view.m_document.plan().timeUnit;
    Q_EMIT view.hint(
        tr("%1 – %2: %3")
            .arg(timeText(extent->start, unit), timeText(extent->end, unit), timeWithUnit(extent->length(), unit)));
    view.viewport()->update();
}

void TimelineView::State::paintMarks(QPainter& painter, const Canvas& canvas) const {
    const auto paint = [&](const Extent& extent, bool kept) {
        const double left = canvas.scale.x(extent.start);
        const double right = canvas.scale.x(extent.end);
        if (right < canvas.area.left() || left > canvas.area.right())
            return;
        const QRectF band(left, 0, right - left, canvas.area.bottom());
        QColor tint = theme->accent;
        tint.setAlpha(kept ? 22 : 34);
        painter.fillRect(band, tint);
        painter.setPen(QPen(theme->accent, 1, kept ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(band.topLeft(), band.bottomLeft());
        painter.drawLine(band.topRight(), band.bottomRight());
        const QString words = timeWithUnit(extent.length(), view.m_document.plan().timeUnit);
        const double width = painter.fontMetrics().horizontalAdvance(words) + 12;
        const QRectF plate(band.center().x() - width / 2, 3, width, canvas.area.top() - 6);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme->accent);
        painter.drawRoundedRect(plate, 3, 3);
        painter.setPen(theme->onAccent);
        painter.drawText(plate, Qt::AlignCenter, words);
    };
    painter.save();
    painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
    for (const Extent& extent : marks)
        paint(extent, true);
    if (passing)
        paint(*passing, false);
    painter.restore();
}

} // namespace lanewright
