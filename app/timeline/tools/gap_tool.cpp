// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/gap_tool.h"

#include "app/document/numbers.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/proposal.h"
#include "core/edit/edits.h"
#include "core/model/text.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

QString blockText(const Plan& plan, Slot slot) {
    return app::blockText(plan.schedule.order[slot.rank][slot.position], plan.costs.weightParts);
}

} // namespace

QString gapSentence(const Plan& plan, Slot slot, Time gap) {
    const QString block = blockText(plan, slot);
    if (gap == 0)
        return TimelineText::tr("Remove the gap before %1").arg(block);
    return TimelineText::tr("Set the gap before %1 to %2").arg(block, timeWithUnit(gap, plan.timeUnit, 6));
}

GapTool::GapTool(TimelineView& timeline, Slot slot)
    : EditTool(timeline), m_slot(slot), m_block(*timeline.placed().find(slot)) {
    if (slot.position > 0)
        m_previousEnd = timeline.placed().find({slot.rank, slot.position - 1})->end;
    m_gap = m_block.gap;
}

void GapTool::begin(const ToolPoint& at) { m_hold = at.at.x() - view().canvas().scale.x(m_block.start); }

Time GapTool::gapAt(const ToolPoint& at) const {
    const TimeScale scale = view().canvas().scale;
    const Time start = scale.time(at.at.x() - m_hold);
    // Left of where the block waits anyway a gap would be there and change nothing.
    if (m_block.gap == 0 && start <= m_block.start)
        return 0;
    Time gap = std::max<Time>(0, start - m_previousEnd);
    if (!at.modifiers.testFlag(Qt::ControlModifier)) {
        const Time step = roundStep(scale.length(5));
        gap = (gap + step / 2) / step * step;
    }
    return gap;
}

void GapTool::preview(const ToolPoint& at) {
    const Time gap = gapAt(at);
    if (gap == m_gap && m_card)
        return;
    m_gap = gap;
    const Plan& plan = view().document().plan();
    const QString title =
        gap == 0
            ? TimelineText::tr("no gap before %1").arg(blockText(plan, m_slot))
            : TimelineText::tr("gap of %1 before %2").arg(timeWithUnit(gap, plan.timeUnit, 6), blockText(plan, m_slot));
    Result<Schedule> next = setGap(plan.schedule, m_slot, gap);
    if (!next || *next == plan.schedule)
        showNone(title);
    else
        show(title, propose(plan, *std::move(next), {m_block.op}), m_slot.rank);
}

void GapTool::commit() {
    if (!m_proposal)
        return;
    view().apply(gapSentence(view().document().plan(), m_slot, m_gap), *std::move(m_proposal));
}

} // namespace lanewright::app
