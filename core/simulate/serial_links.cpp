// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/serial_links.h"

#include <algorithm>
#include <limits>

namespace lanewright {

SerialLinks::SerialLinks(const Schedule& schedule, const DataflowTable& dataflow, const Costs& costs)
    : m_costs(&costs), m_microbatches(schedule.microbatches), m_free(schedule.ranks()) {
    std::vector<std::pair<std::int32_t, std::int32_t>> needs; // (value, rank)
    const auto enter = [&](const Op& op, int rank) {
        const DataflowEntry& entry = dataflow.of(op);
        for (int i = 0; i < entry.needCount; ++i)
            needs.emplace_back(entry.needs[i] + op.microbatch, rank);
    };
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        for (const Block& block : schedule.order[rank]) {
            enter(block.op, rank);
            if (block.paired)
                enter(*block.paired, rank);
        }
    std::ranges::sort(needs);
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    m_firstOf.assign(static_cast<std::size_t>(dataflow.values()) + 1, 0);
    for (const auto& [value, rank] : needs) {
        m_deliveries.push_back({rank, 0});
        ++m_firstOf[value + 1];
    }
    for (std::size_t value = 1; value < m_firstOf.size(); ++value)
        m_firstOf[value] += m_firstOf[value - 1];
}

void SerialLinks::reset() {
    for (auto& links : m_free)
        links.clear();
}

void SerialLinks::send(int value, int from, Time end) {
    for (int at = m_firstOf[value]; at < m_firstOf[value + 1]; ++at) {
        Delivery& delivery = m_deliveries[at];
        if (delivery.rank == from)
            continue;
        auto& links = m_free[from];
        auto link = std::ranges::find(links, delivery.rank, &std::pair<int, Time>::first);
        if (link == links.end())
            link = links.insert(links.end(), {delivery.rank, std::numeric_limits<Time>::min()});
        link->second = std::max(link->second, end) + m_costs->travel(value % m_microbatches, from, delivery.rank);
        delivery.arrives = link->second;
    }
}

Time SerialLinks::arrivalAt(int value, int rank) const {
    const auto first = m_deliveries.begin() + m_firstOf[value];
    const auto last = m_deliveries.begin() + m_firstOf[value + 1];
    return std::lower_bound(first, last, rank, [](const Delivery& d, int to) { return d.rank < to; })->arrives;
}

} // namespace lanewright
