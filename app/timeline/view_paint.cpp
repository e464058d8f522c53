// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"
#include "app/timeline/arrows.h"
#include "app/timeline/lane_chrome.h"
#include "app/timeline/view_state.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace lanewright {
namespace {

/// More arrows than this say nothing.
constexpr int kMostArrows = 500;

} // namespace

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    m_state->paint(painter);
}

void TimelineView::State::paint(QPainter& painter) {
    if (theme != &currentTheme()) {
        theme = &currentTheme();
        layer.setTheme(*theme);
        redraw();
    }
    const Canvas canvas = this->canvas();
    const Proposal* proposal = tool ? tool->proposal() : nullptr;
    if (baseIsStale)
        paintBase();
    if (proposal) {
        paintProposal(painter, *proposal);
    } else {
        painter.setCompositionMode(QPainter::CompositionMode_Source);
        painter.drawImage(QPointF(0, 0), base);
        if (played && !tool)
            paintComing(painter, canvas);
        painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    }
    paintMarks(painter, canvas);
    painter.save();
    painter.setClipRect(canvas.area);
    if (!proposal)
        paintSelection(painter, canvas);
    painter.restore();
    if (played && !tool)
        paintPlayed(painter, canvas);
    paintFocus(painter);
    if (!tool)
        return;
    painter.save();
    painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
    tool->paint(painter, canvas);
    painter.restore();
    if (const std::optional<Card> card = tool->card())
        drawCard(painter, *card, mouse, view.viewport()->rect(), *theme);
}

void TimelineView::State::paintFocus(QPainter& painter) const {
    if (!view.hasFocus() || (!framed && !theme->strong))
        return;
    const double thick = theme->strong ? 3 : 2;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(
        QPen(theme->strong ? theme->selection : theme->accent, thick, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(view.viewport()->rect()).adjusted(thick / 2, thick / 2, -thick / 2, -thick / 2));
}

void TimelineView::State::paintBase() {
    const double ratio = view.devicePixelRatioF();
    const QSize size = view.viewport()->size();
    const Canvas canvas = this->canvas();
    const Document& document = view.m_document;
    baseIsStale = false;
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    if (base.size() != pixels)
        base = QImage(pixels, QImage::Format_RGB32);
    base.setDevicePixelRatio(ratio);
    base.fill(theme->surface);
    layer.setFont(view.font());
    {
        QPainter painter(&base);
        painter.setFont(view.font());
        painter.fillRect(QRectF(0, 0, size.width(), canvas.area.top()), theme->window);
        drawRuler(painter, QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.top()), canvas.scale,
                  document.plan().timeUnit, *theme, type);
        paintBarsNote(painter, canvas);
        painter.setPen(theme->line);
        painter.drawLine(QPointF(0, canvas.area.top() - 0.5), QPointF(canvas.area.left(), canvas.area.top() - 0.5));
        paintRows(painter, canvas, false);
        if (canvas.geometry.pinned > 0)
            paintRows(painter, canvas, true);
    }
    paintLanes(base, planned, true);
    if (planned.lanes.empty() || document.plan().isProblem()) {
        QPainter painter(&base);
        paintEmpty(painter, canvas);
    }
}

void TimelineView::State::paintBarsNote(QPainter& painter, const Canvas& canvas) const {
    const QString words = view.barsNote();
    if (words.isEmpty())
        return;
    QFont font = view.font();
    font.setPixelSize(static_cast<int>(12 * type));
    font.setWeight(QFont::DemiBold);
    painter.save();
    painter.setFont(font);
    const double width = painter.fontMetrics().horizontalAdvance(words) + 20;
    // In the ruler, where it covers no block.
    const QRectF plate(canvas.area.right() - width, 1, width, canvas.area.top() - 2);
    painter.fillRect(plate, theme->window);
    painter.setPen(theme->warning);
    painter.drawText(plate, Qt::AlignCenter, words);
    painter.restore();
}

