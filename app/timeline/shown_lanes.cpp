// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/shown_lanes.h"

#include "core/explain/compare.h"

namespace lanewright::app {

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

void ShownLanes::place() {
    const Plan& plan = m_document.plan();
    if (isRetimed())
        m_planned = std::make_shared<const PlacedLanes>(
            placePlan(plan.schedule, plan.costs, retimed(plan, *m_document.measured())));
    else
        m_planned = m_document.sharedLanes();
}

} // namespace lanewright::app
