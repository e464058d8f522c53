// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"
#include "core/edit/fix_tries.h"
#include "core/edit/place.h"
#include "core/model/text.h"
#include "core/simulate/dataflow_table.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace lanewright {

namespace {

std::string textAt(const Plan& plan, const Slot& slot) {
    return toText(plan.schedule.order[slot.rank][slot.position], plan.costs.weightParts);
}

void addMoveBefore(FixTries& tries, const Slot& from, int to) {
    tries.add(say(phrase("fix", "Put %1 before %2"), textAt(tries.plan, from), textAt(tries.plan, {from.rank, to})),
              moveBlock(tries.plan.schedule, from, to));
}

/// The circle that the finding speaks of.
std::vector<Stall> circleOf(const Plan& plan, const Finding& finding) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    for (std::vector<Stall>& cycle : cyclesOf(stallsOf(plan.schedule, plan.costs, timeline)))
        if (cycle.size() > 1 && finding.op && cycle.front().op == *finding.op)
            return std::move(cycle);
    return {};
}

/// Everything that never runs, placed anew: what runs stays, so that there is always a way on.
void addPlacedAnew(FixTries& tries) {
    const Timeline timeline = simulate(tries.plan.schedule, tries.plan.costs);
    Plan reached = tries.plan;
    std::vector<Op> stuck;
    for (std::size_t rank = 0; rank < reached.schedule.order.size(); ++rank) {
        Row& row = reached.schedule.order[rank];
        const std::size_t runs = std::min(timeline.lanes[rank].size(), row.size());
        for (std::size_t position = runs; position < row.size(); ++position)
            for (const Op& op : opsIn(row[position]))
                stuck.push_back(op);
        row.resize(runs);
    }
    tries.add(
        sayCounted(countedPhrase("fix", "Place the %1 ops anew that never run", "Place the %1 ops anew that never run"),
                   static_cast<std::int64_t>(stuck.size()), stuck.size()),
        placeOps(reached, stuck), FixKind::Anew);
}

/// The values that go from one rank to another: where they are made and where they are needed.
struct Travel {
    int from = 0; ///< position of the block that yields it
    int to = 0;   ///< position of the block that needs it
};

std::vector<Travel> travels(const Plan& plan, int fromRank, int toRank) {
    const Schedule& schedule = plan.schedule;
    const DataflowTable dataflow(schedule, plan.costs);
    const std::vector<Slot> producers = producersOf(schedule, dataflow);
    std::vector<Travel> result;
    for (int position = 0; position < static_cast<int>(schedule.order[toRank].size()); ++position)
        for (const Op& op : opsIn(schedule.order[toRank][position])) {
            const DataflowEntry& entry = dataflow.of(op);
            for (int need = 0; need < entry.needCount; ++need) {
                const Slot from = producers[entry.needs[need] + op.microbatch];
                if (from.rank == fromRank)
                    result.push_back({from.position, position});
            }
        }
    return result;
}

/// The blocks at `positions` in the order in which `wanted` names them, in the same places of the row.
Schedule reordered(const Schedule& schedule, int rank, const std::vector<int>& wanted) {
    std::vector<int> places = wanted;
    std::ranges::sort(places);
    Schedule next = schedule;
    for (std::size_t index = 0; index < places.size(); ++index)
        next.order[rank][places[index]] = schedule.order[rank][wanted[index]];
    return next;
}

std::vector<int> distinct(std::vector<int> positions) {
    std::set<int> seen;
    std::erase_if(positions, [&](int position) { return !seen.insert(position).second; });
    return positions;
}

/// Both sides of a link in one order: that of sending, or that of need.
void addLinkOrders(FixTries& tries, int fromRank, int toRank) {
    const Plan& plan = tries.plan;
    std::vector<Travel> all = travels(plan, fromRank, toRank);
    if (all.empty())
        return;
    std::vector<int> receivers;
    std::vector<int> senders;
    receivers.reserve(all.size());
    senders.reserve(all.size());
    std::ranges::stable_sort(all, {}, &Travel::to);
    for (const Travel& travel : all)
        senders.push_back(travel.from);
    std::ranges::stable_sort(all, {}, &Travel::from);
    for (const Travel& travel : all)
        receivers.push_back(travel.to);
    tries.add(
        say(phrase("fix", "Let rank %1 take what rank %2 sends in the order in which it is sent"), toRank, fromRank),
        reordered(plan.schedule, toRank, distinct(std::move(receivers))));
    tries.add(say(phrase("fix", "Let rank %1 send in the order in which rank %2 needs it"), fromRank, toRank),
              reordered(plan.schedule, fromRank, distinct(std::move(senders))));
}

/// The crossing that the finding names: the need at `to` and an earlier one whose value is sent later.
void addSingleSwaps(FixTries& tries, const Slot& to, int fromRank) {
    const Plan& plan = tries.plan;
    const std::vector<Travel> all = travels(plan, fromRank, to.rank);
    for (const Travel& mine : all) {
        if (mine.to != to.position)
            continue;
        for (const Travel& other : all) {
            if (other.to >= mine.to || other.from <= mine.from)
                continue;
            addMoveBefore(tries, to, other.to);
            addMoveBefore(tries, {fromRank, other.from}, mine.from);
            break;
        }
    }
}

bool isWeight(const Schedule& schedule, const StageCopy& copy, const Op& op) {
    return (op.kind == OpKind::W || op.kind == OpKind::BW) && schedule.copyOf(op) == copy;
}

