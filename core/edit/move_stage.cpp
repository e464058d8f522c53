// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/simulate/simulate.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

namespace lanewright {

namespace {

constexpr Time kNever = std::numeric_limits<Time>::max();

// A block with the time it is planned for; one that never starts comes last.
struct Planned {
    Block block = {};
    Time start = kNever;
};

bool comesBefore(const Planned& a, const Planned& b) { return a.start < b.start; }

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

class StageMove {
public:
    StageMove(const Plan& plan, StageCopy copy)
        : m_schedule(plan.schedule), m_copy(copy), m_timeline(simulate(plan.schedule, atLeastATick(plan.costs))) {}

    // Sorts the rows into what stays and what moves.
    void take() {
        m_stay.resize(m_schedule.order.size());
        for (int rank = 0; rank < static_cast<int>(m_schedule.order.size()); ++rank)
            for (int position = 0; position < static_cast<int>(m_schedule.order[rank].size()); ++position)
                deal(rank, plannedAt(rank, position));
        std::ranges::stable_sort(m_moved, comesBefore);
    }

    std::vector<Row> mergedInto(int rank) {
        std::vector<Planned> merged;
        std::ranges::merge(m_stay[rank], m_moved, std::back_inserter(merged), comesBefore);
        m_stay[rank] = std::move(merged);
        std::vector<Row> order(m_stay.size());
        for (std::size_t row = 0; row < m_stay.size(); ++row)
            for (const Planned& planned : m_stay[row])
                order[row].push_back(planned.block);
        return order;
    }

private:
    bool moves(const Op& op) const {
        return op.stage == m_copy.stage && m_schedule.direction(op.microbatch) == m_copy.direction;
    }

    Planned plannedAt(int rank, int position) const {
        Planned planned{.block = m_schedule.order[rank][position]};
        const Lane& lane = m_timeline.lanes[rank];
        if (position < static_cast<int>(lane.size()))
            planned.start = lane[position].start;
        return planned;
    }

    void deal(int rank, const Planned& planned) {
        const Block& block = planned.block;
        const bool first = moves(block.op);
        if (!block.paired || moves(*block.paired) == first) {
            (first ? m_moved : m_stay[rank]).push_back(planned);
            return;
        }
        // The ranks of a pair part, and so does the pair.
        Planned alone = planned;
        alone.block = {.op = first ? block.op : *block.paired};
        m_moved.push_back(alone);
        alone.block = {.op = first ? *block.paired : block.op, .gap = block.gap};
        m_stay[rank].push_back(alone);
    }

    const Schedule& m_schedule;
    StageCopy m_copy;
    Timeline m_timeline;
    std::vector<std::vector<Planned>> m_stay;
    std::vector<Planned> m_moved;
};

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
    StageMove move(plan, copy);
    move.take();
    next.schedule.order = move.mergedInto(toRank);
    return next;
}

} // namespace lanewright
