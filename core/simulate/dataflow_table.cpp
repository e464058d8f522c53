// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/dataflow_table.h"

#include "core/model/block_ops.h"

namespace lanewright {

namespace {

DataflowEntry entryOf(const Op& op, const Schedule& schedule, const Costs& costs, int direction) {
    const int stages = schedule.stages();
    const bool recomputes = costs.recomputes(direction, op.stage);
    DataflowEntry entry;
    for (const Value& value : needsOf(op, stages, recomputes))
        entry.needs[entry.needCount++] = indexOf(value, stages, schedule.microbatches);
    for (const Value& value : yieldsOf(op, stages, recomputes))
        entry.yields[entry.yieldCount++] = indexOf(value, stages, schedule.microbatches);
    entry.duration = costs.microbatches.areEqual() ? costs.whole(op, direction, schedule.placement) : Time{0};
    return entry;
}

} // namespace

DataflowTable::DataflowTable(const Schedule& schedule, const Costs& costs)
    : m_costs(&costs), m_placement(&schedule.placement), m_stages(schedule.stages()),
      m_microbatches(schedule.microbatches), m_weightParts(costs.weightParts),
      m_unequal(!costs.microbatches.areEqual()) {
    const int directions = static_cast<int>(schedule.placement.directions.size());
    if (directions > 1)
        for (int microbatch = 0; microbatch < m_microbatches; ++microbatch)
            m_directions.push_back(schedule.direction(microbatch));
    m_entries.reserve(static_cast<std::size_t>(directions) * m_stages * kOpKinds);
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < m_stages; ++stage)
            for (int kind = 0; kind < kOpKinds; ++kind)
                m_entries.push_back(
                    entryOf({.kind = static_cast<OpKind>(kind), .stage = stage}, schedule, costs, direction));
}

std::vector<Slot> producersOf(const Schedule& schedule, const DataflowTable& dataflow) {
    std::vector<Slot> producers(dataflow.values(), Slot{-1, 0});
    forEachSlot(schedule.order, [&](const Slot& slot, const Block& block) {
        for (const Op& op : opsIn(block)) {
            const DataflowEntry& entry = dataflow.of(op);
            for (int i = 0; i < entry.yieldCount; ++i)
                if (Slot& producer = producers[entry.yields[i] + op.microbatch]; producer.rank < 0)
                    producer = slot;
        }
    });
    return producers;
}

Op producerIn(const Block& block, const DataflowTable& dataflow, int value) {
    const DataflowEntry& entry = dataflow.of(block.op);
    for (int i = 0; i < entry.yieldCount; ++i)
        if (entry.yields[i] + block.op.microbatch == value)
            return block.op;
    return block.last();
}

} // namespace lanewright
