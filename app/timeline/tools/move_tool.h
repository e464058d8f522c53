// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/edit_tool.h"
#include "core/edit/drop_places.h"

#include <set>
#include <vector>

namespace lanewright::app {

/// What the history says of ops that leave the order for the tray.
QString takeOutSentence(const Plan& plan, const std::set<Op>& ops);

/// Drags one or more blocks of a lane to another place in its order, or blocks of several lanes by as many places.
///
/// The mouse is held against the layout as it was when the drag began, never against the preview, which would slide
/// away under it. On another lane the drop asks to host the stage there.
class MoveTool : public EditTool {
public:
    /// `positions` are on `grabbed.rank`, ascending, and hold `grabbed.position`. `elsewhere` are ops of other lanes
    /// that come along: each block by as many places in its own row as the grabbed one.
    MoveTool(TimelineView& view, Slot grabbed, std::vector<int> positions, const std::set<Op>& elsewhere = {});

    void begin(const ToolPoint& at) override;
    void preview(const ToolPoint& at) override;
    void commit() override;
    void paint(QPainter& painter, const Canvas& canvas) const override;
    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
    bool autoscrolls() const override { return true; }

private:
    void aimAt(int boundary);
    /// Tries every place of the lane that is visible.
    void judgeVisible();
    void paintPlaces(QPainter& painter, const Canvas& canvas) const;
    Result<Schedule> movedTo(int boundary) const;
    int placesTo(int boundary) const;
    void aimAtLane(int rank);
    void aimAtTray();
    int laneUnder(double y) const;
    QString what() const;
    QString sentence(const Schedule& next) const;

    Slot m_grabbed;
    std::vector<int> m_positions;
    std::set<Op> m_ops;
    bool m_severalLanes;
    PlacedBlock m_block;
    QPointF m_mouse;
    double m_hold = 0; ///< from the left edge of the block to the mouse, at the start
    int m_boundary = -1;
    int m_otherRank = -1; ///< the lane under the mouse where the stage does not live; −1: none
    bool m_overTray = false;
    std::vector<PlaceRating> m_places; ///< a rating for each boundary from `m_firstPlace` on
    int m_firstPlace = 0;
};

} // namespace lanewright::app
