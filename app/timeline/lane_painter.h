// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/block_layer.h"
#include "app/lanes/canvas.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/measured_overlay.h"
#include "app/timeline/playback_moment.h"
#include "app/timeline/search_matches.h"
#include "app/timeline/selection_art.h"
#include "app/timeline/shown_lanes.h"
#include "app/timeline/time_marks.h"
#include "app/timeline/tools/tool.h"

#include <QFont>
#include <QImage>
#include <QPainter>

#include <optional>

namespace lanewright::app {

/// All that is drawn in the lanes.
struct LaneScene {
    const Document& document;
    const ShownLanes& lanes;
    const LaneSelection& selection;
    const SearchMatches& matches;
    const TimeMarks& marks;
    const MeasuredOverlay& overlay;
};

/// How and where it is drawn this time.
struct LaneFrame {
    Canvas canvas = {};
    QSize size = {};       ///< the viewport's
    double pixelRatio = 1; ///< device pixels per pixel
    QFont font = {};
    double type = 1;       ///< how much larger than usual the type is
    QString barsNote = {}; ///< what the ruler says of the bars
    bool isFramed = false; ///< a frame says that the keyboard is here
    bool hasFocus = false;
    std::optional<Slot> hovered = {};
    const Tool* tool = nullptr; ///< the gesture under way; null: none
    QPointF mouse = {};
    const std::optional<PlaybackMoment>& playback;
    const Pointed& pointed;
};

/// Draws the lanes. What stays from one frame to the next is kept as images until `redraw`: the lanes as they are; the
/// same under a veil, behind a proposal; the same before anything has begun, behind playback.
class LanePainter {
public:
    explicit LanePainter(const LaneScene& scene) : m_scene(scene) {}

    void paint(QPainter& painter, const LaneFrame& frame);
    /// Everything must be drawn anew.
    void redraw();
    /// A gesture has ended.
    void forgetProposal() { m_faded = m_proposed = QImage(); }

    /// What is kept of lanes with many blocks.
    const std::shared_ptr<LaneCovers>& covers() const { return m_layer.covers(); }

private:
    void paintBase(const LaneFrame& frame);
    void paintBarsNote(QPainter& painter, const LaneFrame& frame) const;
    void paintRows(QPainter& painter, const LaneFrame& frame, bool pinned) const;
    void paintLanes(QImage& image, const LaneFrame& frame, const PlacedLanes& lanes, bool measuredToo);
    void paintGaps(QPainter& painter, const PlacedLanes& lanes, const Canvas& canvas) const;
    void paintEmpty(QPainter& painter, const Canvas& canvas, QFont font) const;
    /// The image of the proposal, where it does not show this one.
    void renewProposed(const LaneFrame& frame, const Proposal& proposal);
    void paintProposal(QPainter& painter, const LaneFrame& frame, const Proposal& proposal);
    /// Over the base: what is to come at the moment of the playback.
    void paintComing(QPainter& painter, const Canvas& canvas, Time now);
    /// The base under a veil; `alpha` up to 255.
    QImage fadedBase(const Canvas& canvas, int alpha) const;
    void paintSelection(QPainter& painter, const LaneFrame& frame) const;
    /// What the selection waits for, and what waits for it.
    void paintReasons(QPainter& painter, const Canvas& canvas) const;
    void paintTool(QPainter& painter, const LaneFrame& frame, const Tool& tool) const;
    void paintFocus(QPainter& painter, const LaneFrame& frame) const;

    LaneScene m_scene;
    BlockLayer m_layer;
    const Theme* m_theme = nullptr;
    QImage m_base;
    bool m_baseIsStale = true; ///< its memory is drawn over, not given back: a frame takes no fresh pages
    QImage m_faded;
    QImage m_coming; ///< as `m_base`, with all blocks as they are before they begin
    QImage m_proposed;
    std::uint64_t m_proposedSerial = 0;       ///< the proposal that `m_proposed` shows
    std::optional<Explanation> m_proposedWhy; ///< why its one block starts when it would
};

} // namespace lanewright::app
