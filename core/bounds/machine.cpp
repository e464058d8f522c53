// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/machine.h"

#include <algorithm>
#include <bit>
#include <queue>

namespace lanewright::bounds {

void ReadySet::reset(int ops) {
    m_leaves = std::bit_ceil(static_cast<std::size_t>(std::max(1, ops)));
    m_nodes.assign(2 * m_leaves, {});
}

void ReadySet::put(int place, Time end, Time work) {
    std::size_t node = m_leaves + static_cast<std::size_t>(place);
    m_nodes[node] = {work, end};
    while (node > 1) {
        node /= 2;
        const Node& earlier = m_nodes[2 * node];
        const Node& later = m_nodes[2 * node + 1];
        m_nodes[node] = {earlier.work + later.work, std::max(earlier.end + later.work, later.end)};
    }
}

Time preemptiveEnd(const std::vector<Pressed>& ops) {
    struct Open {
        Time tail = 0;
        Time left = 0;
        bool operator<(const Open& other) const { return tail < other.tail; }
    };
    std::priority_queue<Open> open;
    Time now = kNever;
    Time end = kNever;
    std::size_t next = 0;
    while (next < ops.size() || !open.empty()) {
        if (open.empty())
            now = std::max(now, ops[next].head);
        while (next < ops.size() && ops[next].head <= now) {
            open.push({ops[next].tail, ops[next].length});
            ++next;
        }
        Open running = open.top();
        open.pop();
        const Time until = next < ops.size() ? std::min(now + running.left, ops[next].head) : now + running.left;
        running.left -= until - now;
        now = until;
        if (running.left > 0)
            open.push(running);
        else
            end = std::max(end, now + running.tail);
    }
    return end;
}

} // namespace lanewright::bounds
