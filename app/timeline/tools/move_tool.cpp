// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/move_tool.h"

#include "app/document/translate.h"
#include "app/lanes/painting.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/caret.h"
#include "app/timeline/tools/edit_tool.h"
#include "app/timeline/tools/proposal.h"
#include "core/edit/drop_places.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/edit/pattern.h"

#include <utility>

namespace lanewright::app {
namespace {

/// Pixels by which a boundary must be passed before the caret jumps, and by which the mouse may stray into the next
/// lane.
constexpr double kStickiness = 4;
constexpr double kStray = 10;

/// A shape for each rating, so that colours only repeat it.
void paintRating(QPainter& painter, PlaceRating rating, double x, double y) {
    const Theme& theme = currentTheme();
    switch (rating) {
    case PlaceRating::Better:
        painter.setPen(QPen(theme.good, 2));
        painter.drawPolyline(QPolygonF{{x - 4, y - 3}, {x, y + 2}, {x + 4, y - 3}});
        break;
    case PlaceRating::Same:
        painter.setPen(QPen(theme.mutedText, 2));
        painter.drawLine(QPointF(x, y - 2), QPointF(x, y + 2));
        break;
    case PlaceRating::Worse:
        painter.setPen(QPen(theme.warning, 2));
        painter.drawPolyline(QPolygonF{{x - 4, y + 2}, {x, y - 3}, {x + 4, y + 2}});
        break;
    case PlaceRating::Bad:
        painter.setPen(QPen(theme.violation, 2));
        painter.drawLine(QPointF(x - 3, y - 3), QPointF(x + 3, y + 3));
        painter.drawLine(QPointF(x - 3, y + 3), QPointF(x + 3, y - 3));
        break;
    }
}

class MoveTool : public EditTool {
public:
    /// `positions` are on `grabbed.rank`, ascending, and hold `grabbed.position`. `elsewhere` are ops of other lanes
    /// that come along: each block by as many places in its own row as the grabbed one.
    MoveTool(TimelineView& timeline, Slot grabbed, std::vector<int> positions, const std::set<Op>& elsewhere)
        : EditTool(timeline), m_grabbed(grabbed), m_positions(std::move(positions)), m_ops(elsewhere),
          m_severalLanes(!elsewhere.empty()) {
        const Row& row = view().document().schedule().order[grabbed.rank];
        for (const int position : m_positions)
            for (const Op& op : opsIn(row[position]))
                m_ops.insert(op);
        m_block = *view().placed().find(grabbed);
    }

    void begin(const ToolPoint& at) override {
        m_hold = at.at.x() - view().canvas().scale.x(m_block.start);
        m_mouse = at.at;
        m_boundary = m_grabbed.position;
    }

    void preview(const ToolPoint& at) override {
        m_mouse = at.at;
        if (view().isOverTray(at.at))
            return aimAtTray();
        const int lane = laneUnder(at.at.y());
        if (lane >= 0 && lane != m_grabbed.rank)
            return aimAtLane(lane);
        const bool cameBack = std::exchange(m_otherRank, -1) >= 0 || std::exchange(m_overTray, false);
        const TimeScale scale = view().canvas().scale;
        const PlacedLane& frozen = view().placed().lanes[m_grabbed.rank];
        judgeVisible();
        const int boundary = stickyBoundaryAt(frozen, scale.time(at.at.x()), m_boundary, scale.length(kStickiness));
        if (boundary != m_boundary || cameBack || !m_card)
            aimAt(boundary);
    }

    void commit() override {
        if (m_overTray) {
            view().apply(takeOutSentence(m_ops, view().document().plan().costs.weightParts), *std::move(m_proposal));
            Q_EMIT view().hint(view().document().history().undoText());
            return;
        }
        if (m_otherRank >= 0) {
            Q_EMIT view().moveStageRequested(m_block.op, m_otherRank);
            return;
        }
        if (m_proposal)
            make(sentence(m_proposal->plan.schedule));
    }

    void paint(QPainter& painter, const Canvas& canvas) const override {
        const PainterGuard guard(painter);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_otherRank >= 0)
            drawLaneFrame(painter, canvas, m_otherRank, currentTheme().accent);
        else {
            paintPlaces(painter, canvas);
            drawCaret(painter, canvas, view().placed().lanes[m_grabbed.rank], m_grabbed.rank, m_boundary, m_mouse.x());
        }
        const QRectF home = canvas.rectOf(m_grabbed.rank, m_block);
        const QRectF ghost(m_mouse.x() - m_hold, m_mouse.y() - home.height() * 0.35, home.width(), home.height());
        drawGhost(painter, canvas, view().placed(), ghost, m_block, isBad());
    }

