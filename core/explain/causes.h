// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/explain.h"
#include "core/simulate/dataflow_table.h"
#include "core/simulate/serial_links.h"

#include <optional>
#include <span>
#include <vector>

namespace lanewright {

/// What decides the start of each span of a timeline. Slots are places in its lanes. Keeps references.
class Causes {
public:
    /// A value that a block needs and that some span yields.
    struct Input {
        Op producer = {};
        Slot from = {};
        Time arrives = 0;
        int delivery = -1; ///< its way, among `deliveries`; -1: no link makes it wait
        Value value = {};
    };
    /// Why a block starts when it starts, and the block that is to blame.
    struct Cause {
        Binding binding = Binding::Start;
        Slot blame = {};   ///< not for Start
        Op op = {};        ///< the op there
        int delivery = -1; ///< the way of the value that decides, as in `Input`
    };

    Causes(const Plan& plan, const Timeline& timeline);

    /// Calls `take(input)` for each value that the block needs.
    void eachInput(const Slot& slot, auto&& take) const {
        for (const Op& op : opsIn(spanAt(slot)))
            eachInputOf(op, slot, take);
    }
    Cause causeOf(const Slot& slot) const;
    /// The end of the block before it, or the timeline's start.
    Time rankFree(const Slot& slot) const;
    /// The explicit gap before it: that of the order where the lane follows the order, else 0.
    Time gapAt(const Slot& slot) const { return m_executed.order[slot.rank][slot.position].gap; }
    /// From the first block to the one that ends last, each the cause of the next. In front of a value that waited for
    /// its link stands the block whose value opened the queue there.
    std::vector<Slot> criticalSlots() const;
    /// With serial links the ways of all values, else none.
    std::span<const SerialLinks::Delivery> deliveries() const;
    /// The block that yields the value; its rank is -1 where there is none.
    const Slot& producerOf(int value) const { return m_producers[value]; }
    const Span& spanAt(const Slot& slot) const { return m_timeline->lanes[slot.rank][slot.position]; }
    const DataflowTable& dataflow() const { return m_dataflow; }
    Time begin() const { return m_begin; }

private:
    void eachInputOf(const Op& op, const Slot& slot, auto&& take) const {
        const DataflowEntry& entry = m_dataflow.of(op);
        for (int i = 0; i < entry.needCount; ++i) {
            const int value = entry.needs[i] + op.microbatch;
            const Slot from = m_producers[value];
            if (from.rank < 0)
                continue;
            const Op producer = producerIn(m_executed.order[from.rank][from.position], m_dataflow, value);
            const int delivery = m_links && from.rank != slot.rank ? m_links->deliveryTo(value, slot.rank) : -1;
            take(Input{producer, from, arrivalOf(value, from, slot.rank, delivery), delivery,
                       m_dataflow.valueAt(value)});
        }
    }
    Time arrivalOf(int value, const Slot& from, int rank, int delivery) const;
    /// The block to blame for when a value left: the one that yields it, or the one that opened the queue before it.
    Slot openerOf(int delivery) const;

    const Plan* m_plan;
    const Timeline* m_timeline;
    Time m_begin;
    Schedule m_executed; ///< the order of the lanes
    DataflowTable m_dataflow;
    std::vector<Slot> m_producers;
    std::optional<SerialLinks> m_links;
};

} // namespace lanewright
