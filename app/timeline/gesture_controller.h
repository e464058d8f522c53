// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/lane_selection.h"
#include "app/timeline/shown_lanes.h"
#include "app/timeline/tools/tool.h"

#include <QMouseEvent>
#include <QPointF>
#include <QTimer>
#include <QWheelEvent>

#include <cstdint>
#include <memory>
#include <optional>

namespace lanewright::app {

class TimelineView;

/// What lies under a point of the viewport.
struct Hit {
    enum class Kind { Nothing, Ruler, Header, Room, Block, BlockEdge, Gap, Bar, BarGap };
    Kind kind = Kind::Nothing; ///< `Room`: of a lane, where no block is
    int rank = -1;
    Slot slot = {}; ///< where the block stands; for a gap, the block behind it; for a `Bar`, in the measured lanes
    Time time = 0;  ///< `BarGap`: when it is, among the measured bars

    bool isBlock() const { return kind == Kind::Block || kind == Kind::BlockEdge; }
};

/// Turns what the mouse does in the lanes into selections and gestures. A press becomes a gesture, which a `Tool`
/// makes, once the mouse has moved far enough; else its release is a click.
class GestureController {
public:
    GestureController(TimelineView& view, const ShownLanes& lanes, LaneSelection& selection);

    /// The gesture under way; null: none.
    const Tool* tool() const { return m_tool.get(); }
    /// A gesture is under way, or a button is down that may begin one.
    bool isActive() const { return m_tool || m_press; }
    QPointF mouse() const { return m_mouse; }
    const std::optional<Slot>& hovered() const { return m_hovered; }
    /// What lies there, in words, a line for each: of a block, a measured bar, or a gap between those.
    QStringList descriptionOf(const Hit& hit) const;
    /// The words of the card that floats beside the gesture under way; empty when there is none.
    QString cardText() const;
    Hit hitAt(QPointF at) const;

    /// @name What the mouse does
    /// @{
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void wheel(QWheelEvent& event);
    /// The mouse has left the lanes.
    void leave();
    /// While the space bar is held, a drag pans.
    void holdSpace(bool held) { m_spaceHeld = held; }
    /// @}

    /// @name A gesture whose mouse another widget holds (the tray); points are in viewport pixels
    /// @{
    void begin(std::unique_ptr<Tool> tool, QPointF at);
    void moveTo(QPointF at, Qt::KeyboardModifiers keys);
    void end() {
        if (m_tool)
            commitTool();
    }

    Qt::CursorShape cursor() const { return m_tool ? m_tool->cursor() : Qt::ArrowCursor; }
    /// @}

    /// Ends the gesture under way without a trace.
    void cancel();

private:
    /// A mouse button that went down and is not yet a gesture.
    struct Press {
        QPointF at;
        Qt::MouseButton button = Qt::NoButton;
        Qt::KeyboardModifiers modifiers = Qt::NoModifier;
        Hit hit;
    };
    void beginTool(std::unique_ptr<Tool> tool, const ToolPoint& at);
    void moveTool();
    void commitTool();
    std::unique_ptr<Tool> toolFor(const Press& pressed);
    std::unique_ptr<Tool> moveToolFor(Slot grabbed);
    void autoscroll();
    void selectAt(const Press& pressed);
    void click(const Press& pressed);
    void selectBubbleAt(QPointF at);
    void selectMeasured(const Hit& hit);
    /// In the row of the measured bars of a rank.
    Hit barAt(int rank, Time time) const;
    /// In that of its planned blocks.
    Hit plannedAt(const Canvas& canvas, int rank, double x) const;
    /// Selects what lies there and asks for the menu.
    void askMenu(QPointF at, const QPoint& globalPosition);
    void updateCursor(const Hit& hit);
    void hover(const Hit& hit);

    TimelineView& m_view;
    const ShownLanes& m_lanes;
    LaneSelection& m_selection;
    std::optional<Press> m_press;
    std::unique_ptr<Tool> m_tool;
    std::uint64_t m_previewed = 0; ///< the proposal that others were shown last; 0: none
    QPointF m_mouse;
    Qt::KeyboardModifiers m_keys = Qt::NoModifier;
    std::optional<Slot> m_hovered;
    bool m_hintsMeasured = false; ///< a bar, or a gap between bars, was under the mouse last
    QTimer m_scroller;
    bool m_spaceHeld = false;
    /// Which way a touchpad scrolls until the fingers leave it; 0: not known yet.
    Qt::Orientations m_scrollsAlong = {};
};

} // namespace lanewright::app
