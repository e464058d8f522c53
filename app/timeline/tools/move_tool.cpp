// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/move_tool.h"

#include "app/document/numbers.h"
#include "app/timeline/block_art.h"
#include "app/timeline/lane_chrome.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/proposal.h"
#include "core/edit/edits.h"
#include "core/model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright {
namespace {

/// Pixels by which a boundary must be passed before the caret jumps, and by which the mouse may stray into the next
/// lane.
constexpr double kStickiness = 4;
constexpr double kStray = 10;

QString words(const char* text) { return QCoreApplication::translate("Timeline", text); }

QString blockText(const Block& block, int parts) { return QString::fromStdString(toText(block, parts)); }

} // namespace

MoveTool::MoveTool(TimelineView& timeline, Slot grabbed, std::vector<int> positions)
    : Tool(timeline), m_grabbed(grabbed), m_positions(std::move(positions)) {
    const Row& row = view().document().schedule().order[grabbed.rank];
    for (const int position : m_positions) {
        m_ops.insert(row[position].op);
        if (row[position].paired)
            m_ops.insert(*row[position].paired);
    }
    m_block = *view().placed().find(grabbed);
}

void MoveTool::begin(const ToolPoint& at) {
    m_hold = at.at.x() - view().canvas().scale.x(m_block.start);
    m_mouse = at.at;
    m_boundary = m_grabbed.position;
}

void MoveTool::preview(const ToolPoint& at) {
    m_mouse = at.at;
    const int lane = laneUnder(at.at.y());
    if (lane >= 0 && lane != m_grabbed.rank) {
        aimAtLane(lane);
        return;
    }
    const bool cameBack = std::exchange(m_otherRank, -1) >= 0;
    const TimeScale scale = view().canvas().scale;
    const PlacedLane& frozen = view().placed().lanes[m_grabbed.rank];
    const int boundary = stickyBoundaryAt(frozen, scale.time(at.at.x()), m_boundary, scale.length(kStickiness));
    if (boundary != m_boundary || cameBack || !m_card)
        aimAt(boundary);
}

int MoveTool::laneUnder(double y) const {
    const LaneGeometry& geometry = view().canvas().geometry;
    const int current = m_otherRank >= 0 ? m_otherRank : m_grabbed.rank;
    const double top = geometry.laneTop(current);
    if (y >= top - kStray && y < top + geometry.laneHeight + kStray)
        return current;
    return geometry.rankAt(y);
}

void MoveTool::aimAt(int boundary) {
    m_boundary = boundary;
    m_proposal.reset();
    const Document& document = view().document();
    const Schedule& schedule = document.schedule();
    Result<Schedule> next = m_positions.size() == 1 ? moveBlock(schedule, m_grabbed, boundary)
                                                    : moveBlocks(schedule, m_grabbed.rank, m_positions, boundary);
    if (!next || next->order == schedule.order) {
        m_card = Card{words("%1: stays where it is").arg(what())};
        return;
    }
    m_proposal = propose(document, *std::move(next), m_ops);
    const QString title = QStringLiteral("%1: %2").arg(what(), where(m_proposal->plan.schedule));
    m_card = cardOf(title, document.plan(), document.analysis(), m_proposal->analysis, m_grabbed.rank);
}

void MoveTool::aimAtLane(int rank) {
    if (rank == m_otherRank)
        return;
    m_otherRank = rank;
    m_boundary = -1;
    m_proposal.reset();
    m_card = Card{what()};
    m_card->verdict = words("drop to host stage %1 on rank %2").arg(m_block.op.stage).arg(rank);
}

void MoveTool::commit() {
    if (m_otherRank >= 0) {
        Q_EMIT view().moveStageRequested(m_block.op, m_otherRank);
        return;
    }
    if (!m_proposal)
        return;
    const QString text = sentence(m_proposal->plan.schedule);
    view().document().apply(text, std::move(m_proposal->plan.schedule));
}