void TimelineView::State::paintRows(QPainter& painter, const Canvas& canvas, bool pinned) const {
    const LaneGeometry& geometry = canvas.geometry;
    const double width = canvas.area.right();
    const double ceiling = canvas.area.top() + (pinned ? 0 : geometry.pinned * geometry.laneHeight);
    const double floor = pinned ? canvas.area.top() + geometry.pinned * geometry.laneHeight
                                : std::min(canvas.area.bottom(), static_cast<double>(geometry.laneTop(geometry.lanes)));
    painter.setClipRect(QRectF(0, ceiling, width, canvas.area.bottom() - ceiling));
    drawGrid(painter, QRectF(canvas.area.left(), ceiling, canvas.area.width(), floor - ceiling), canvas.scale, *theme,
             type);
    const Document& document = view.m_document;
    for (int rank = 0; rank < geometry.lanes; ++rank) {
        if (geometry.isPinned(rank) != pinned || !canvas.shows(rank))
            continue;
        const double top = geometry.laneTop(rank);
        const double height = geometry.laneHeight;
        drawHeader(painter, QRectF(0, top, canvas.area.left(), height),
                   headerOf(document.plan(), document.analysis().metrics, rank), *theme, type);
        painter.setPen(Theme::mixed(theme->line, theme->surface, 0.35));
        painter.drawLine(QPointF(0, top + height - 0.5), QPointF(width, top + height - 0.5));
    }
    if (!pinned)
        return;
    painter.setPen(QPen(theme->accent, 2));
    painter.drawLine(QPointF(0, floor - 1), QPointF(width, floor - 1));
}

void TimelineView::State::paintLanes(QImage& image, const PlacedLanes& lanes, bool measuredToo) {
    const Canvas canvas = this->canvas();
    const LayerTarget target{&image, image.devicePixelRatio(), static_cast<int>(canvas.area.left()),
                             static_cast<int>(canvas.area.top())};
    layer.paintPlan(target, lanes, canvas.geometry, canvas.scale);
    if (measuredToo && barsShown())
        layer.paintRun(target, measured, canvas.geometry, canvas.scale,
                       barsAreOfAnotherOrder() ? BlockStyle::OtherOrder : BlockStyle::Measured);
    QPainter painter(&image);
    painter.setFont(view.font());
    painter.setClipRect(canvas.area);
    paintGaps(painter, lanes, canvas);
    if (lanes.stalls) {
        painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
        const QString words = tr("stalls here, %1").arg(timeWithUnit(lanes.reached, view.m_document.plan().timeUnit));
        const double bottom = canvas.geometry.laneTop(canvas.geometry.lanes);
        drawStall(painter,
                  QRectF(canvas.area.left(), canvas.area.top() + 1, canvas.area.width(), bottom - canvas.area.top()),
                  canvas.scale.x(lanes.reached) + 5, words, *theme);
    }
}

void TimelineView::State::paintGaps(QPainter& painter, const PlacedLanes& lanes, const Canvas& canvas) const {
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank) {
        const PlacedLane& lane = lanes.lanes[rank];
        if (lane.gaps.empty())
            continue;
        const Visible seen =
            visibleIn(lane, canvas.scale.time(canvas.area.left()), canvas.scale.time(canvas.area.right()));
        // One more to the right: its gap may be in sight when it is not.
        const auto last = std::ranges::upper_bound(lane.gaps, static_cast<int>(seen.last));
        for (auto at = std::ranges::lower_bound(lane.gaps, static_cast<int>(seen.first)); at != last; ++at) {
            const PlacedBlock& block = lane.blocks[*at];
            drawGap(painter, canvas.gapRectOf(rank, block, *at > 0 ? lane.blocks[*at - 1].end : 0),
                    gap && block.holds(*gap), *theme);
        }
    }
}

QImage TimelineView::State::fadedBase(const Canvas& canvas, int alpha) const {
    QImage image = base.copy();
    QColor veil = theme->surface;
    veil.setAlpha(alpha);
    QPainter(&image).fillRect(canvas.area.toAlignedRect(), veil);
    return image;
}

