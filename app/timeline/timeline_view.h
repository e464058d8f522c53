// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/timeline/time_range.h"
#include "core/simulate/step_spread.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace lanewright {

struct Played;
class Tool;
class Tray;
struct Proposal;
struct Canvas;
struct LaneOrder;
struct PlacedLanes;
struct Theme;

/// Which arrows are drawn.
enum class ArrowDepth {
    Direct,       ///< of the selected block
    Chain,        ///< what decided its start, back to the first block, and on to what it decides
    CriticalPath, ///< the chain that decides the makespan, whatever is selected
};

/// How a planned block was measured.
struct Slip {
    Slot planned = {}; ///< in the plan's lanes
    Slot actual = {};  ///< in the measured lanes
    Spread start = {}; ///< over the steps
    Spread end = {};
    int steps = 0;
};

/// The lanes: blocks of the plan with the measured bars under them, a ruler on top, lane headers at the left. Zooming,
/// panning, selecting, and the gestures that edit; each gesture is a `Tool`.
class TimelineView : public QAbstractScrollArea {
    Q_OBJECT

public:
    TimelineView(Document& document, Selection& selection, TimeRange& range, QWidget* parent = nullptr);
    ~TimelineView() override;

    Document& document() { return m_document; }
    Selection& selection() { return m_selection; }
    TimeRange& range() { return m_range; }

    /// Width of the lane headers: plots that share the time axis leave the same margin.
    static int headerWidth();

    /// @name Geometry, in viewport pixels; for tools and tests
    /// @{
    /// Where the block of the op is drawn; null rectangle when it is not in the timeline.
    QRectF rectOf(const Op& op) const;
    double xOf(Time time) const;
    Time timeAt(double x) const;
    int rankAt(double y) const; ///< −1: none
    /// Whether a block dropped at a point falls into the tray: on it, or below the last lane where there is none yet.
    bool isOverTray(QPointF point) const;
    /// The plan's block under a point.
    std::optional<Slot> blockAt(QPointF point) const;
    /// The boundary of a lane nearest to x: 0 … number of blocks.
    int boundaryAt(int rank, double x) const;
    /// Where the blocks of the document's plan stand (a gesture's preview never moves them), and how they are shown.
    const PlacedLanes& placed() const;
    Canvas canvas() const;
    /// The words of the card that floats beside the gesture under way; empty when there is none.
    QString cardText() const;
    /// @}

    /// @name What is asked of it by actions and panels
    /// @{
    void revealOp(const Op& op);
    /// Brings a stretch of a lane into view.
    void revealTime(int rank, Time start, Time end);
    void fitAll();
    /// The time axis reaches at least so far, where it is shared with other lanes.
    void setLeastEnd(Time end);
    /// Where the last of its own blocks and bars ends.
    Time contentEnd() const;
    void fitSelection();
    void zoomIn();
    void zoomOut();
    /// Brings the middle of the selection into the middle of the view; when it is there, fits it.
    void centreSelection();
    /// Lets choose among the ops that the selected block needs (`back`), or that need it.
    void chooseNeighbour(bool back);
    /// Swaps the selected block with its neighbour: −1 earlier, +1 later. Repeats on one op become one undo step.
    void nudge(int by);
    void setLaneHeight(int pixels);
    int laneHeight() const;
    int chosenLaneHeight() const; ///< 0: as the lanes fit
    /// Whether measured bars are drawn under the planned ones.
    void setShowMeasured(bool show);
    /// What is said beside the lanes of bars that were measured in another order than the present one; empty where none
    /// are drawn.
    QString barsNote() const;
    /// Draws the planned blocks where they would stand if each took its measured duration.
    void setRetimed(bool on);
    bool isRetimed() const; ///< and there is a measurement
    /// Of the selected blocks, where bars are shown.
    const std::vector<Slip>& slips() const;
    ArrowDepth arrowDepth() const;
    void setArrowDepth(ArrowDepth depth);
    /// The blocks that the drawn chain passes, first to last; empty where arrows are direct.
    const std::vector<Slot>& chain() const;
    /// Lights the ops that a search found; empty: none.
    void setMatches(const std::vector<Op>& ops);
    const std::vector<Slot>& matches() const;
    /// Marks the stretch of time of what is selected, until Esc; `keep` keeps it, or takes a kept one away.
    void markSelection(bool keep);
    const std::vector<Extent>& marks() const; ///< that are kept
    const std::optional<Extent>& passingMark() const;
    void clearMarks();
    void revealLane(int rank);
    const LaneOrder& laneOrder() const;
    void setLaneOrder(const LaneOrder& order);
    /// Keeps the lane at the top, or lets it go again.
    void togglePin(int rank);
    /// The rank whose lane the selection is in; −1: none.
    int currentRank() const;
    /// Selects the next bubble of the lane: −1 the one before.
    void stepBubble(int by);
    /// Larger type, wider headers and higher lanes, to be read from the back of a classroom; 1 is the usual.
    void setType(double type);
    double type() const;
    /// How wide the headers at the left of the lanes are now.
    int headerPixels() const;
    /// What playback shows over the lanes; none: they are shown as they are.
    void setPlayed(const std::optional<Played>& played);
    /// Cancels the gesture under way, if any.
    void cancelGesture();
    /// Takes the selected ops out of the order; they lie in the tray then, still selected.
    void takeOut();
    /// Makes the proposal the plan of the document, as one undo step, with the analysis and the lanes that it holds.
    void apply(const QString& text, Proposal proposal);
    /// The strip below the lanes with the ops that the order misses.
    Tray& tray();
    bool isTrayShown() const;
    /// @}

    /// Whether drops that make errors are refused; else they are made, marked and explained.
    void setRefusesIllegal(bool refuses);
    /// For tools: true, with a word of why, when such a drop is refused.
    bool refuses(const Proposal& proposal);

    /// @name A gesture whose mouse another widget holds (the tray); points are in viewport pixels
    /// @{
    void beginGesture(std::unique_ptr<Tool> tool, QPointF at);
    void moveGesture(QPointF at, Qt::KeyboardModifiers keys);
    void endGesture();
    Qt::CursorShape gestureCursor() const;
    /// @}

Q_SIGNALS:
    /// A sentence for the status bar: what is under the mouse, what a gesture would do.
    void hint(const QString& sentence);
    /// What would follow if the gesture under way ended now; null: the present plan is shown again.
    void previewed(const Analysis* analysis);
    /// A block was dropped on a lane where its stage does not live: the window asks whether to host the stage there.
    void moveStageRequested(const Op& op, int toRank);
    void contextMenuRequested(const QPoint& globalPosition);
    void laneOrderChanged();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct State;
    Document& m_document;
    Selection& m_selection;
    TimeRange& m_range;
    std::unique_ptr<State> m_state;
};

/// A strip that shows everything at once with the visible stretch framed; dragging the frame pans.
class Minimap : public QWidget {
    Q_OBJECT

public:
    Minimap(Document& document, TimeRange& range, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    /// Lanes stand in this order here, too.
    void setLaneOrder(const LaneOrder& order);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void drawLanes();

    Document& m_document;
    TimeRange& m_range;
    std::vector<int> m_rows; ///< per rank; empty: by number
    QImage m_lanes;          ///< null: to be drawn anew
    QTimer m_later;          ///< draws the lanes anew once a large schedule rests
    const Theme* m_theme = nullptr;
    Time m_extentEnd = 0; ///< that the image shows
};

} // namespace lanewright
