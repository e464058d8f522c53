// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/measured_overlay.h"

#include "app/lanes/painting.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

/// For more selected blocks the way from plan to measurement is not drawn.
constexpr std::size_t kMostSlips = 64;

void drawWhisker(QPainter& painter, double from, double to, double y, double half) {
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    painter.drawLine(QPointF(from, y - half), QPointF(from, y + half));
    painter.drawLine(QPointF(to, y - half), QPointF(to, y + half));
}

/// Times are those since the start of a step, of the steps that hold the op.
Slip slipOf(const Op& op, Slot planned, Slot actual, const std::vector<const Timeline*>& steps) {
    std::vector<Time> starts;
    std::vector<Time> ends;
    for (const Timeline* step : steps) {
        if (actual.rank >= static_cast<int>(step->lanes.size()))
            continue;
        const Lane& lane = step->lanes[actual.rank];
        const auto span = std::ranges::find_if(lane, [&](const Span& each) { return each.holds(op); });
        if (span == lane.end())
            continue;
        const Time begin = extentOf(*step).start;
        starts.push_back(span->start - begin);
        ends.push_back(span->end - begin);
    }
    const auto count = static_cast<int>(starts.size());
    return {planned, actual, spreadOf(std::move(starts)), spreadOf(std::move(ends)), count};
}

} // namespace

void MeasuredOverlay::refresh(const std::vector<Slot>& selected) {
    m_slips.clear();
    if (!m_lanes.barsShown() || selected.empty() || selected.size() > kMostSlips)
        return;
    const std::vector<const Timeline*> steps = m_document.measuredSteps();
    for (const Slot& slot : selected) {
        const Op op = m_lanes.planned().find(slot)->op;
        if (const std::optional<Slot> actual = slotOf(m_lanes.measured(), m_document.schedule(), op))
            m_slips.push_back(slipOf(op, slot, *actual, steps));
    }
}

void MeasuredOverlay::paintSlips(QPainter& painter, const Canvas& canvas, const Theme& theme) const {
    for (const Slip& slip : m_slips) {
        const QRectF block = canvas.rectOf(slip.planned.rank, *m_lanes.planned().find(slip.planned));
        const PlacedBlock& bar = *m_lanes.measured().find(slip.actual);
        const double left = canvas.scale.x(bar.start);
        const double top = canvas.geometry.barTop(slip.actual.rank);
        const double height = canvas.geometry.barHeight();
        drawOutline(painter, QRectF(left, top, canvas.scale.x(bar.end) - left, height).adjusted(-1, -1, 0, 1), 3,
                    QPen(theme.selection, 1.6));
        painter.drawLine(QPointF(block.left() + 0.5, block.bottom()), QPointF(left, top));
        if (slip.steps > 1) {
            painter.setPen(QPen(theme.text, 1.4));
            const double half = std::min(4.0, height / 2);
            const double y = top + height + 3;
            drawWhisker(painter, canvas.scale.x(slip.start.low), canvas.scale.x(slip.start.high), y, half);
            drawWhisker(painter, canvas.scale.x(slip.end.low), canvas.scale.x(slip.end.high), y, half);
        }
    }
}

void MeasuredOverlay::paintClocks(QPainter& painter, const Canvas& canvas, const Theme& theme) const {
    const auto run = m_document.run();
    if (!run || !m_lanes.barsShown())
        return;
    const QColor veil = translucent(theme.warning, 70);
    const PlacedLanes& measured = m_lanes.measured();
    for (int rank = 0; rank < static_cast<int>(measured.lanes.size()); ++rank) {
        const Time unsure = rank < static_cast<int>(run->clockUncertainty.size()) ? run->clockUncertainty[rank] : 0;
        const double width = 2 * static_cast<double>(unsure) * canvas.scale.perTick();
        if (unsure <= 0 || width < 2 || measured.lanes[rank].blocks.empty() || !canvas.shows(rank))
            continue;
        // The first bar of the lane, and those that are selected: when the rank's clock may have meant them.
        const auto mark = [&](const PlacedBlock& bar) {
            const double x = canvas.scale.x(bar.start) - width / 2;
            painter.fillRect(QRectF(x, canvas.geometry.barTop(rank) - 2, width, canvas.geometry.barHeight() + 4), veil);
        };
        mark(measured.lanes[rank].blocks.front());
        for (const Slip& slip : m_slips)
            if (slip.actual.rank == rank && slip.actual.position > 0)
                mark(*measured.find(slip.actual));
    }
}

} // namespace lanewright::app
