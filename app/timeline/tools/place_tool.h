// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/edit_tool.h"

#include <set>
#include <vector>

namespace lanewright::app {

/// Drags ops from the tray into the lane where they belong. On any other lane a drop does nothing, and the card says
/// where they live.
class PlaceTool : public EditTool {
public:
    /// `ops` all live on one rank and are not empty; they stay in their order.
    PlaceTool(TimelineView& view, std::vector<Op> ops);

    void begin(const ToolPoint& at) override { m_mouse = at.at; }
    void preview(const ToolPoint& at) override;
    void commit() override;
    void paint(QPainter& painter, const Canvas& canvas) const override;
    Qt::CursorShape cursor() const override;
    bool autoscrolls() const override { return true; }

private:
    void aimAt(int boundary);
    void aimAtNothing(int lane);
    QString what() const;

    std::vector<Op> m_ops;
    int m_rank;
    QPointF m_mouse;
    int m_boundary = -1; ///< −1: no place under the mouse
};

/// The schedule with the ops put in front of the block at `boundary` of the row of their rank, in their order.
Result<Schedule> placedAt(const Schedule& schedule, const std::vector<Op>& ops, int boundary);

/// `Place F0.1`, `Place 3 ops`: a step of the history.
QString placeSentence(const Plan& plan, const std::vector<Op>& ops);

} // namespace lanewright::app
