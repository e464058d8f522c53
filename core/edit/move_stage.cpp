// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/model/block_ops.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

constexpr Time kNever = std::numeric_limits<Time>::max();

// A block with the time it is planned for; one that never starts comes last.
struct Planned {
    Block block = {};
    Time start = kNever;
};

// With every duration at least a tick, an op starts later than all it waits for, so that by start is an order that
// runs. Where microbatches differ, one of them may take no time of anything; so all take what the stage does.
Costs atLeastATick(Costs costs) {
    costs.microbatches = {};
    for (std::vector<StageCosts>& direction : costs.stages)
        for (StageCosts& stage : direction) {
            stage.forward = std::max<Time>(stage.forward, 1);
            stage.backwardInput = std::max<Time>(stage.backwardInput, 1);
            stage.backwardWeight = std::max<Time>(stage.backwardWeight, 1);
            for (std::optional<Time>* time : {&stage.recompute, &stage.overlapped})
                if (*time)
                    *time = std::max<Time>(**time, 1);
        }
    for (std::vector<std::optional<Time>>* list : {&costs.pairs.withB, &costs.pairs.withBW})
        for (std::optional<Time>& time : *list)
            if (time)
                *time = std::max<Time>(*time, 1);
    return costs;
}

/// The rows with the ops of the copy on another rank, where their planned start puts them.
std::vector<Row> rowsAfterMove(const Plan& plan, StageCopy copy, int toRank) {
    const Schedule& schedule = plan.schedule;
    const Timeline timeline = simulate(schedule, atLeastATick(plan.costs));
    std::vector<std::vector<Planned>> rows(schedule.order.size());
    std::vector<Planned> moved;
    const auto moves = [&](const Op& op) { return schedule.copyOf(op) == copy; };
    forEachSlot(schedule.order, [&](const Slot& slot, const Block& block) {
        const Lane& lane = timeline.lanes[slot.rank];
        const Time start = slot.position < static_cast<int>(lane.size()) ? lane[slot.position].start : kNever;
        const bool first = moves(block.op);
        if (!block.paired || moves(*block.paired) == first) {
            (first ? moved : rows[slot.rank]).push_back({block, start});
            return;
        }
        // The ranks of a pair part, and so does the pair.
        moved.push_back({{.op = first ? block.op : *block.paired}, start});
        rows[slot.rank].push_back({{.op = first ? *block.paired : block.op, .gap = block.gap}, start});
    });
    std::ranges::stable_sort(moved, {}, &Planned::start);
    std::vector<Planned> merged;
    std::ranges::merge(rows[toRank], moved, std::back_inserter(merged), {}, &Planned::start, &Planned::start);
    rows[toRank] = std::move(merged);
    std::vector<Row> order(rows.size());
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (const Planned& planned : rows[rank])
            order[rank].push_back(planned.block);
    return order;
}

} // namespace

Result<Plan> moveStage(const Plan& plan, StageCopy copy, int toRank) {
    const Placement& placement = plan.schedule.placement;
    if (copy.direction < 0 || copy.direction >= static_cast<int>(placement.directions.size()) || copy.stage < 0 ||
        copy.stage >= placement.stages())
        return Error{say(phrase("refusal", "there is no stage %1 in direction %2"), copy.stage, copy.direction)};
    if (toRank < 0 || toRank >= placement.ranks)
        return Error{say(phrase("refusal", "there is no rank %1; the plan has %2"), toRank, placement.ranks)};
    if (placement.rankOf(copy.direction, copy.stage) == toRank)
        return plan;
    Plan next = plan;
    next.schedule.placement.directions[copy.direction][copy.stage] = toRank;
    if (plan.isProblem())
        return next;
    next.schedule.order = rowsAfterMove(plan, copy, toRank);
    return next;
}

} // namespace lanewright
