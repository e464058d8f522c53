// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/canvas.h"
#include "app/timeline/card.h"
#include "app/timeline/tools/proposal.h"

#include <QPainter>
#include <QPointF>

#include <optional>

namespace lanewright::app {

class TimelineView;

/// Where the mouse is, and with which keys held.
struct ToolPoint {
    QPointF at = {};
    Qt::KeyboardModifiers modifiers = Qt::NoModifier;
};

/// One gesture, from the press that began it to its commit or cancel. Nothing changes before `commit`.
class Tool {
public:
    explicit Tool(TimelineView& view) : m_view(view) {}
    virtual ~Tool() = default;
    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;

    virtual void begin(const ToolPoint& at) = 0;
    /// The mouse has moved, or what lies under it has.
    virtual void preview(const ToolPoint& at) = 0;
    virtual void commit() = 0;
    virtual void cancel() {}

    /// Null: the present plan is shown.
    virtual const Proposal* proposal() const { return nullptr; }
    virtual std::optional<Card> card() const { return {}; }
    /// Draws what the gesture shows over the lanes.
    virtual void paint(QPainter&, const Canvas&) const {}
    virtual Qt::CursorShape cursor() const { return Qt::ArrowCursor; }
    /// Whether the view scrolls by itself when the mouse comes near an edge.
    virtual bool autoscrolls() const { return false; }

protected:
    TimelineView& view() const { return m_view; }

private:
    TimelineView& m_view;
};

} // namespace lanewright::app
