// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/view_tools.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/tool.h"

#include <QCoreApplication>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace lanewright::app {

namespace {

class RangeTool : public Tool {
public:
    using Tool::Tool;

    void begin(const ToolPoint& at) override { m_from = m_to = at.at.x(); }
    void preview(const ToolPoint& at) override { m_to = at.at.x(); }
    void commit() override {
        constexpr double kShortest = 4;
        if (std::abs(m_to - m_from) < kShortest)
            return;
        const TimeScale scale = view().canvas().scale;
        view().range().set(scale.time(std::min(m_from, m_to)), scale.time(std::max(m_from, m_to)));
    }

    std::optional<Card> card() const override {
        const TimeScale scale = view().canvas().scale;
        const Time length = std::abs(scale.time(m_to) - scale.time(m_from));
        return Card{timeWithUnit(length, view().document().plan().timeUnit)};
    }

    void paint(QPainter& painter, const Canvas& canvas) const override {
        const double left = std::max(canvas.area.left(), std::min(m_from, m_to));
        const QRectF band(left, 0, std::max(m_from, m_to) - left, canvas.area.bottom());
        painter.fillRect(band, translucent(currentTheme().accent, 40));
        painter.setPen(QPen(currentTheme().accent, 1));
        painter.drawLine(band.topLeft(), band.bottomLeft());
        painter.drawLine(band.topRight(), band.bottomRight());
    }

    Qt::CursorShape cursor() const override { return Qt::SplitHCursor; }

private:
    double m_from = 0;
    double m_to = 0;
};

class PanTool : public Tool {
public:
    using Tool::Tool;

    void begin(const ToolPoint& at) override { m_last = at.at; }
    void preview(const ToolPoint& at) override {
        const QPointF by = at.at - m_last;
        m_last = at.at;
        const TimeScale scale = view().canvas().scale;
        view().range().pan(-static_cast<Time>(std::llround(by.x() / scale.perTick())));
        QScrollBar* bar = view().verticalScrollBar();
        bar->setValue(bar->value() - static_cast<int>(std::lround(by.y())));
    }

    void commit() override {}
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }

private:
    QPointF m_last;
};

class RubberBandTool : public Tool {
public:
    using Tool::Tool;

    void begin(const ToolPoint& at) override {
        m_from = m_to = at.at;
        m_currentBefore = view().selection().current();
        m_before = view().selection().ops();
    }

    void preview(const ToolPoint& at) override {
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
                for (const Op& op : opsIn(lane.blocks[index]))
                    ops.insert(op);
            }
        }
        view().selection().set(std::move(ops), current);
    }

    void commit() override {}
    void cancel() override { view().selection().set(m_before, m_currentBefore); }
    void paint(QPainter& painter, const Canvas&) const override {
        const QRectF band = QRectF(m_from, m_to).normalized();
        painter.fillRect(band, translucent(currentTheme().accent, 36));
        painter.setPen(QPen(currentTheme().accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(band);
    }

    bool autoscrolls() const override { return true; }

private:
    QPointF m_from;
    QPointF m_to;
    std::set<Op> m_before;
    Op m_currentBefore;
};

class LaneTool : public Tool {
public:
    LaneTool(TimelineView& timeline, int rank) : Tool(timeline), m_rank(rank) {}

    void begin(const ToolPoint& at) override { m_y = at.at.y(); }
    void preview(const ToolPoint& at) override { m_y = at.at.y(); }
    void commit() override {
        const Canvas canvas = view().canvas();
        view().setLaneOrder(view().laneOrder().moved(m_rank, row(canvas), canvas.geometry.lanes));
    }

    std::optional<Card> card() const override {
        return Card{QCoreApplication::translate("Timeline", "rank %1: only the view changes").arg(m_rank)};
    }

    void paint(QPainter& painter, const Canvas& canvas) const override {
        const LaneGeometry& geometry = canvas.geometry;
        const int at = row(canvas);
        const double y = geometry.top + at * geometry.laneHeight - (at <= geometry.pinned ? 0 : geometry.scroll);
        painter.setClipping(false);
        painter.setPen(QPen(currentTheme().selection, 3));
        painter.drawLine(QPointF(0, y), QPointF(canvas.area.right(), y));
    }

    Qt::CursorShape cursor() const override { return Qt::SizeVerCursor; }

private:
    /// The row it would stand in front of.
    int row(const Canvas& canvas) const {
        const LaneGeometry& geometry = canvas.geometry;
        const bool amongPinned = m_y < geometry.top + geometry.pinned * geometry.laneHeight;
        const double y = m_y - geometry.top + (amongPinned ? 0 : geometry.scroll);
        return std::clamp(static_cast<int>(std::lround(y / geometry.laneHeight)), 0, geometry.lanes);
    }

    int m_rank;
    double m_y = 0;
};

} // namespace

std::unique_ptr<Tool> makeRangeTool(TimelineView& view) { return std::make_unique<RangeTool>(view); }

std::unique_ptr<Tool> makePanTool(TimelineView& view) { return std::make_unique<PanTool>(view); }

std::unique_ptr<Tool> makeRubberBandTool(TimelineView& view) { return std::make_unique<RubberBandTool>(view); }

std::unique_ptr<Tool> makeLaneTool(TimelineView& view, int rank) { return std::make_unique<LaneTool>(view, rank); }

} // namespace lanewright::app
