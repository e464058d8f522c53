// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_painter.h"

#include "app/document/numbers.h"
#include "app/lanes/lane_chrome.h"
#include "app/lanes/painting.h"
#include "app/lanes/timeline_text.h"

#include <algorithm>

namespace lanewright::app {

void LanePainter::redraw() {
    m_baseIsStale = true;
    m_faded = m_coming = m_proposed = QImage();
}

void LanePainter::paint(QPainter& painter, const LaneFrame& frame) {
    if (m_theme != &currentTheme()) {
        m_theme = &currentTheme();
        m_layer.setTheme(*m_theme);
        redraw();
    }
    const Canvas& canvas = frame.canvas;
    const Proposal* proposal = frame.tool ? frame.tool->proposal() : nullptr;
    const bool isPlaying = frame.playback && !frame.tool;
    if (m_baseIsStale)
        paintBase(frame);
    if (proposal) {
        paintProposal(painter, frame, *proposal);
    } else {
        painter.setCompositionMode(QPainter::CompositionMode_Source);
        painter.drawImage(QPointF(0, 0), m_base);
        if (isPlaying)
            paintComing(painter, canvas, frame.playback->now);
        painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    }
    m_scene.marks.paint(painter, canvas, m_scene.document.plan().timeUnit, *m_theme);
    if (!proposal)
        paintSelection(painter, frame);
    if (isPlaying) {
        painter.setFont(frame.font);
        drawMoment(painter, canvas, m_scene.lanes.planned(), *frame.playback, m_scene.document, *m_theme, frame.type);
    }
    paintFocus(painter, frame);
    if (frame.tool)
        paintTool(painter, frame, *frame.tool);
}

// ---------------------------------------------------------------------------------------------- the lanes as they are

void LanePainter::paintBase(const LaneFrame& frame) {
    const Canvas& canvas = frame.canvas;
    const Document& document = m_scene.document;
    m_baseIsStale = false;
    const QSize pixels = (QSizeF(frame.size) * frame.pixelRatio).toSize();
    if (m_base.size() != pixels)
        m_base = QImage(pixels, QImage::Format_RGB32);
    m_base.setDevicePixelRatio(frame.pixelRatio);
    m_base.fill(m_theme->surface);
    m_layer.setFont(frame.font);
    {
        QPainter painter(&m_base);
        painter.setFont(frame.font);
        painter.fillRect(QRectF(0, 0, frame.size.width(), canvas.area.top()), m_theme->window);
        drawRuler(painter, QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.top()), canvas.scale,
                  document.plan().timeUnit, *m_theme, frame.type);
        paintBarsNote(painter, frame);
        painter.setPen(m_theme->line);
        painter.drawLine(QPointF(0, canvas.area.top() - 0.5), QPointF(canvas.area.left(), canvas.area.top() - 0.5));
        paintRows(painter, frame, false);
        if (canvas.geometry.pinned > 0)
            paintRows(painter, frame, true);
    }
    paintLanes(m_base, frame, m_scene.lanes.planned(), true);
    if (m_scene.lanes.count() == 0 || document.plan().isProblem()) {
        QPainter painter(&m_base);
        paintEmpty(painter, canvas, frame.font);
    }
}

void LanePainter::paintBarsNote(QPainter& painter, const LaneFrame& frame) const {
    if (frame.barsNote.isEmpty())
        return;
    const QRectF& area = frame.canvas.area;
    const PainterGuard guard(painter);
    painter.setFont(sized(frame.font, static_cast<int>(12 * frame.type), QFont::DemiBold));
    const double width = painter.fontMetrics().horizontalAdvance(frame.barsNote) + 20;
    // In the ruler, where it covers no block.
    const QRectF plate(area.right() - width, 1, width, area.top() - 2);
    painter.fillRect(plate, m_theme->window);
    painter.setPen(m_theme->warning);
    painter.drawText(plate, Qt::AlignCenter, frame.barsNote);
}

