// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/block_layer.h"
#include "app/timeline/canvas.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/played.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/tool.h"
#include "core/explain/explain.h"

#include <QImage>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace lanewright {

/// What lies under a point of the viewport.
struct Hit {
    enum class Kind { Nothing, Ruler, Header, Room, Block, BlockEdge, Gap };
    Kind kind = Kind::Nothing; ///< `Room`: of a lane, where no block is
    int rank = -1;
    Slot slot = {}; ///< of the block; of a gap, the block behind it
};

/// A mouse button that went down and is not yet a gesture.
struct Press {
    QPointF at;
    Qt::MouseButton button = Qt::NoButton;
    Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    Hit hit;
};

/// Keyboard nudges of one op that follow each other, so that they become one step of the history.
struct NudgeRun {
    Op op;
    int by = 0;
    int mergeId = -1; ///< of this run's steps alone
    int historyIndex = -1;
};

struct TimelineView::State {
    explicit State(TimelineView& owner) : view(owner) {}

    TimelineView& view;

    // What follows from the document.
    PlacedLanes planned;
    std::optional<Proposal> dropped; ///< that becomes the document's plan at present; its lanes are placed already
    PlacedLanes measured;
    std::shared_ptr<const Run> measuredRun;     ///< that `measured` shows
    const Timeline* measuredTimeline = nullptr; ///< of that run
    Placement measuredPlacement;                ///< that it was placed by
    std::vector<Slot> broken;                   ///< blocks with a finding of severity error

    // What follows from the selection.
    std::vector<Slot> selected;
    std::optional<Explanation> why; ///< of the current op
    std::optional<Op> gap;          ///< the op behind the selected gap
    std::optional<Bubble> bubble;   ///< that is selected
    /// Blocks each of which decides when the next one starts: the chain of the selected block, or the critical path.
    std::vector<Slot> chain;

    std::vector<Slip> slips; ///< of the selected blocks

    // What a search found, and what a person marked.
    std::set<Op> matchedOps;
    std::vector<Slot> matched;
    std::vector<Extent> marks;
    std::optional<Extent> passing; ///< a mark until Esc

    // What the order misses.
    Tray* tray = nullptr;
    Time wholeLength = 0; ///< about how long the schedule will be when it misses nothing more; 0 when it does not

    // How it is shown.
    int chosenLaneHeight = 0; ///< 0: as the lanes fit
    LaneOrder laneOrder;
    Time leastEnd = 0; ///< of the time axis, which other lanes share
    bool showMeasured = true;
    bool retimed = false; ///< planned blocks take their measured durations, where there are any
    ArrowDepth arrows = ArrowDepth::Direct;
    bool refusesIllegal = false;
    std::optional<Slot> hovered;
    bool framed = false; ///< the keyboard came here by a key, so a frame says where it is
    double type = 1;     ///< how much larger than usual the type is
    std::optional<Played> played;

    // The gesture.
    std::optional<Press> press;
    std::unique_ptr<Tool> tool;
    QPointF mouse;
    Qt::KeyboardModifiers keys = Qt::NoModifier;
    QTimer scroller;
    NudgeRun nudges;
    bool spaceHeld = false;
    /// Which way a touchpad scrolls until the fingers leave it; 0: not known yet.
    Qt::Orientations scrollsAlong = {};

    // Drawn images; null when they must be drawn anew.
    BlockLayer layer;
    const Theme* theme = nullptr;
    QImage base;
    bool baseIsStale = true; ///< its memory is drawn over, not given back: a frame takes no fresh pages
    QImage faded;
    QImage coming; ///< as `base`, with all blocks as they are before they begin
    QImage proposed;
    std::uint64_t proposedSerial = 0;       ///< the proposal that `proposed` shows
    std::optional<Explanation> proposedWhy; ///< why its one block starts when it would

    void refreshDocument();
    void refreshRun();
    void refreshSelection();
    void refreshTray();
    void placeTray();
    void refreshExtent();
    void refreshScrollBar();
    /// Everything must be drawn anew.
    void redraw();

    int laneHeight() const;
    int headerPixels() const;
    int rulerPixels() const;
    bool barsShown() const;
    /// Bars are drawn, and they are of a run of another order.
    bool barsAreOfAnotherOrder() const;
    Canvas canvas() const;
    Hit hitAt(QPointF at) const;
    /// The end of the block before, or 0.
    Time previousEnd(Slot slot) const;

    // Painting; see view_paint.cpp.
    void paint(QPainter& painter);
    void paintBase();
    void paintBarsNote(QPainter& painter, const Canvas& canvas) const;
    void paintRows(QPainter& painter, const Canvas& canvas, bool pinned) const;
    /// Over the base: what is to come at the moment that is played.
    void paintComing(QPainter& painter, const Canvas& canvas);
    void paintLanes(QImage& image, const PlacedLanes& lanes, bool measuredToo);
    void paintGaps(QPainter& painter, const PlacedLanes& lanes, const Canvas& canvas) const;
    void paintProposal(QPainter& painter, const Proposal& proposal);
    /// The base under a veil; `alpha` up to 255.
    QImage fadedBase(const Canvas& canvas, int alpha) const;
    void paintSelection(QPainter& painter, const Canvas& canvas) const;
    void paintArrows(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const Schedule& schedule,
                     const Explanation& explanation) const;
    void paintFocus(QPainter& painter) const;
    void paintEmpty(QPainter& painter, const Canvas& canvas) const;
    /// See played.cpp.
    void paintPlayed(QPainter& painter, const Canvas& canvas) const;

    // Why things wait; see view_why.cpp.
    void refreshWhy();
    void addChainOf(const Op& op);
    void paintBubble(QPainter& painter, const Canvas& canvas) const;
    void paintChain(QPainter& painter, const Canvas& canvas) const;
    QRectF rectOf(const Bubble& bubble, const Canvas& canvas) const;
    void selectBubbleAt(QPointF at);
    void stepBubble(int by);

    // Matches and marks; see view_marks.cpp.
    void refreshMatches();
    void paintMatches(QPainter& painter, const Canvas& canvas) const;
    void markSelection(bool keep);
    void paintMarks(QPainter& painter, const Canvas& canvas) const;

    // The measurement; see view_measured.cpp.
    bool isRetimed() const;
    void placePlanned();
    void refreshSlips();
    void paintSlips(QPainter& painter, const Canvas& canvas) const;
    void paintClocks(QPainter& painter, const Canvas& canvas) const;

    // Gestures; see view_mouse.cpp.
    void beginTool(std::unique_ptr<Tool> tool, const ToolPoint& at);
    void moveTool();
    void commitTool();
    void autoscroll();
    /// Selects what lies there and asks for the menu.
    void askMenu(QPointF at, const QPoint& globalPosition);
    void updateCursor(const Hit& hit);
    void hover(const Hit& hit);
    /// What a block is and why it starts when it starts, in words.
    QStringList wordsOf(Slot slot) const;
    void selectAt(const Press& pressed);
    void click(const Press& pressed);
    std::unique_ptr<Tool> toolFor(const Press& pressed);

    // Keys; see view_keys.cpp.
    bool navigate(int key);
    void centre();
    /// What the selected block needs, or what needs it, with its neighbour in the lane; by start.
    std::vector<Op> neighbours(bool back) const;
    void chooseNeighbour(bool back);
    void stepInLane(int by);
    void stepLane(int by);
    void followBinding(bool back);
    void nudge(int by);
    bool removeGap();
    void askForGap(Slot slot);
    void setGapTo(Slot slot, Time gap);
    std::optional<Slot> currentSlot() const;
};

} // namespace lanewright