QString MoveTool::what() const {
    if (m_positions.size() > 1)
        return words("%1 blocks").arg(m_positions.size());
    const Plan& plan = view().document().plan();
    return blockText(plan.schedule.order[m_grabbed.rank][m_grabbed.position], plan.costs.weightParts);
}

QString MoveTool::where(const Schedule& next) const {
    const Row& row = next.order[m_grabbed.rank];
    const int parts = view().document().plan().costs.weightParts;
    const auto moved = [this](const Block& block) { return m_ops.contains(block.op); };
    const auto first = std::ranges::find_if(row, moved);
    const auto after = std::find_if_not(first, row.end(), moved);
    if (first == row.begin() && after == row.end())
        return words("alone on rank %1").arg(m_grabbed.rank);
    if (first == row.begin())
        return words("first, before %1").arg(blockText(*after, parts));
    if (after == row.end())
        return words("last, after %1").arg(blockText(*(first - 1), parts));
    return words("after %1, before %2").arg(blockText(*(first - 1), parts), blockText(*after, parts));
}

QString MoveTool::sentence(const Schedule& next) const {
    const Row& row = next.order[m_grabbed.rank];
    const auto moved = [this](const Block& block) { return m_ops.contains(block.op); };
    const auto after = std::find_if_not(std::ranges::find_if(row, moved), row.end(), moved);
    if (after == row.end())
        return words("Move %1 to the end of rank %2").arg(what()).arg(m_grabbed.rank);
    return words("Move %1 before %2").arg(what(), blockText(*after, view().document().plan().costs.weightParts));
}

void MoveTool::paintCaret(QPainter& painter, const Canvas& canvas) const {
    const std::vector<PlacedBlock>& blocks = view().placed().lanes[m_grabbed.rank].blocks;
    if (m_boundary < 0 || blocks.empty())
        return;
    const int last = static_cast<int>(blocks.size());
    const double left = m_boundary > 0 ? canvas.scale.x(blocks[m_boundary - 1].end) : canvas.scale.x(blocks[0].start);
    const double right = m_boundary < last ? canvas.scale.x(blocks[m_boundary].start) : left;
    // In a bubble the caret stands at the end under the mouse.
    const double x = std::round(m_mouse.x() - left < right - m_mouse.x() ? left : right) - 0.5;
    const double top = canvas.geometry.blockTop(m_grabbed.rank) - 5;
    const double bottom = top + canvas.geometry.blockHeight() + 10;
    const QColor colour = currentTheme().selection;
    painter.setPen(QPen(colour, 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{x - 6, top - 6}, {x + 6, top - 6}, {x, top + 2}});
}

void MoveTool::paint(QPainter& painter, const Canvas& canvas) const {
    const Theme& theme = currentTheme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_otherRank >= 0) {
        const QRectF lane(canvas.area.left(), canvas.geometry.laneTop(m_otherRank) + 2, canvas.area.width() - 2,
                          canvas.geometry.laneHeight - 4);
        painter.setPen(QPen(theme.accent, 2, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(lane, 6, 6);
    } else {
        paintCaret(painter, canvas);
    }
    const QRectF home = canvas.rectOf(m_grabbed.rank, m_block);
    const QRectF ghost(m_mouse.x() - m_hold, m_mouse.y() - home.height() * 0.35, home.width(), home.height());
    painter.setOpacity(0.82);
    drawBlock(painter, ghost, m_block, BlockStyle::Planned, theme);
    for (const Label& label : labelsOf(m_block, ghost, false, BlockStyle::Planned, theme))
        drawLabel(painter, label);
    painter.setOpacity(1);
    const bool bad = m_card && m_card->tone == Card::Verdict::Bad;
    if (bad)
        drawViolation(painter, ghost, theme);
    else
        painter.setPen(QPen(theme.selection, 2)), painter.setBrush(Qt::NoBrush),
            painter.drawRoundedRect(ghost.adjusted(-1, -1, 1, 1), 4, 4);
    painter.restore();
}

} // namespace lanewright
