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
        add(arc);
}

void Distances::add(const Arc& arc) {
    if (!m_fit || m_longest[at(arc.from, arc.to)] >= arc.length)
        return;
    const Time back = m_longest[at(arc.to, arc.from)];
    m_fit = back < kHardlyAPath || back + arc.length <= 0;
    if (!m_fit)
        return;
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
}

} // namespace lanewright
