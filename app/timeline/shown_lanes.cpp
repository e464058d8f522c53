// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/shown_lanes.h"

#include "core/explain/compare.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {

std::optional<Slot> ShownLanes::slotOf(const Op& op) const {
    return app::slotOf(*m_planned, m_document.schedule(), op);
}

std::vector<Slot> ShownLanes::slotsOf(const std::set<Op>& ops) const {
    return app::slotsOf(*m_planned, m_document.schedule(), ops);
}

Time ShownLanes::previousEnd(Slot slot) const {
    const PlacedBlock* before = m_planned->find({slot.rank, slot.position - 1});
    return before ? before->end : 0;
}

Time ShownLanes::end() const { return std::max(m_planned->end, barsShown() ? m_measured.end : Time{0}); }

void ShownLanes::refreshPlan() {
    place();
    m_broken = m_document.analysis().broken;
}

void ShownLanes::refreshRun() {
    const Timeline* timeline = m_document.measured();
    const Schedule& schedule = m_document.schedule();
    // An edit of the order leaves the measured blocks where they are.
    if (!timeline || m_run != m_document.run() || m_timeline != timeline || m_placement != schedule.placement)
        m_measured = timeline ? placeRun(schedule, *timeline) : PlacedLanes{};
    m_run = m_document.run();
    m_timeline = timeline;
    m_placement = schedule.placement;
    if (m_retimed)
        place();
}

bool ShownLanes::setRetimed(bool on) { return std::exchange(m_retimed, on) != on; }

bool ShownLanes::isRetimed() const { return m_retimed && m_document.measured() && !m_document.plan().isProblem(); }

void ShownLanes::place() {
    const Plan& plan = m_document.plan();
    if (isRetimed())
        m_planned = std::make_shared<const PlacedLanes>(
            placePlan(plan.schedule, plan.costs, retimed(plan, *m_document.measured())));
    else
        m_planned = m_document.sharedLanes();
}

} // namespace lanewright::app
