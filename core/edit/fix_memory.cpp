// SPDX-License-Identifier: Apache-2.0
#include "core/edit/cost_fields.h"
#include "core/edit/fix_tries.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// The order with `step` taken at each block of the rank that would pass the limit, until its activations fit. None
/// where there is no step, and where they never do.
std::optional<Schedule> thinned(const Plan& plan, int rank, Bytes limit, const auto& step) {
    Schedule schedule = plan.schedule;
    Row& row = schedule.order[rank];
    for (std::size_t turn = 0; turn <= 4 * row.size(); ++turn) {
        const std::optional<int> over = firstOver(schedule, plan.memory, plan.costs.weightParts, rank, limit);
        if (!over)
            return schedule;
        if (!step(row, row.begin() + *over))
            break;
    }
    return {};
}

/// Puts each block that would pass the limit behind the next one that frees memory.
std::optional<Schedule> withDelayedForwards(const Plan& plan, int rank, Bytes limit) {
    return thinned(plan, rank, limit, [&](Row& row, Row::iterator over) {
        const auto freeing =
            std::find_if(over + 1, row.end(), [&](const Block& block) { return memoryChangeOf(plan, block) < 0; });
        if (freeing == row.end())
            return false;
        std::rotate(over, over + 1, freeing + 1);
        return true;
    });
}

/// Brings W's forward, each to where the limit would be passed without it.
std::optional<Schedule> withAdvancedWeights(const Plan& plan, int rank, Bytes limit) {
    return thinned(plan, rank, limit, [&](Row& row, Row::iterator over) {
        const auto weight = std::find_if(over + 1, row.end(), [&](const Block& block) {
            const Op backward{.kind = OpKind::B, .stage = block.op.stage, .microbatch = block.op.microbatch};
            return block.op.kind == OpKind::W && !block.paired && memoryChangeOf(plan, block) < 0 &&
                   std::any_of(row.begin(), over, [&](const Block& before) { return before.holds(backward); });
        });
        if (weight == row.end())
            return false;
        std::rotate(over, weight, weight + 1);
        return true;
    });
}

void addOrders(FixTries& tries, int rank, Bytes limit) {
    if (std::optional<Schedule> next = withDelayedForwards(tries.plan, rank, limit))
        tries.add(say(phrase("fix", "Let rank %1 begin forwards only where there is room"), rank), *std::move(next));
    if (std::optional<Schedule> next = withAdvancedWeights(tries.plan, rank, limit))
        tries.add(say(phrase("fix", "Bring W of rank %1 forward to make room"), rank), *std::move(next));
}

} // namespace

void addForMemory(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    const int rank = finding.rank;
    const std::optional<Bytes> limit = plan.memory.limitOf(rank);
    if (!limit)
        return;
    addOrders(tries, rank, *limit);
    const Bytes peak = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts)[rank];
    tries.add(say(phrase("fix", "Raise the memory limit of rank %1 to %2"), rank, inUnit(peak, plan.memoryUnit)),
              setLimitOf(plan, rank, peak), FixKind::Limit);
}

void addForDeviceMemory(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    const int rank = finding.rank;
    const std::optional<Bytes> device = plan.memory.deviceOf(rank);
    if (!device)
        return;
    const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    const Bytes total = totalMemory(plan, peaks)[rank];
    addOrders(tries, rank, *device - (total - peaks[rank]));
    tries.add(say(phrase("fix", "Give rank %1 a device of %2"), rank, inUnit(total, plan.memoryUnit)),
              setDeviceOf(plan, rank, total), FixKind::Limit);
}

} // namespace lanewright
