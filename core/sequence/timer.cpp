// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/timer.h"

#include "core/base/fraction.h"

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
    : m_table(table), m_objective(objective),
      m_rankCost(table.iterationEnd, table.optimizerMode, table.ranks(), objective), m_count(table.cells.size()),
      m_position(table.ranks()), m_waits(table.ranks()), m_free(table.ranks()), m_first(table.ranks()),
      m_held(table.ranks()), m_peak(table.ranks()), m_arrivals(table.arrivals), m_spans(table.ranks()),
      m_bySpan(table.ranks()) {
    std::iota(m_bySpan.begin(), m_bySpan.end(), 0);
}

/// Runs the rank's next ops until one waits or none is left. In one loop for speed; what the kinds of passes add, in
/// the order of the branches: `Measures` stops at an op ahead of its own F or B, `FromDecision` delays B to the
/// decision, and `Measures` counts memory. `unequal`: microbatches differ in their times.
template <Timer::Pass kind, bool unequal>
inline void Timer::advance(const Sequences& sequences, int rank) {
    const Sequence& sequence = sequences[rank];
    const int first = m_table.firstCell[rank];
    const Cell* cells = m_table.cells.data() + first;
    int* count = m_count.data() + first;
    const int length = static_cast<int>(sequence.size());
    Time free = m_free[rank];
    int position = m_position[rank];
    [[maybe_unused]] Bytes held = m_held[rank];
    [[maybe_unused]] Bytes peak = m_peak[rank];
    for (; position < length; ++position) {
        const Code code = sequence[position];
        const Cell& cell = cells[code];
        const int index = count[code];
        if constexpr (kind == Pass::Measures)
            if (cell.follows >= 0 && count[cell.follows] <= index / cell.parts) {
                m_waits[rank] = first + cell.follows;
                break;
            }
        Time start = free;
        if (cell.source >= 0) {
            if (m_count[cell.source] <= index) {
                m_waits[rank] = cell.source;
                break;
            }
            start = std::max(start, m_arrivals[m_table.cells[cell.source].arrivals + index]);
        }
        // Only the first B has to wait; later ones start later anyway, so all are asked.
        if constexpr (kind == Pass::FromDecision)
            if (kindOf(code) == OpKind::B)
                start = std::max(start, m_table.iterationEnd.decisionDelay[rank]);
        if (position == 0)
            m_first[rank] = start;
        free = start + (unequal ? cell.timeOf(index) : cell.evenTimeOf(index));
        if constexpr (kind == Pass::Measures) {
            peak = std::max(peak, held + cell.rise);
            held += cell.changeOf(index);
        }
        count[code] = index + 1;
        if (cell.arrivals >= 0) {
            m_arrivals[cell.arrivals + index] = free + (unequal ? cell.travelOf(index) : cell.travel);
            if (m_waits[cell.receiver] == first + code) {
                m_waits[cell.receiver] = -1;
                m_ready.push_back(cell.receiver);
            }
        }
    }
    m_free[rank] = free;
    if constexpr (kind == Pass::Measures) {
        m_held[rank] = held;
        m_peak[rank] = peak;
    }
    m_position[rank] = position;
}

/// From the start of all ranks, or of one, or of the decision (−1 or any): the others have been free forever.
template <Timer::Pass kind>
bool Timer::pass(const Sequences& sequences, int from) {
    const int ranks = m_table.ranks();
    std::ranges::fill(m_count, 0);
    std::ranges::fill(m_position, 0);
    std::ranges::fill(m_waits, -1);
    std::ranges::fill(m_first, 0);
    if constexpr (kind == Pass::Measures) {
        std::ranges::fill(m_held, 0);
        std::ranges::fill(m_peak, 0);
    }
    if (from < 0 && kind != Pass::FromDecision)
        m_free = m_rankCost.begins();
    else
        std::ranges::fill(m_free, kNever);
    if (from >= 0)
        m_free[from] = 0;
    m_ready.clear();
    for (int rank = ranks - 1; rank >= 0; --rank)
        m_ready.push_back(rank);
    while (!m_ready.empty()) {
        const int rank = m_ready.back();
        m_ready.pop_back();
        m_table.own ? advance<kind, true>(sequences, rank) : advance<kind, false>(sequences, rank);
    }
    return std::ranges::all_of(m_waits, [](int wait) { return wait < 0; });
}

Cost Timer::operator()(const Sequences& sequences, double limit) {
    if (!pass<Pass::Times>(sequences, -1))
        return {};
    const int ranks = m_table.ranks();
    Time most = 0;
    double spans = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        m_spans[rank] = m_rankCost.spanOf(rank, m_first[rank], m_free[rank]);
        most = std::max(most, costOf(rank));
        spans += static_cast<double>(m_spans[rank]);
    }
    if (m_rankCost.isMostOfRanks())
        return costFrom(static_cast<double>(most), spans, ranks);
    const bool isPeriod = m_objective == Objective::Period;
    const double rest = costFrom(0, spans, ranks).energy;
    const double value = !m_table.findsCycles ? period(sequences, limit - rest)
                         : isPeriod           ? circles(sequences)
                                              : postValidatedCircles(sequences);
    return costFrom(value, spans, ranks);
}

std::optional<OrderCost> Timer::measured(const Sequences& sequences) {
    if (!pass<Pass::Measures>(sequences, -1))
        return {};
    OrderCost cost;
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        if (m_peak[rank] > m_table.limit[rank])
            return {};
        cost.longestSpan = std::max(cost.longestSpan, m_free[rank] - m_first[rank]);
        // Nothing starts before the first F of stage 0, which starts at 0.
        cost.makespan = std::max(cost.makespan, m_free[rank]);
        cost.peak = std::max(cost.peak, m_peak[rank]);
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
    pass<Pass::Times>(sequences, rank);
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
double Timer::period(const Sequences& sequences, double limit) {
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
        pass<Pass::Times>(sequences, rank);
        most = std::max(most, m_free[rank] + m_rankCost.step(rank));
        if (static_cast<double>(most) > limit)
            return Cost::kStalls;
    }
    return static_cast<double>(most);
}

double Timer::circles(const Sequences& sequences) {
    std::vector<std::vector<Time>> paths;
    for (int from = 0; from < m_table.ranks(); ++from)
        if (!sequences[from].empty())
            paths.push_back(waysFrom(sequences, from));
    return paths.empty() ? 0 : largestCycleMean(paths).value();
}

/// The nodes are the ranks, when they are free, and the norm of all: see `iterationTimesOf`.
double Timer::postValidatedCircles(const Sequences& sequences) {
    const IterationEnd& end = m_table.iterationEnd;
    std::vector<std::vector<Time>> paths;
    for (int from = 0; from <= m_table.ranks(); ++from) {
        if (from < m_table.ranks())
            pass<Pass::Times>(sequences, from);
        else
            pass<Pass::FromDecision>(sequences, -1);
        std::vector<Time>& row = paths.emplace_back();
        Time norm = kNoPath;
        for (int to = 0; to < m_table.ranks(); ++to) {
            if (m_free[to] > kNever / 2)
                norm = std::max(norm, m_free[to] + end.normDelay[to]);
            row.push_back(norm > kNoPath ? norm - end.normDelay[to] + end.step[to] : kNoPath);
        }
        row.push_back(norm);
    }
    return largestCycleMean(paths).value();
}

} // namespace lanewright
