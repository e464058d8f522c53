// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/place_tool.h"

#include "app/document/translate.h"
#include "app/lanes/painting.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/caret.h"
#include "app/timeline/tools/edit_tool.h"
#include "app/timeline/tools/proposal.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr double kPlaceStickiness = 4;

class PlaceTool : public EditTool {
public:
    /// `ops` all live on one rank and are not empty; they stay in their order.
    PlaceTool(TimelineView& timeline, std::vector<Op> ops)
        : EditTool(timeline), m_ops(std::move(ops)), m_rank(view().document().schedule().rankOf(m_ops.front())) {}

    void begin(const ToolPoint& at) override { m_mouse = at.at; }
    void preview(const ToolPoint& at) override {
        m_mouse = at.at;
        const Canvas canvas = view().canvas();
        const int lane = canvas.area.contains(at.at) ? canvas.geometry.rankAt(at.at.y()) : -1;
        if (lane != m_rank)
            return aimAtNothing(lane);
        const PlacedLane& frozen = view().placed().lanes[m_rank];
        const Time time = canvas.scale.time(at.at.x());
        const int boundary = m_boundary < 0
                                 ? boundaryAt(frozen, time)
                                 : stickyBoundaryAt(frozen, time, m_boundary, canvas.scale.length(kPlaceStickiness));
        if (boundary != m_boundary || !m_proposal)
            aimAt(boundary);
    }

    void commit() override { make(placeSentence(ops(), view().document().plan().costs.weightParts)); }
    void paint(QPainter& painter, const Canvas& canvas) const override {
        const PainterGuard guard(painter);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_boundary < 0)
            drawLaneFrame(painter, canvas, m_rank, currentTheme().accent);
        else
            drawCaret(painter, canvas, view().placed().lanes[m_rank], m_rank, m_boundary, m_mouse.x());
        const Document& document = view().document();
        PlacedBlock block{.op = m_ops.front()};
        block.chunk =
            chunkOf(document.schedule().placement, document.schedule().direction(block.op.microbatch), block.op.stage);
        const Time length = durationOf(document.schedule(), document.plan().costs, Block{.op = block.op});
        const double width = std::clamp(static_cast<double>(length) * canvas.scale.perTick(), 14.0, 220.0);
        const double height = canvas.geometry.blockHeight();
        drawGhost(painter, canvas, view().placed(),
                  {m_mouse.x() - width / 2, m_mouse.y() - height * 0.35, width, height}, block, isBad());
    }

    Qt::CursorShape cursor() const override {
        return !m_proposal && isBad() ? Qt::ForbiddenCursor : Qt::ClosedHandCursor;
    }

    bool autoscrolls() const override { return true; }

private:
    void aimAt(int boundary) {
        m_boundary = boundary;
        const Plan& plan = view().document().plan();
        Result<Schedule> next = placedAt(plan.schedule, m_ops, boundary);
        if (!next)
            return showNone(translated(next.error().message));
        const QString title =
            QStringLiteral("%1: %2").arg(what(), placeText(*next, m_rank, ops(), plan.costs.weightParts));
        show(title, propose(plan, *std::move(next), ops()), m_rank);
    }

    void aimAtNothing(int lane) {
        m_boundary = -1;
        showNone(what());
        m_card->outcome =
            lane < 0
                ? TimelineText::tr("drop it on rank %1").arg(m_rank)
                : TimelineText::tr("stage %1 lives on rank %2, not here").arg(int{m_ops.front().stage}).arg(m_rank);
        m_card->tone = lane < 0 ? Card::Tone::Plain : Card::Tone::Bad;
    }

    std::set<Op> ops() const { return {m_ops.begin(), m_ops.end()}; }
    QString what() const { return translated(namesOf(ops(), view().document().plan().costs.weightParts)); }

    std::vector<Op> m_ops;
    int m_rank;
    QPointF m_mouse;
    int m_boundary = -1; ///< −1: no place under the mouse
};

} // namespace

Result<Schedule> placedAt(const Schedule& schedule, const std::vector<Op>& ops, int boundary) {
    Result<Schedule> next = schedule;
    for (const Op& op : ops) {
        next = insertOp(*next, op, boundary++);
        if (!next)
            return next;
    }
    return next;
}

std::unique_ptr<Tool> makePlaceTool(TimelineView& view, std::vector<Op> ops) {
    return std::make_unique<PlaceTool>(view, std::move(ops));
}

} // namespace lanewright::app
