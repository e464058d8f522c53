// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/dataflow_table.h"

#include <cstdint>
#include <vector>

namespace lanewright {

/// The links of `Links::Serial`: each directed link carries one value at a time, in the order of their production.
///
/// A value goes once to each rank where an op stands that needs it. Keeps a reference to the costs.
class SerialLinks {
public:
    /// A value's way over one link.
    struct Delivery {
        std::int32_t value = 0;
        std::int32_t rank = 0;    ///< where it goes
        std::int32_t before = -1; ///< the delivery that its link carries just before it; -1: it is the first
        Time leaves = 0;
        Time arrives = 0;
    };

    SerialLinks(const Schedule& schedule, const DataflowTable& dataflow, const Costs& costs);

    /// Before the first send: all links are free.
    void reset();
    /// Sends the value from the rank that yields it at `end`. Values of one rank come in the order of its row.
    void send(int value, int from, Time end);
    /// When the value arrives at a rank that needs it and does not yield it; only after it was sent.
    Time arrivalAt(int value, int rank) const { return m_deliveries[deliveryTo(value, rank)].arrives; }
    /// The place of that delivery among all of them.
    int deliveryTo(int value, int rank) const;
    /// By value, then rank. One to the rank that yields the value is never sent.
    const std::vector<Delivery>& deliveries() const { return m_deliveries; }

private:
    struct Link {
        int to = 0;
        Time free = 0;
        std::int32_t last = -1; ///< the delivery after which it is free
    };

    const Costs* m_costs;
    int m_stages;
    int m_microbatches;
    std::vector<std::int32_t> m_firstOf;    ///< per value its first entry in m_deliveries
    std::vector<Delivery> m_deliveries;     ///< by value, then rank
    std::vector<std::vector<Link>> m_links; ///< per sender those that have carried something
};

} // namespace lanewright
