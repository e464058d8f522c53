// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/proposal.h"

#include <utility>

namespace lanewright::app {

Proposal propose(const Plan& plan, Schedule next, const std::set<Op>& ops) {
    Plan changed = plan;
    changed.schedule = std::move(next);
    return propose(std::move(changed), ops);
}

Proposal propose(Plan next, const std::set<Op>& ops) {
    static std::uint64_t count = 0;
    Proposal proposal;
    proposal.serial = ++count;
    proposal.plan = std::move(next);
    const Schedule& schedule = proposal.plan.schedule;
    proposal.analysis = std::make_shared<const Analysis>(analyse(proposal.plan));
    proposal.touched = slotsOf(proposal.analysis->lanes, schedule, ops);
    return proposal;
}

} // namespace lanewright::app