void LanePainter::paintRows(QPainter& painter, const LaneFrame& frame, bool pinned) const {
    const Canvas& canvas = frame.canvas;
    const LaneGeometry& geometry = canvas.geometry;
    const double width = canvas.area.right();
    const double ceiling = canvas.area.top() + (pinned ? 0 : geometry.pinned * geometry.laneHeight);
    const double floor = pinned ? canvas.area.top() + geometry.pinned * geometry.laneHeight
                                : std::min(canvas.area.bottom(), static_cast<double>(geometry.laneTop(geometry.lanes)));
    painter.setClipRect(QRectF(0, ceiling, width, canvas.area.bottom() - ceiling));
    drawGrid(painter, QRectF(canvas.area.left(), ceiling, canvas.area.width(), floor - ceiling), canvas.scale, *m_theme,
             frame.type);
    const Document& document = m_scene.document;
    for (int rank = 0; rank < geometry.lanes; ++rank) {
        if (geometry.isPinned(rank) != pinned || !canvas.shows(rank))
            continue;
        const double top = geometry.laneTop(rank);
        const double height = geometry.laneHeight;
        drawHeader(painter, QRectF(0, top, canvas.area.left(), height),
                   headerOf(document.plan(), document.analysis().metrics, rank), *m_theme, frame.type);
        drawStraight(painter, {0, top + height - 0.5}, {width, top + height - 0.5},
                     Theme::mixed(m_theme->line, m_theme->surface, 0.35));
    }
    if (!pinned)
        return;
    painter.setPen(QPen(m_theme->accent, 2));
    painter.drawLine(QPointF(0, floor - 1), QPointF(width, floor - 1));
}

void LanePainter::paintLanes(QImage& image, const LaneFrame& frame, const PlacedLanes& lanes, bool measuredToo) {
    const Canvas& canvas = frame.canvas;
    const LayerTarget target{&image, image.devicePixelRatio(), static_cast<int>(canvas.area.left()),
                             static_cast<int>(canvas.area.top())};
    m_layer.paintPlan(target, lanes, canvas.geometry, canvas.scale);
    if (measuredToo && m_scene.lanes.barsShown())
        m_layer.paintRun(target, m_scene.lanes.measured(), canvas.geometry, canvas.scale,
                         m_scene.lanes.barsAreOfAnotherOrder() ? BlockStyle::OtherOrder : BlockStyle::Measured);
    QPainter painter(&image);
    painter.setFont(frame.font);
    painter.setClipRect(canvas.area);
    paintGaps(painter, lanes, canvas);
    if (lanes.stalledRank >= 0) {
        painter.setClipRect(QRectF(canvas.area.left(), 0, canvas.area.width(), canvas.area.bottom()));
        const TimeUnit unit = m_scene.document.plan().timeUnit;
        const QString words =
            TimelineText::tr("rank %1 stalls here, %2").arg(lanes.stalledRank).arg(timeWithUnit(lanes.stalledAt, unit));
        // Down to the lane that the others wait for; what they still run is no fault.
        const double top = canvas.area.top() + 1;
        const double bottom = canvas.geometry.laneTop(lanes.stalledRank) + canvas.geometry.laneHeight;
        drawStall(painter, QRectF(canvas.area.left(), top, canvas.area.width(), std::max(0.0, bottom - top)),
                  canvas.scale.x(lanes.stalledAt) + 2, words, *m_theme);
    }
}

