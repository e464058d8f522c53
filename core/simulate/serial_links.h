// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/dataflow_table.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lanewright {

/// The links of `Links::Serial`: each directed link carries one value at a time, in the order of their production.
///
/// A value goes once to each rank where an op stands that needs it. Keeps a reference to the costs.
class SerialLinks {
public:
    SerialLinks(const Schedule& schedule, const DataflowTable& dataflow, const Costs& costs);

    /// Before the first send: all links are free.
    void reset();
    /// Sends the value from the rank that yields it at `end`. Values of one rank come in the order of its row.
    void send(int value, int from, Time end);
    /// When the value arrives at a rank that needs it and does not yield it; only after it was sent.
    Time arrivalAt(int value, int rank) const;

private:
    struct Delivery {
        std::int32_t rank = 0;
        Time arrives = 0;
    };

    const Costs* m_costs;
    int m_microbatches;
    std::vector<std::int32_t> m_firstOf;                   ///< per value its first entry in m_deliveries
    std::vector<Delivery> m_deliveries;                    ///< by value, then rank
    std::vector<std::vector<std::pair<int, Time>>> m_free; ///< per sender: (receiver, free from)
};

} // namespace lanewright