    Qt::CursorShape cursor() const override { return Qt::ClosedHandCursor; }
    bool autoscrolls() const override { return true; }

private:
    void aimAt(int boundary) {
        m_boundary = boundary;
        const Plan& plan = view().document().plan();
        Result<Schedule> next = movedTo(boundary);
        if (!next || next->order == plan.schedule.order)
            return showNone(TimelineText::tr("%1: stays where it is").arg(translated(what())));
        const QString title =
            m_severalLanes ? translated(sentence(*next))
                           : QStringLiteral("%1: %2").arg(
                                 translated(what()), placeText(*next, m_grabbed.rank, m_ops, plan.costs.weightParts));
        show(title, propose(plan, *std::move(next), m_ops), m_grabbed.rank);
    }

    /// Tries every place of the lane that is visible.
    void judgeVisible() {
        constexpr int kMostPlaces = 160;
        const Document& document = view().document();
        const Visible seen =
            visibleIn(view().placed().lanes[m_grabbed.rank], view().range().start(), view().range().end());
        const int first = static_cast<int>(seen.first);
        const int last = static_cast<int>(seen.last);
        const bool known =
            !m_places.empty() && first == m_firstPlace && last - first + 1 == static_cast<int>(m_places.size());
        if (known)
            return;
        m_places.clear();
        // So many that each can be told from the next, and so few that the mouse need not wait.
        if (m_severalLanes || document.isLarge() || last - first > kMostPlaces)
            return;
        m_firstPlace = first;
        m_places = judgePlaces(document.plan(), document.timeline(), m_grabbed.rank, m_positions, first, last);
    }

    void paintPlaces(QPainter& painter, const Canvas& canvas) const {
        const std::vector<PlacedBlock>& blocks = view().placed().lanes[m_grabbed.rank].blocks;
        const double y = canvas.geometry.blockTop(m_grabbed.rank) + canvas.geometry.blockHeight() + 5;
        painter.setBrush(Qt::NoBrush);
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const std::size_t boundary = static_cast<std::size_t>(m_firstPlace) + i;
            if (boundary > blocks.size() || blocks.empty())
                return;
            const Time time = boundary < blocks.size() ? blocks[boundary].start : blocks.back().end;
            paintRating(painter, m_places[i], canvas.scale.x(time), y);
        }
    }

    Result<Schedule> movedTo(int boundary) const {
        const Schedule& schedule = view().document().schedule();
        if (m_severalLanes)
            return shiftBlocks(schedule, m_ops, placesTo(boundary));
        return m_positions.size() == 1 ? moveBlock(schedule, m_grabbed, boundary)
                                       : moveBlocks(schedule, m_grabbed.rank, m_positions, boundary);
    }

    int placesTo(int boundary) const {
        return boundary > m_grabbed.position ? boundary - m_grabbed.position - 1 : boundary - m_grabbed.position;
    }

    void aimAtLane(int rank) {
        if (rank == m_otherRank)
            return;
        m_otherRank = rank;
        m_overTray = false;
        m_boundary = -1;
        const Document& document = view().document();
        const QString title = TimelineText::tr("drop to host stage %1 on rank %2").arg(m_block.op.stage).arg(rank);
        if (Result<Plan> next = moveStage(document.plan(), document.schedule().copyOf(m_block.op), rank))
            show(title, propose(*std::move(next), m_ops), rank);
        else
            showNone(translated(next.error().message));
    }

    void aimAtTray() {
        if (std::exchange(m_overTray, true))
            return;
        m_otherRank = m_boundary = -1;
        const Document& document = view().document();
        show(TimelineText::tr("%1: out of the order, into the tray").arg(translated(what())),
             propose(document.plan(), removeOps(document.schedule(), m_ops), {}), m_grabbed.rank);
    }

    int laneUnder(double y) const {
        const LaneGeometry& geometry = view().canvas().geometry;
        const int current = m_otherRank >= 0 ? m_otherRank : m_grabbed.rank;
        const double top = geometry.laneTop(current);
        if (y >= top - kStray && y < top + geometry.laneHeight + kStray)
            return current;
        return geometry.rankAt(y);
    }

    Message what() const {
        const Plan& plan = view().document().plan();
        return m_severalLanes ? namesOf(m_ops, plan.costs.weightParts)
                              : nameOfBlocks(plan.schedule.order[m_grabbed.rank], m_positions, plan.costs.weightParts);
    }

    Message sentence(const Schedule& next) const {
        return m_severalLanes
                   ? moveBySentence(what(), placesTo(m_boundary))
                   : moveSentence(what(), next, m_grabbed.rank, m_ops, view().document().plan().costs.weightParts);
    }

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

} // namespace

std::unique_ptr<Tool> makeMoveTool(TimelineView& view, Slot grabbed, std::vector<int> positions,
                                   const std::set<Op>& elsewhere) {
    return std::make_unique<MoveTool>(view, grabbed, std::move(positions), elsewhere);
}

} // namespace lanewright::app
