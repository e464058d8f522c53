// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/lane_selection.h"
#include "app/timeline/shown_lanes.h"

#include <QKeyEvent>

#include <vector>

namespace lanewright::app {

class TimelineView;

/// What keys do in the lanes: they walk from block to block, zoom and pan, and move the selected blocks.
class KeyNavigator {
public:
    KeyNavigator(TimelineView& view, const ShownLanes& lanes, LaneSelection& selection)
        : m_view(view), m_lanes(lanes), m_selection(selection) {}

    /// False: the key means nothing here. Keys with Ctrl are not asked for.
    bool press(const QKeyEvent& event);
    /// Swaps the selected block with its neighbour: −1 earlier, +1 later. Repeats on one op become one undo step. What
    /// is selected in the tray is put into its lane first.
    void nudge(int by);
    /// Selects the next bubble of the lane: −1 the one before.
    void stepBubble(int by);
    /// Brings the middle of the selection into the middle of the view; when it is there, fits it.
    void centreSelection();
    /// Lets choose among the ops that the selected block needs (`back`), or that need it.
    void chooseNeighbour(bool back);
    /// Asks how long the explicit gap before that block is to be.
    void askForGap(Slot slot);

private:
    /// Nudges of one op that follow each other, so that they become one step of the history.
    struct NudgeRun {
        Op op = {};
        int by = 0;
        int mergeId = -1; ///< shared by the steps of this run alone
        int historyIndex = -1;
    };
    bool zoomOrPan(int key);
    /// The planned block that holds the op; null: it is not in the lanes.
    const PlacedBlock* blockOf(const Op& op) const;
    /// What the selected block needs, or what needs it, with its neighbour in the lane, as far as they are in the
    /// lanes; by start.
    std::vector<Op> neighbours(bool back) const;
    void stepInLane(int by);
    void stepLane(int by);
    /// Selects a block beside the present one: the zoom stays.
    void stepTo(const Op& op);
    /// Selects what decided when the selected block starts; or of what it decides the first to start.
    void toBinding();
    void toDecided();
    bool removeGap();
    void setGapTo(Slot slot, Time gap);

    TimelineView& m_view;
    const ShownLanes& m_lanes;
    LaneSelection& m_selection;
    NudgeRun m_nudges;
};

} // namespace lanewright::app
