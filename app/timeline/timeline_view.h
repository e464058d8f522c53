// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/lanes/canvas.h"
#include "app/lanes/lane_sizes.h"
#include "app/lanes/time_range.h"
#include "core/model/timeline.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <vector>

namespace lanewright::app {

class GestureController;
class KeyNavigator;
class LaneCovers;
class LanePainter;
class LaneSelection;
class MeasuredOverlay;
class SearchMatches;
class TimeMarks;
class Tray;
enum class ArrowDepth;
struct PlaybackMoment;
struct Pointed;
struct Proposal;

/// The lanes: blocks of the plan with the measured bars under them, a ruler on top, lane headers at the left. What it
/// shows, how it is drawn and what mouse and keys do is each a part of its own; the view keeps them together.
class TimelineView : public QAbstractScrollArea {
    Q_OBJECT

public:
    TimelineView(Document& document, Selection& selection, TimeRange& range, QWidget* parent = nullptr);
    ~TimelineView() override;

    Document& document() { return m_document; }
    Selection& selection() { return m_selection; }
    TimeRange& range() { return m_range; }

    /// Width of the lane headers: plots that share the time axis leave the same margin.
    static int headerWidth() { return LaneSizes::kLaneHeader; }

    /// @name Parts
    /// @{
    GestureController& gestures();
    KeyNavigator& keys();
    LanePainter& painter();
    /// What is kept of lanes with many blocks, for other views of the same lanes, and for those who make it in advance.
    const std::shared_ptr<LaneCovers>& covers() const;
    const LaneSelection& laneSelection() const;
    const MeasuredOverlay& overlay() const;
    const SearchMatches& matches() const;
    const TimeMarks& marks() const;
    /// The strip below the lanes with the ops that the order misses.
    Tray& tray() { return *m_tray; }
    bool isTrayShown() const;
    /// @}

    /// @name Geometry, in viewport pixels
    /// @{
    /// Where the block of the op is drawn; null rectangle when it is not in the timeline.
    QRectF rectOf(const Op& op) const;
    /// Whether a block dropped at a point falls into the tray: on it, or below the last lane where there is none yet.
    bool isOverTray(QPointF point) const;
    /// The plan's block under a point.
    std::optional<Slot> blockAt(QPointF point) const;
    /// Where the blocks of the document's plan stand (a gesture's preview never moves them), and how they are shown.
    const PlacedLanes& placed() const;
    Canvas canvas() const;
    /// Where the last of its own blocks and bars ends.
    Time contentEnd() const;
    /// @}

    /// @name The stretch of time and the lanes that are seen
    /// @{
    void revealOp(const Op& op);
    /// The same, and near enough that the block can be read.
    void showOp(const Op& op);
    /// Brings a stretch of a lane into view.
    void revealTime(int rank, Time start, Time end);
    void revealLane(int rank);
    void fitAll();
    void fitSelection();
    void zoomIn() { m_range.zoom(1 / 1.5, m_range.start() + m_range.length() / 2); }
    void zoomOut() { m_range.zoom(1.5, m_range.start() + m_range.length() / 2); }
    /// The time axis reaches at least so far, where it is shared with other lanes.
    void setLeastEnd(Time end) {
        m_leastEnd = end;
        refreshExtent();
    }

    void setLaneHeight(int pixels);
    int laneHeight() const;
    int chosenLaneHeight() const { return m_sizes.chosenLane; } ///< 0: as the lanes fit
    const LaneOrder& laneOrder() const { return m_sizes.order; }
    void setLaneOrder(const LaneOrder& order);
    /// Keeps the lane at the top, or lets it go again.
    void togglePin(int rank);
    /// Larger type, wider headers and higher lanes, to be read from the back of a classroom; 1 is the usual.
    void setType(double type);
    double type() const { return m_sizes.type; }
    /// How wide the headers at the left of the lanes are now.
    int headerPixels() const { return m_sizes.header(); }
    /// @}

    /// @name What is shown
    /// @{
    /// Whether measured bars are drawn under the planned ones.
    void setShowMeasured(bool show);
    /// What is said beside the lanes of bars that were measured in another order than the present one; empty where none
    /// are drawn.
    QString barsNote() const;
    /// Draws the planned blocks where they would stand if each took its measured duration.
    void setRetimed(bool on);
    bool isRetimed() const; ///< and there is a measurement
    void setArrowDepth(ArrowDepth depth);
    /// Lights the ops that a search found; empty: none.
    void setMatches(const std::vector<Op>& ops);
    /// Marks the stretch of time of what is selected, until Esc; `keep` keeps it, or takes a kept one away.
    void markSelection(bool keep);
    void clearMarks();
    /// What playback shows over the lanes; none: they are shown as they are.
    void setPlayback(const std::optional<PlaybackMoment>& playback);
    /// Frames what a sentence beside the lanes speaks of, in the tray too.
    void setPointed(const Pointed& pointed);
    const Pointed& pointed() const;
    /// Everything must be drawn anew.
    void redraw();
    /// @}

    /// @name Edits
    /// @{
    /// Cancels the gesture under way, if any.
    void cancelGesture();
    /// Makes the proposal the plan of the document, as one undo step, with the analysis that it holds.
    void apply(const Message& sentence, Proposal proposal);
    /// Takes the selected ops out of the order; they lie in the tray then, still selected.
    void takeOut();
    /// Whether drops that make errors are refused; else they are made, marked and explained.
    void setRefusesIllegal(bool refuses) { m_refusesIllegal = refuses; }
    /// True, with a word of why, when such a drop is refused.
    bool refuses(const Proposal& proposal);
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

private:
    /// What the words beside a lane mean.
    QString headerTip(int rank) const;
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
    void scrollContentsBy(int, int) override { redraw(); }

    struct Parts;
    void refreshDocument();
    void refreshRun();
    void refreshSelection();
    void refreshTray();
    void placeTray();
    void refreshExtent();
    void refreshScrollBar();

    Document& m_document;
    Selection& m_selection;
    TimeRange& m_range;
    std::unique_ptr<Parts> m_parts;
    LaneSizes m_sizes;
    Tray* m_tray = nullptr;
    Time m_wholeLength = 0; ///< about how long the schedule will be when it misses nothing more; 0 when it does not
    Time m_leastEnd = 0;    ///< the time axis reaches at least so far, since other lanes share it
    bool m_refusesIllegal = false;
    bool m_framed = false; ///< the keyboard came here by a key, so a frame says where it is
};

} // namespace lanewright::app