void LanePainter::paintGaps(QPainter& painter, const PlacedLanes& lanes, const Canvas& canvas) const {
    const std::optional<Op>& gap = m_scene.selection.gap();
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank) {
        const PlacedLane& lane = lanes.lanes[rank];
        if (lane.gaps.empty())
            continue;
        const Visible seen =
            visibleIn(lane, canvas.scale.time(canvas.area.left()), canvas.scale.time(canvas.area.right()));
        // One more to the right: its gap may be visible when it is not.
        const auto last = std::ranges::upper_bound(lane.gaps, static_cast<int>(seen.last));
        for (auto at = std::ranges::lower_bound(lane.gaps, static_cast<int>(seen.first)); at != last; ++at) {
            const PlacedBlock& block = lane.blocks[*at];
            drawGap(painter, canvas.gapRectOf(rank, block, *at > 0 ? lane.blocks[*at - 1].end : 0),
                    gap && block.holds(*gap), *m_theme);
        }
    }
}

void LanePainter::paintEmpty(QPainter& painter, const Canvas& canvas, QFont font) const {
    font.setPixelSize(15);
    painter.setFont(font);
    painter.setPen(m_theme->mutedText);
    const QString words =
        m_scene.lanes.count() == 0
            ? TimelineText::tr("Open a schedule, or generate one.")
            : TimelineText::tr("This is a problem: it has no order yet. Generate one, solve it, or drag its ops out "
                               "of the tray.");
    painter.drawText(canvas.area, Qt::AlignCenter | Qt::TextWordWrap, words);
}

// ---------------------------------------------------------------------------------------------- over them

QImage LanePainter::fadedBase(const Canvas& canvas, int alpha) const {
    QImage image = m_base.copy();
    QPainter(&image).fillRect(canvas.area.toAlignedRect(), translucent(m_theme->surface, alpha));
    return image;
}

void LanePainter::renewProposed(const LaneFrame& frame, const Proposal& proposal) {
    if (!m_proposed.isNull() && m_proposedSerial == proposal.serial)
        return;
    if (m_faded.isNull())
        m_faded = fadedBase(frame.canvas, 166);
    m_proposed = m_faded.copy();
    paintLanes(m_proposed, frame, proposal.analysis->lanes, false);
    m_proposedSerial = proposal.serial;
    m_proposedWhy.reset();
    if (proposal.touched.size() == 1)
        m_proposedWhy = explain(proposal.plan, proposal.analysis->timeline,
                                proposal.analysis->lanes.find(proposal.touched.front())->op);
}

void LanePainter::paintProposal(QPainter& painter, const LaneFrame& frame, const Proposal& proposal) {
    const Canvas& canvas = frame.canvas;
    renewProposed(frame, proposal);
    painter.setCompositionMode(QPainter::CompositionMode_Source);
    painter.drawImage(QPointF(0, 0), m_proposed);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    const PainterGuard guard(painter);
    painter.setClipRect(canvas.area);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Slot& slot : proposal.touched) {
        const PlacedBlock& block = *proposal.analysis->lanes.find(slot);
        drawOutline(painter, canvas.rectOf(slot.rank, block).adjusted(-1.5, -1.5, 0.5, 1.5), 4.5,
                    QPen(m_theme->selection, 2.5));
    }
    if (m_proposedWhy)
        drawNeeds(painter, canvas, proposal.analysis->lanes, proposal.plan.schedule, *m_proposedWhy, *m_theme);
    for (const Slot& slot : proposal.analysis->broken)
        drawViolation(painter, canvas.rectOf(slot.rank, *proposal.analysis->lanes.find(slot)), *m_theme);
}

void LanePainter::paintComing(QPainter& painter, const Canvas& canvas, Time now) {
    const PlacedLanes& planned = m_scene.lanes.planned();
    if (m_coming.isNull()) {
        m_coming = fadedBase(canvas, m_theme->dark ? 168 : 184);
        const LayerTarget target{&m_coming, m_coming.devicePixelRatio(), static_cast<int>(canvas.area.left()),
                                 static_cast<int>(canvas.area.top())};
        m_layer.paintPlan(target, planned, canvas.geometry, canvas.scale, BlockStyle::Coming);
    }
    const double x = std::max(0.0, canvas.scale.x(now) - canvas.area.left());
    const QRectF future = canvas.area.adjusted(x, 0, 0, 0);
    if (future.width() <= 0)
        return;
    const PainterGuard guard(painter);
    painter.setClipRect(future);
    painter.drawImage(QPointF(0, 0), m_coming);
    // What has begun shows whole, also the part of it that is still to be done.
    for (const QRectF& rect : runningBlocks(planned, canvas, now)) {
        painter.setClipRect(rect & canvas.area);
        painter.drawImage(QPointF(0, 0), m_base);
    }
}

