// SPDX-License-Identifier: Apache-2.0
#include "core/explain/causes.h"

#include "core/model/block_ops.h"

#include <algorithm>

namespace lanewright {

namespace {

Schedule executedOrder(const Schedule& schedule, const Timeline& timeline) {
    Schedule executed{
        .placement = schedule.placement, .microbatches = schedule.microbatches, .directionOf = schedule.directionOf};
    for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
        Row row;
        for (const Span& span : timeline.lanes[rank]) {
            Block block{.op = span.op, .paired = span.paired};
            if (rank < schedule.order.size() && row.size() < schedule.order[rank].size()) {
                const Block& planned = schedule.order[rank][row.size()];
                if (planned.op == span.op && planned.paired == span.paired)
                    block.gap = planned.gap;
            }
            row.push_back(block);
        }
        executed.order.push_back(std::move(row));
    }
    return executed;
}

void sendAll(SerialLinks& links, const Timeline& timeline, const DataflowTable& dataflow,
             const std::vector<Slot>& producers) {
    forEachSlot(timeline.lanes, [&](const Slot& slot, const Span& span) {
        for (const Op& op : opsIn(span)) {
            const DataflowEntry& entry = dataflow.of(op);
            for (int i = 0; i < entry.yieldCount; ++i)
                if (const int value = entry.yields[i] + op.microbatch; producers[value] == slot)
                    links.send(value, slot.rank, span.end);
        }
    });
}

} // namespace

Causes::Causes(const Plan& plan, const Timeline& timeline)
    : m_plan(&plan), m_timeline(&timeline), m_begin(extentOf(timeline).start),
      m_executed(executedOrder(plan.schedule, timeline)), m_dataflow(m_executed, plan.costs),
      m_producers(producersOf(m_executed, m_dataflow)) {
    if (plan.costs.links == Links::Serial) {
        m_links.emplace(m_executed, m_dataflow, plan.costs);
        sendAll(*m_links, timeline, m_dataflow, m_producers);
    }
}

Time Causes::arrivalOf(int value, const Slot& from, int rank, int delivery) const {
    if (delivery >= 0)
        return m_links->deliveries()[delivery].arrives;
    return spanAt(from).end + m_plan->costs.travel(m_dataflow.valueAt(value), from.rank, rank);
}

std::span<const SerialLinks::Delivery> Causes::deliveries() const {
    return m_links ? std::span(m_links->deliveries()) : std::span<const SerialLinks::Delivery>{};
}

Slot Causes::openerOf(int delivery) const {
    const auto ways = deliveries();
    while (ways[delivery].before >= 0 && ways[delivery].leaves > spanAt(m_producers[ways[delivery].value]).end)
        delivery = ways[delivery].before;
    return m_producers[ways[delivery].value];
}

Time Causes::rankFree(const Slot& slot) const {
    return slot.position == 0 ? m_begin : spanAt({slot.rank, slot.position - 1}).end;
}

Causes::Cause Causes::causeOf(const Slot& slot) const {
    const Time free = rankFree(slot);
    const Time gap = gapAt(slot);
    std::optional<Input> last;
    eachInput(slot, [&](const Input& input) {
        if (!last || input.arrives > last->arrives)
            last = input;
    });
    const bool waits = last && last->arrives >= free + gap;
    // Where a value and a block come at the same instant the block is named, unless the value comes from afar and a
    // gap would have held the block back as well.
    if (waits && (last->arrives > free + gap || gap > 0))
        return {Binding::Dependency, last->from, last->producer, last->delivery};
    if (slot.position == 0)
        return {gap > 0 ? Binding::Gap : Binding::Start, slot, spanAt(slot).op};
    const Slot before{slot.rank, slot.position - 1};
    return {gap > 0 ? Binding::Gap : Binding::RankBusy, before, spanAt(before).op};
}

std::vector<Slot> Causes::criticalSlots() const {
    std::vector<Slot> chain;
    Slot at = lastSlotOf(*m_timeline);
    const std::int64_t blocks = blockCount(m_timeline->lanes);
    // The clocks of a measured run may place a producer behind its consumer; no chain is longer than all blocks.
    while (at.rank >= 0 && std::ssize(chain) < blocks) {
        chain.push_back(at);
        const Cause cause = causeOf(at);
        if (cause.binding == Binding::Start || cause.blame == at)
            break;
        at = cause.delivery >= 0 ? openerOf(cause.delivery) : cause.blame;
    }
    std::ranges::reverse(chain);
    return chain;
}

} // namespace lanewright
