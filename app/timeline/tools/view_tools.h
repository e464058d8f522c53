// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/tool.h"
#include "core/model/op.h"

#include <QRectF>

#include <set>

namespace lanewright::app {

/// A drag along the ruler zooms to the stretch it passes over.
class RangeTool : public Tool {
public:
    using Tool::Tool;

    void begin(const ToolPoint& at) override { m_from = m_to = at.at.x(); }
    void preview(const ToolPoint& at) override { m_to = at.at.x(); }
    void commit() override;
    std::optional<Card> card() const override;
    void paint(QPainter& painter, const Canvas& canvas) const override;
    Qt::CursorShape cursor() const override { return Qt::SplitHCursor; }

private:
    double m_from = 0;
    double m_to = 0;
};

/// Moves what is seen with the mouse.
class PanTool : public Tool {
public:
    using Tool::Tool;

    void begin(const ToolPoint& at) override { m_last = at.at; }
    void preview(const ToolPoint& at) override;
    void commit() override {}
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }

private:
    QPointF m_last;
};

/// A rectangle over the lanes selects the blocks it touches; with Ctrl or Shift it adds them.
class RubberBandTool : public Tool {
public:
    using Tool::Tool;

    void begin(const ToolPoint& at) override;
    void preview(const ToolPoint& at) override;
    void commit() override {}
    void cancel() override;
    void paint(QPainter& painter, const Canvas& canvas) const override;
    bool autoscrolls() const override { return true; }

private:
    QPointF m_from;
    QPointF m_to;
    std::set<Op> m_before;
    Op m_currentBefore;
};

/// Moves a lane to another row of the view by its header. The plan stays what it is.
class LaneTool : public Tool {
public:
    LaneTool(TimelineView& timeline, int rank) : Tool(timeline), m_rank(rank) {}

    void begin(const ToolPoint& at) override { m_y = at.at.y(); }
    void preview(const ToolPoint& at) override { m_y = at.at.y(); }
    void commit() override;
    std::optional<Card> card() const override;
    void paint(QPainter& painter, const Canvas& canvas) const override;
    Qt::CursorShape cursor() const override { return Qt::SizeVerCursor; }

private:
    /// The row it would stand in front of.
    int row(const Canvas& canvas) const;

    int m_rank;
    double m_y = 0;
};

} // namespace lanewright::app
