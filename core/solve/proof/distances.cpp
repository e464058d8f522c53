// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/distances.h"

#include <algorithm>

namespace lanewright {

namespace {

// Sums with `kNoPath` stay below this, and real paths above.
constexpr Time kHardlyAPath = kNoPath / 2;

} // namespace

Distances::Distances(int ops, const std::vector<Arc>& arcs)
    : m_ops(ops), m_longest(static_cast<std::size_t>(ops) * ops, kNoPath) {
    for (int op = 0; op < ops; ++op)
        m_longest[at(op, op)] = 0;
    for (const Arc& arc : arcs)
        m_longest[at(arc.from, arc.to)] = std::max(m_longest[at(arc.from, arc.to)], arc.length);
    for (int by = 0; by < ops; ++by) {
        // Seen before it is used, since paths through a circle would grow without end.
        if (m_longest[at(by, by)] > 0) {
            m_fit = false;
            return;
        }
        const Time* const onward = &m_longest[at(by, 0)];
        for (int from = 0; from < ops; ++from) {
            Time* const row = &m_longest[at(from, 0)];
            const Time toBy = row[by];
            if (toBy < kHardlyAPath || from == by)
                continue;
            for (int to = 0; to < ops; ++to)
                row[to] = std::max(row[to], toBy + onward[to]);
        }
    }
    for (int op = 0; op < ops; ++op)
        m_fit = m_fit && m_longest[at(op, op)] <= 0;
}

bool Distances::add(const Arc& arc) {
    if (!m_fit || m_longest[at(arc.from, arc.to)] >= arc.length)
        return m_fit;
    const Time back = m_longest[at(arc.to, arc.from)];
    if (back > kHardlyAPath && back + arc.length > 0)
        return m_fit = false;
    const Time* const onward = &m_longest[at(arc.to, 0)];
    for (int from = 0; from < m_ops; ++from) {
        Time* const row = &m_longest[at(from, 0)];
        const Time reached = row[arc.from];
        // The row of `to` itself stands still: the circle is not longer than 0.
        if (reached < kHardlyAPath || from == arc.to)
            continue;
        const Time passed = reached + arc.length;
        if (passed <= row[arc.to])
            continue;
        for (int to = 0; to < m_ops; ++to)
            row[to] = std::max(row[to], passed + onward[to]);
    }
    return true;
}

} // namespace lanewright
