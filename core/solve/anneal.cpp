// SPDX-License-Identifier: Apache-2.0
#include "core/solve/anneal.h"

#include <utility>

namespace lanewright {

namespace {

/// Beyond so many ops none is moved by itself: what an op takes to keep, and how little one matters.
constexpr std::int64_t kMostToMove = 1'000'000;

} // namespace

Draft Annealing::run(const Draft& start, const Cooling& cooling, const Effort& effort, Random& random) {
    if (m_table.ops() > kMostToMove)
        return start;
    if (!m_laid)
        m_laid = std::make_unique<Laid>(m_table, m_objective);
    const BlockTable& table = m_laid->table;
    double told = start.cost.value;
    const auto judge = [&](const BlockRows& rows, const Cost& cost) {
        // Ways of periods are known to the timer alone.
        const bool isExact = m_laid->annealing.rankCost().isMostOfRanks();
        if (isExact && (cost.value >= told || !effort.found))
            return cost;
        const Sequences sequences = sequencesOf(table, rows);
        const Cost exact = isExact ? cost : m_timer(sequences);
        if (exact.value < told && effort.found)
            effort.found(sequences, exact);
        told = std::min(told, exact.value);
        return exact;
    };
    BlockAnnealing::Found found = m_laid->annealing.run(rowsOf(table, start.sequences), cooling, effort, random, judge);
    if (found.cost.stalls())
        return start;
    return {sequencesOf(table, found.rows), found.cost};
}

} // namespace lanewright
