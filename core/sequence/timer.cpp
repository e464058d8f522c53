// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/timer.h"

#include "core/base/fraction.h"
#include "core/base/take_last.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lanewright {

namespace {

constexpr Time kNever = -(Time{1} << 61);
/// Beyond this many steps the period of an order is not worth its time.
constexpr double kMostPeriodSteps = 4e7;

} // namespace

Timer::Timer(const OpTable& table, Objective objective)
    : m_table(table), m_rankCost(table.iterationEnd, table.optimizerMode, table.ranks(), objective),
      m_count(table.cells.size()), m_position(table.ranks()), m_waits(table.ranks()), m_free(table.ranks()),
      m_first(table.ranks()), m_arrivals(table.arrivals), m_spans(table.ranks()), m_bySpan(table.ranks()) {
    std::iota(m_bySpan.begin(), m_bySpan.end(), 0);
}

/// Runs the rank's next ops until one waits or none is left.
inline void Timer::advance(const Sequences& sequences, int rank) {
    const Sequence& sequence = sequences[rank];
    const int first = m_table.firstCell[rank];
    const int length = static_cast<int>(sequence.size());
    Time free = m_free[rank];
    int position = m_position[rank];
    for (; position < length; ++position) {
        const int own = first + sequence[position];
        const Cell& cell = m_table.cells[own];
        const int index = m_count[own];
        Time start = free;
        if (cell.source >= 0) {
            if (m_count[cell.source] <= index) {
                m_waits[rank] = cell.source;
                break;
            }
            start = std::max(start, m_arrivals[m_table.cells[cell.source].arrivals + index]);
        }
        if (position == 0)
            m_first[rank] = start;
        free = start + cell.timeOf(index);
        m_count[own] = index + 1;
        if (cell.arrivals < 0)
            continue;
        m_arrivals[cell.arrivals + index] = free + cell.travelOf(index);
        if (m_waits[cell.receiver] == own) {
            m_waits[cell.receiver] = -1;
            m_ready.push_back(cell.receiver);
        }
    }
    m_free[rank] = free;
    m_position[rank] = position;
}

/// From the start of all ranks, or of one (else −1), where the others have been free forever. False where ranks wait
/// for each other.
bool Timer::pass(const Sequences& sequences, int from) {
    std::ranges::fill(m_count, 0);
    std::ranges::fill(m_position, 0);
    std::ranges::fill(m_waits, -1);
    std::ranges::fill(m_first, 0);
    m_free = m_rankCost.begins();
    if (from >= 0) {
        std::ranges::fill(m_free, kNever);
        m_free[from] = 0;
    }
    for (int rank = m_table.ranks() - 1; rank >= 0; --rank)
        m_ready.push_back(rank);
    while (!m_ready.empty()) {
        const int rank = takeLast(m_ready);
        advance(sequences, rank);
    }
    return std::ranges::all_of(m_waits, [](int wait) { return wait < 0; });
}

Cost Timer::operator()(const Sequences& sequences, double limit) {
    if (!pass(sequences, -1))
        return {};
    const int ranks = m_table.ranks();
    Time most = 0;
    double spans = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        m_spans[rank] = m_rankCost.spanOf(rank, m_first[rank], m_free[rank]);
        most = std::max(most, m_rankCost.of(rank, m_first[rank], m_free[rank]));
        spans += static_cast<double>(m_spans[rank]);
    }
    if (m_rankCost.isMostOfRanks())
        return costFrom(static_cast<double>(most), spans, ranks);
    return costFrom(longestWay(sequences, limit - costFrom(0, spans, ranks).energy), spans, ranks);
}

std::optional<OrderCost> Timer::measured(const Sequences& sequences) {
    OrderCost cost;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        const std::optional<Bytes> peak = peakOf(m_table, rank, sequences[rank]);
        if (!peak)
            return {};
        cost.peak = std::max(cost.peak, *peak);
    }
    if (!pass(sequences, -1))
        return {};
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        cost.longestSpan = std::max(cost.longestSpan, m_free[rank] - m_first[rank]);
        // Nothing starts before the first F of stage 0, which starts at 0.
        cost.makespan = std::max(cost.makespan, m_free[rank]);
    }
    return cost;
}

Fraction Timer::periodOf(const Sequences& sequences, const OrderCost& cost, const std::optional<Fraction>& enough) {
    const double ranks = m_table.ranks();
    const bool tooMany = ranks * ranks * ranks + ranks * static_cast<double>(m_table.ops()) > kMostPeriodSteps;
    const Fraction span{cost.longestSpan, 1};
    std::vector<std::vector<Time>> ways;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        if (sequences[rank].empty())
            continue;
        ways.push_back(waysFrom(sequences, rank));
        const Fraction own{m_free[rank], 1};
        // The period lies between the longest way of a rank to itself and the longest span.
        if (own == span || (enough && own >= *enough))
            return own;
        if (tooMany)
            return span;
    }
    return largestCycleMean(ways);
}

/// From the start of the rank to the end of each rank that has ops.
std::vector<Time> Timer::waysFrom(const Sequences& sequences, int rank) {
    pass(sequences, rank);
    std::vector<Time> ways;
    for (int to = 0; to < m_table.ranks(); ++to)
        if (!sequences[to].empty())
            ways.push_back(m_free[to] > kNoPath ? m_free[to] : kNoPath);
    return ways;
}

/// True where every op depends on the first op of the rank, so that the rank's longest way to itself is its span.
bool Timer::isOnlySource(const Sequences& sequences, int rank) const {
    for (int other = 0; other < m_table.ranks(); ++other)
        if (other != rank && !sequences[other].empty() && m_table.cell(other, sequences[other].front()).source < 0)
            return false;
    return true;
}

/// The longest way of a rank from its own first op to its own last; ranks whose span is shorter than that of one
/// already looked at need no pass. Infinity once one is above `limit`.
double Timer::longestWay(const Sequences& sequences, double limit) {
    std::ranges::sort(m_bySpan, std::greater<>{}, [&](int rank) { return m_spans[rank]; });
    Time most = 0;
    for (int i = 0; i < m_table.ranks(); ++i) {
        const int rank = m_bySpan[i];
        if (m_spans[rank] <= most)
            break;
        if (isOnlySource(sequences, rank)) {
            most = m_spans[rank];
            continue;
        }
        pass(sequences, rank);
        most = std::max(most, m_free[rank] + m_rankCost.step(rank));
        if (static_cast<double>(most) > limit)
            return Cost::kStalls;
    }
    return static_cast<double>(most);
}

} // namespace lanewright