void TimelineView::State::paintProposal(QPainter& painter, const Proposal& proposal) {
    const Canvas canvas = this->canvas();
    if (faded.isNull())
        faded = fadedBase(canvas, 166);
    if (proposed.isNull() || proposedSerial != proposal.serial) {
        proposed = faded.copy();
        paintLanes(proposed, proposal.lanes, false);
        proposedSerial = proposal.serial;
        proposedWhy.reset();
        if (proposal.touched.size() == 1)
            proposedWhy =
                explain(proposal.plan, proposal.analysis->timeline, proposal.lanes.find(proposal.touched.front())->op);
    }
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.drawImage(QPointF(0, 0), proposed);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    painter.save();
    painter.setClipRect(canvas.area);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Slot& slot : proposal.touched) {
        const PlacedBlock& block = *proposal.lanes.find(slot);
        painter.setPen(QPen(theme->selection, 2.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(canvas.rectOf(slot.rank, block).adjusted(-1.5, -1.5, 0.5, 1.5), 4.5, 4.5);
    }
    const Schedule& schedule = proposal.plan.schedule;
    if (proposedWhy)
        paintArrows(painter, canvas, proposal.lanes, schedule, *proposedWhy);
    std::set<Op> wrong;
    for (const Finding& finding : proposal.analysis->findings)
        if (finding.severity == Severity::Error && finding.op)
            wrong.insert(*finding.op);
    for (const Slot& slot : slotsOf(proposal.lanes, schedule, wrong))
        drawViolation(painter, canvas.rectOf(slot.rank, *proposal.lanes.find(slot)), *theme);
    painter.restore();
}

void TimelineView::State::paintSelection(QPainter& painter, const Canvas& canvas) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(view.font());
    for (const Slot& slot : broken) {
        const QRectF rect = canvas.rectOf(slot.rank, *planned.find(slot));
        if (rect.intersects(canvas.areaOf(slot.rank)))
            drawViolation(painter, rect.width() < 3 ? rect.adjusted(-1, 0, 1, 0) : rect, *theme);
    }
    if (hovered && !tool) {
        const QRectF rect = canvas.rectOf(hovered->rank, *planned.find(*hovered));
        if (rect.width() >= 4) {
            painter.setPen(QPen(theme->text, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(rect.adjusted(0.2, 0.2, -1.2, -0.2), 3.5, 3.5);
        }
    }
    for (const Slot& slot : selected) {
        const QRectF rect = canvas.rectOf(slot.rank, *planned.find(slot));
        if (!rect.intersects(canvas.areaOf(slot.rank).adjusted(-4, -4, 4, 4)))
            continue;
        painter.setPen(QPen(theme->selection, 3));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-2, -2, 1, 2), 5, 5);
    }
    paintMatches(painter, canvas);
    if (!tool) {
        paintChain(painter, canvas);
        paintBubble(painter, canvas);
        paintClocks(painter, canvas);
        paintSlips(painter, canvas);
    }
    if (why && !tool && arrows != ArrowDepth::CriticalPath)
        paintArrows(painter, canvas, planned, view.m_document.schedule(), *why);
}

void TimelineView::State::paintArrows(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes,
                                      const Schedule& schedule, const Explanation& explanation) const {
    const PlacedBlock* self = lanes.find(explanation.slot);
    if (!self)
        return;
    const QRectF here = canvas.rectOf(explanation.slot.rank, *self);
    const auto rectOf = [&](const Op& op) -> std::optional<QRectF> {
        const std::optional<Slot> slot = slotOf(lanes, schedule, op);
        if (!slot)
            return {};
        return canvas.rectOf(slot->rank, *lanes.find(*slot));
    };
    const QColor quiet = Theme::mixed(theme->mutedText, theme->text, 0.3);
    QColor rim = theme->surface;
    rim.setAlpha(150);
    int count = 0;
    for (const Op& consumer : explanation.consumers)
        if (++count <= kMostArrows)
            if (const auto there = rectOf(consumer))
                drawArrow(painter, here, *there, {quiet, rim, 1.6, true, canvas.area.top()});
    for (const Arrival& input : explanation.inputs) {
        const bool binding = explanation.binding == Binding::Dependency && explanation.bindingOp == input.producer;
        if (const auto there = rectOf(input.producer))
            drawArrow(painter, *there, here,
                      {binding ? theme->limit : quiet, rim, binding ? 3.0 : 1.6, false, canvas.area.top()});
    }
    // What binds on the own rank needs no arrow: a thick edge between the two.
    if (explanation.binding == Binding::RankBusy) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme->limit);
        painter.drawRoundedRect(QRectF(here.left() - 2.5, here.top(), 4, here.height()), 2, 2);
    }
}

void TimelineView::State::paintEmpty(QPainter& painter, const Canvas& canvas) const {
    QFont font = view.font();
    font.setPixelSize(15);
    painter.setFont(font);
    painter.setPen(theme->mutedText);
    const QString words =
        planned.lanes.empty()
            ? tr("Open a schedule, or generate one.")
            : tr("This is a problem: it has no order yet. Generate one, solve it, or drag its ops out of the "
                 "tray.");
    painter.drawText(canvas.area, Qt::AlignCenter | Qt::TextWordWrap, words);
}

} // namespace lanewright
