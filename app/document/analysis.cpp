// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/analysis.h"

#include <algorithm>
#include <future>
#include <iterator>
#include <set>
#include <vector>

namespace lanewright::app {
namespace {

/// What single blocks of the order say: whether any has a gap or a partner, and how short the shortest is.
void readBlocks(const Plan& plan, Analysis& result) {
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row) {
            result.hasGaps = result.hasGaps || block.gap != 0;
            result.hasPairs = result.hasPairs || block.paired;
            const Time duration = durationOf(plan.schedule, plan.costs, block);
            result.shortest = std::min(result.shortest.value_or(duration), duration);
        }
}

std::vector<Slot> brokenIn(const Schedule& schedule, const Analysis& analysis) {
    std::set<Op> wrong;
    for (const Finding& finding : analysis.findings)
        if (finding.severity == Severity::Error && finding.op)
            wrong.insert(*finding.op);
    return slotsOf(analysis.lanes, schedule, wrong);
}

} // namespace

Analysis analyse(const Plan& plan) {
    Analysis result;
    if (plan.isProblem()) {
        result.lanes = placePlan(plan.schedule, plan.costs, result.timeline);
        return result;
    }
    result.timeline = simulate(plan.schedule, plan.costs);
    // A second thread is worth its start where each look at all blocks takes milliseconds.
    constexpr int kMany = 20'000;
    const auto policy = opCount(plan.schedule) > kMany ? std::launch::async : std::launch::deferred;
    std::future<std::vector<Finding>> findings =
        std::async(policy, [&plan, &result] { return validate(plan, result.timeline); });
    result.metrics = measure(plan, result.timeline);
    result.memory = memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, result.timeline);
    result.stalls = stallsOf(plan.schedule, plan.costs, result.timeline);
    result.lanes = placePlan(plan.schedule, plan.costs, result.timeline);
    readBlocks(plan, result);
    result.buffers = keptBuffers(plan);
    result.findings = findings.get();
    std::ranges::move(findingsOfBuffers(plan, result.buffers), std::back_inserter(result.findings));
    result.valid = isValid(result.findings);
    if (!isWhole(result.findings))
        result.metrics = partOf(std::move(result.metrics));
    result.broken = brokenIn(plan.schedule, result);
    return result;
}

} // namespace lanewright::app
