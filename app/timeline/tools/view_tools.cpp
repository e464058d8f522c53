// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/view_tools.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"
#include "app/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {

void RangeTool::commit() {
    constexpr double kShortest = 4;
    if (std::abs(m_to - m_from) < kShortest)
        return;
    const TimeScale scale = view().canvas().scale;
    view().range().set(scale.time(std::min(m_from, m_to)), scale.time(std::max(m_from, m_to)));
}

std::optional<Card> RangeTool::card() const {
    const TimeScale scale = view().canvas().scale;
    const Time length = std::abs(scale.time(m_to) - scale.time(m_from));
    return Card{timeWithUnit(length, view().document().plan().timeUnit)};
}

void RangeTool::paint(QPainter& painter, const Canvas& canvas) const {
    const double left = std::max(canvas.area.left(), std::min(m_from, m_to));
    const QRectF band(left, 0, std::max(m_from, m_to) - left, canvas.area.bottom());
    painter.fillRect(band, translucent(currentTheme().accent, 40));
    painter.setPen(QPen(currentTheme().accent, 1));
    painter.drawLine(band.topLeft(), band.bottomLeft());
    painter.drawLine(band.topRight(), band.bottomRight());
}

void PanTool::preview(const ToolPoint& at) {
    const QPointF by = at.at - m_last;
    m_last = at.at;
    const TimeScale scale = view().canvas().scale;
    view().range().pan(-static_cast<Time>(std::llround(by.x() / scale.perTick())));
    QScrollBar* bar = view().verticalScrollBar();
    bar->setValue(bar->value() - static_cast<int>(std::lround(by.y())));
}

void RubberBandTool::begin(const ToolPoint& at) {
    m_from = m_to = at.at;
    m_currentBefore = view().selection().current();
    m_before = view().selection().ops();
}

void RubberBandTool::preview(const ToolPoint& at) {
    m_to = at.at;
    const Canvas canvas = view().canvas();
    const QRectF band = QRectF(m_from, m_to).normalized();
    const bool adds = at.modifiers & (Qt::ControlModifier | Qt::ShiftModifier);
    std::set<Op> ops = adds ? m_before : std::set<Op>{};
    Op current = m_currentBefore;
    const PlacedLanes& lanes = view().placed();
    for (int rank = 0; rank < static_cast<int>(lanes.lanes.size()); ++rank) {
        const double top = canvas.geometry.blockTop(rank);
        if (top > band.bottom() || top + canvas.geometry.blockHeight() < band.top())
            continue;
        const PlacedLane& lane = lanes.lanes[rank];
        const Visible seen = visibleIn(lane, canvas.scale.time(band.left()), canvas.scale.time(band.right()));
        for (std::size_t index = seen.first; index < seen.last; ++index) {
            current = lane.blocks[index].op;
            ops.insert(current);
            if (lane.blocks[index].paired)
                ops.insert(*lane.blocks[index].paired);
        }
    }
    view().selection().set(std::move(ops), current);
}

void RubberBandTool::cancel() { view().selection().set(m_before, m_currentBefore); }

void RubberBandTool::paint(QPainter& painter, const Canvas&) const {
    const QRectF band = QRectF(m_from, m_to).normalized();
    painter.fillRect(band, translucent(currentTheme().accent, 36));
    painter.setPen(QPen(currentTheme().accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(band);
}

int LaneTool::row(const Canvas& canvas) const {
    const LaneGeometry& geometry = canvas.geometry;
    const bool amongPinned = m_y < geometry.top + geometry.pinned * geometry.laneHeight;
    const double y = m_y - geometry.top + (amongPinned ? 0 : geometry.scroll);
    return std::clamp(static_cast<int>(std::lround(y / geometry.laneHeight)), 0, geometry.lanes);
}

void LaneTool::commit() {
    const Canvas canvas = view().canvas();
    view().setLaneOrder(view().laneOrder().moved(m_rank, row(canvas), canvas.geometry.lanes));
}

std::optional<Card> LaneTool::card() const {
    return Card{QCoreApplication::translate("Timeline", "rank %1: only the view changes").arg(m_rank)};
}

void LaneTool::paint(QPainter& painter, const Canvas& canvas) const {
    const LaneGeometry& geometry = canvas.geometry;
    const int at = row(canvas);
    const double y = geometry.top + at * geometry.laneHeight - (at <= geometry.pinned ? 0 : geometry.scroll);
    painter.setClipping(false);
    painter.setPen(QPen(currentTheme().selection, 3));
    painter.drawLine(QPointF(0, y), QPointF(canvas.area.right(), y));
}

} // namespace lanewright::app
