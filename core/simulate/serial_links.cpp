// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/serial_links.h"

#include "core/model/dataflow.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lanewright {

SerialLinks::SerialLinks(const Schedule& schedule, const DataflowTable& dataflow, const Costs& costs)
    : m_costs(&costs), m_stages(schedule.stages()), m_microbatches(schedule.microbatches), m_links(schedule.ranks()) {
    std::vector<std::pair<std::int32_t, std::int32_t>> needs; // (value, rank)
    const auto enter = [&](const Op& op, int rank) {
        const DataflowEntry& entry = dataflow.of(op);
        for (int i = 0; i < entry.needCount; ++i)
            needs.emplace_back(entry.needs[i] + op.microbatch, rank);
    };
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank)
        for (const Block& block : schedule.order[rank])
            for (const Op& op : opsIn(block))
                enter(op, rank);
    std::ranges::sort(needs);
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    m_firstOf.assign(static_cast<std::size_t>(dataflow.values()) + 1, 0);
    for (const auto& [value, rank] : needs) {
        m_deliveries.push_back({.value = value, .rank = rank});
        ++m_firstOf[value + 1];
    }
    for (std::size_t value = 1; value < m_firstOf.size(); ++value)
        m_firstOf[value] += m_firstOf[value - 1];
}

void SerialLinks::reset() {
    for (auto& links : m_links)
        links.clear();
}

void SerialLinks::send(int value, int from, Time end) {
    for (int at = m_firstOf[value]; at < m_firstOf[value + 1]; ++at) {
        Delivery& delivery = m_deliveries[at];
        if (delivery.rank == from)
            continue;
        auto& links = m_links[from];
        auto link = std::ranges::find(links, delivery.rank, &Link::to);
        if (link == links.end())
            link = links.insert(links.end(), {.to = delivery.rank, .free = std::numeric_limits<Time>::min()});
        delivery.before = link->last;
        delivery.leaves = std::max(link->free, end);
        delivery.arrives =
            delivery.leaves + m_costs->travel(valueOf(value, m_stages, m_microbatches), from, delivery.rank);
        link->free = delivery.arrives;
        link->last = at;
    }
}

int SerialLinks::deliveryTo(int value, int rank) const {
    const auto first = m_deliveries.begin() + m_firstOf[value];
    const auto last = m_deliveries.begin() + m_firstOf[value + 1];
    const auto found = std::lower_bound(first, last, rank, [](const Delivery& d, int to) { return d.rank < to; });
    return static_cast<int>(found - m_deliveries.begin());
}

} // namespace lanewright