void LanePainter::paintSelection(QPainter& painter, const LaneFrame& frame) const {
    const Canvas& canvas = frame.canvas;
    const PlacedLanes& planned = m_scene.lanes.planned();
    const LaneSelection& selection = m_scene.selection;
    painter.save();
    painter.setClipRect(canvas.area);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(frame.font);
    for (const Slot& slot : m_scene.lanes.broken()) {
        const QRectF rect = canvas.rectOf(slot.rank, *planned.find(slot));
        if (rect.intersects(canvas.areaOf(slot.rank)))
            drawViolation(painter, rect.width() < 3 ? rect.adjusted(-1, 0, 1, 0) : rect, *m_theme);
    }
    const PlacedBlock* hovered = frame.hovered && !frame.tool ? planned.find(*frame.hovered) : nullptr;
    if (hovered) {
        const QRectF rect = canvas.rectOf(frame.hovered->rank, *hovered);
        if (rect.width() >= 4)
            drawOutline(painter, rect.adjusted(0.2, 0.2, -1.2, -0.2), 3.5, QPen(m_theme->text, 1.5));
    }
    drawSelected(painter, canvas, planned, selection.blocks(), *m_theme);
    m_scene.matches.paint(painter, canvas, *m_theme);
    if (!frame.tool)
        drawPointed(painter, canvas, planned, m_scene.lanes.slotsOf(frame.pointed.ops), frame.pointed.to, *m_theme);
    if (!frame.tool)
        paintReasons(painter, canvas);
    painter.restore();
}

void LanePainter::paintReasons(QPainter& painter, const Canvas& canvas) const {
    const PlacedLanes& planned = m_scene.lanes.planned();
    const LaneSelection& selection = m_scene.selection;
    drawChain(painter, canvas, planned, selection.chain(), *m_theme);
    if (selection.bubble())
        drawBubble(painter, canvas, planned, m_scene.document, *selection.bubble(), *m_theme);
    m_scene.overlay.paintClocks(painter, canvas, *m_theme);
    m_scene.overlay.paintSlips(painter, canvas, *m_theme);
    if (selection.why() && selection.arrowDepth() != ArrowDepth::CriticalPath)
        drawNeeds(painter, canvas, planned, m_scene.document.schedule(), *selection.why(), *m_theme);
}

void LanePainter::paintTool(QPainter& painter, const LaneFrame& frame, const Tool& tool) const {
    const QRectF& area = frame.canvas.area;
    painter.save();
    painter.setClipRect(QRectF(area.left(), 0, area.width(), area.bottom()));
    tool.paint(painter, frame.canvas);
    painter.restore();
    if (const std::optional<Card> card = tool.card())
        drawCard(painter, *card, frame.mouse, QRect(QPoint(0, 0), frame.size), *m_theme);
}

void LanePainter::paintFocus(QPainter& painter, const LaneFrame& frame) const {
    if (!frame.hasFocus || (!frame.isFramed && !m_theme->strong))
        return;
    const double thick = m_theme->strong ? 3 : 2;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(m_theme->strong ? m_theme->selection : m_theme->accent, thick, Qt::SolidLine, Qt::SquareCap,
                        Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(QPointF(0, 0), QSizeF(frame.size)).adjusted(thick / 2, thick / 2, -thick / 2, -thick / 2));
}

} // namespace lanewright::app
