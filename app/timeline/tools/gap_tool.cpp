// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/gap_tool.h"

#include "app/document/numbers.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/edit_tool.h"
#include "app/timeline/tools/proposal.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

QString blockTextAt(const Plan& plan, Slot slot) {
    return app::blockText(plan.schedule.order[slot.rank][slot.position], plan.costs.weightParts);
}

class GapTool : public EditTool {
public:
    GapTool(TimelineView& timeline, Slot slot)
        : EditTool(timeline), m_slot(slot), m_block(*timeline.placed().find(slot)) {
        if (slot.position > 0)
            m_previousEnd = timeline.placed().find({slot.rank, slot.position - 1})->end;
        m_gap = m_block.gap;
    }

    void begin(const ToolPoint& at) override { m_hold = at.at.x() - view().canvas().scale.x(m_block.start); }
    void preview(const ToolPoint& at) override {
        const Time gap = gapAt(at);
        if (gap == m_gap && m_card)
            return;
        m_gap = gap;
        const Plan& plan = view().document().plan();
        const QString title = gap == 0 ? TimelineText::tr("no gap before %1").arg(blockTextAt(plan, m_slot))
                                       : TimelineText::tr("gap of %1 before %2")
                                             .arg(timeWithUnit(gap, plan.timeUnit, 6), blockTextAt(plan, m_slot));
        Result<Schedule> next = setGap(plan.schedule, m_slot, gap);
        if (!next || *next == plan.schedule)
            showNone(title);
        else
            show(title, propose(plan, *std::move(next), {m_block.op}), m_slot.rank);
    }

    void commit() override {
        if (!m_proposal)
            return;
        const Plan& plan = view().document().plan();
        const Block& block = plan.schedule.order[m_slot.rank][m_slot.position];
        view().apply(gapSentence(block, m_gap, plan.timeUnit, plan.costs.weightParts), *std::move(m_proposal));
    }

    Qt::CursorShape cursor() const override { return Qt::SplitHCursor; }
    bool autoscrolls() const override { return true; }

private:
    Time gapAt(const ToolPoint& at) const {
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

    Slot m_slot;
    PlacedBlock m_block;
    Time m_previousEnd = 0;
    Time m_gap = 0;
    double m_hold = 0; ///< from the edge to the mouse, at the start
};

} // namespace

std::unique_ptr<Tool> makeGapTool(TimelineView& view, Slot slot) { return std::make_unique<GapTool>(view, slot); }

} // namespace lanewright::app