/// Which W's of a copy of a stage are still to come.
class WeightsAhead {
public:
    WeightsAhead(const Schedule& schedule, const StageCopy& copy, int rank, int weightParts)
        : m_schedule(schedule), m_copy(copy), m_weightParts(weightParts) {
        for (const Block& block : schedule.order[rank])
            for (const Op& weight : weightsOf(block))
                m_ahead.insert(weight);
    }

    std::vector<Op> weightsOf(const Block& block) const {
        std::vector<Op> weights;
        for (const Op& op : opsIn(block)) {
            if (!isWeight(m_schedule, m_copy, op))
                continue;
            for (int part = 0; part < (op.kind == OpKind::BW ? m_weightParts : 1); ++part)
                weights.push_back({OpKind::W, op.kind == OpKind::BW ? part : int{op.part}, op.stage, op.microbatch});
        }
        return weights;
    }

    /// Whether none of an earlier microbatch is to come.
    bool isTurnOf(const Op& weight) const {
        const auto first = m_ahead.lower_bound({OpKind::W, weight.part, weight.stage, 0});
        return first == m_ahead.end() || first->part != weight.part || first->microbatch >= weight.microbatch;
    }

    void remove(const Op& weight) { m_ahead.erase(weight); }

private:
    const Schedule& m_schedule;
    StageCopy m_copy;
    int m_weightParts;
    std::set<Op> m_ahead = {}; ///< by kind, part, stage, microbatch
};

/// Every W of the copy waits for those of the microbatches before it. A BW that comes too early becomes B and W.
Schedule heldBack(const Schedule& schedule, const StageCopy& copy, int rank, int weightParts) {
    WeightsAhead ahead(schedule, copy, rank, weightParts);
    const auto isTurn = [&](const Op& weight) { return ahead.isTurnOf(weight); };
    Schedule next = schedule;
    Row& result = next.order[rank];
    result.clear();
    std::set<Op> held;
    for (Block block : schedule.order[rank]) {
        const std::vector<Op> weights = ahead.weightsOf(block);
        if (std::ranges::all_of(weights, isTurn)) {
            result.push_back(block);
            for (const Op& weight : weights)
                ahead.remove(weight);
        } else {
            held.insert(weights.begin(), weights.end());
            Op& op = block.paired && isWeight(schedule, copy, *block.paired) ? *block.paired : block.op;
            if (op.kind == OpKind::BW)
                op.kind = OpKind::B, result.push_back(block);
        }
        for (auto weight = std::ranges::find_if(held, isTurn); weight != held.end();
             weight = std::ranges::find_if(held, isTurn)) {
            result.push_back({.op = *weight});
            ahead.remove(*weight);
            held.erase(weight);
        }
    }
    return next;
}

} // namespace

void addForDeadlock(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    const std::vector<Stall> circle = circleOf(plan, finding);
    for (std::size_t index = 0; index < circle.size(); ++index) {
        // What the rank before in the circle waits for stands behind the block at which this rank stalls.
        const Stall& waiting = circle[index];
        const Stall& stalled = circle[(index + 1) % circle.size()];
        if (!waiting.behind || waiting.behind->rank != stalled.rank)
            continue;
        const Slot head{stalled.rank, stalled.position};
        const Slot awaited = *waiting.behind;
        addMoveBefore(tries, awaited, head.position);
        tries.add(say(phrase("fix", "Put %1 behind %2"), textAt(plan, head), textAt(plan, awaited)),
                  moveBlock(plan.schedule, head, awaited.position + 1));
    }
    addPlacedAnew(tries);
}

void addForGap(FixTries& tries, const Finding& finding) {
    const Plan& plan = tries.plan;
    const std::optional<Slot> slot = finding.op ? slotOf(plan.schedule, *finding.op) : std::nullopt;
    if (!slot)
        return;
    tries.add(say(phrase("fix", "Remove the gap before %1"), textAt(plan, *slot)), setGap(plan.schedule, *slot, 0));
    tries.add(say(phrase("fix", "Remove all gaps")), removeGaps(plan.schedule));
}

void addForCrossed(FixTries& tries, const Finding& finding) {
    const Schedule& schedule = tries.plan.schedule;
    const std::optional<Slot> slot = finding.op ? slotOf(schedule, *finding.op) : std::nullopt;
    for (int rank = 0; slot && rank < schedule.ranks(); ++rank) {
        if (rank == slot->rank)
            continue;
        const std::size_t before = tries.all.size();
        addSingleSwaps(tries, *slot, rank);
        if (tries.all.size() > before)
            addLinkOrders(tries, rank, slot->rank);
    }
}

void addForStaging(FixTries& tries, const Finding& finding) {
    if (!finding.op)
        return;
    const Schedule& schedule = tries.plan.schedule;
    const StageCopy copy = schedule.copyOf(*finding.op);
    const int rank = finding.rank;
    tries.add(say(phrase("fix", "Hold each W of stage %1 back until its turn"), copy.stage),
              heldBack(schedule, copy, rank, tries.plan.costs.weightParts));
    std::vector<int> weights;
    for (int position = 0; position < static_cast<int>(schedule.order[rank].size()); ++position)
        if (const Block& block = schedule.order[rank][position]; !block.paired && isWeight(schedule, copy, block.op))
            weights.push_back(position);
    std::ranges::stable_sort(weights, {}, [&](int position) {
        const Op& op = schedule.order[rank][position].op;
        return std::pair{op.microbatch, int{op.part}};
    });
    tries.add(say(phrase("fix", "Let the W of stage %1 change places, by microbatch"), copy.stage),
              reordered(schedule, rank, weights));
}

} // namespace lanewright
