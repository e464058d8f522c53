// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/edit_tool.h"

namespace lanewright::app {

/// Drags the left edge of a block to the right: an explicit gap before it. Snaps to round times; Ctrl lets go of them.
class GapTool : public EditTool {
public:
    GapTool(TimelineView& view, Slot slot);

    void begin(const ToolPoint& at) override;
    void preview(const ToolPoint& at) override;
    void commit() override;
    Qt::CursorShape cursor() const override { return Qt::SplitHCursor; }
    bool autoscrolls() const override { return true; }

private:
    Time gapAt(const ToolPoint& at) const;

    Slot m_slot;
    PlacedBlock m_block;
    Time m_previousEnd = 0;
    Time m_gap = 0;
    double m_hold = 0; ///< from the edge to the mouse, at the start
};

/// `Set the gap before B1.3 to 0.5 ms`, or `Remove the gap before B1.3`.
QString gapSentence(const Plan& plan, Slot slot, Time gap);

} // namespace lanewright::app
