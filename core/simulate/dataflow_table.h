// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/costs.h"
#include "core/model/dataflow.h"
#include "core/model/schedule.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewright {

/// What one kind of op of one copy of a stage needs, yields and takes, ready for microbatch 0.
///
/// The values are numbers of `indexOf`; those of microbatch j are j higher.
struct DataflowEntry {
    Time duration = 0; ///< a W's counts all its parts together; unused where microbatches differ
    std::array<std::int32_t, 2> needs = {};
    std::array<std::int32_t, 2> yields = {};
    std::int8_t needCount = 0;
    std::int8_t yieldCount = 0;
};

/// The rules of `model/dataflow` and the durations of `Costs` as one table, so that a pass over an order asks once per
/// op. Keeps references: schedule and costs outlive it.
class DataflowTable {
public:
    DataflowTable(const Schedule& schedule, const Costs& costs);

    int direction(int microbatch) const { return m_directions.empty() ? 0 : m_directions[microbatch]; }
    const DataflowEntry& of(const Op& op) const {
        const std::size_t copy = static_cast<std::size_t>(direction(op.microbatch)) * m_stages + op.stage;
        return m_entries[copy * kOpKinds + static_cast<std::size_t>(op.kind)];
    }
    Time duration(const Op& op, const DataflowEntry& entry) const {
        if (m_unequal)
            return m_costs->duration(op, direction(op.microbatch), *m_placement);
        if (op.kind == OpKind::W && m_weightParts > 1)
            return shareOf(entry.duration, op.part, m_weightParts);
        return entry.duration;
    }
    bool recomputes(const Op& op) const { return m_costs->recomputes(direction(op.microbatch), op.stage); }
    /// How many values there can be.
    int values() const { return kValueKinds * m_stages * m_microbatches; }
    /// The value with this number.
    Value valueAt(int index) const { return valueOf(index, m_stages, m_microbatches); }

private:
    const Costs* m_costs;
    const Placement* m_placement;
    int m_stages;
    int m_microbatches;
    int m_weightParts;
    bool m_unequal;
    std::vector<int> m_directions;        ///< per microbatch; empty where there is one direction
    std::vector<DataflowEntry> m_entries; ///< `[direction][stage][kind]`
};

/// Per value the slot of the block that yields it: the first in order of rank, then position, that holds its producer.
/// Rank −1 where the order holds none.
std::vector<Slot> producersOf(const Schedule& schedule, const DataflowTable& dataflow);

/// The op of the block that yields the value; the block does.
Op producerIn(const Block& block, const DataflowTable& dataflow, int value);

} // namespace lanewright
