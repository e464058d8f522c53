// SPDX-License-Identifier: Apache-2.0
#include "core/solve/timer.h"

#include "core/base/fraction.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace lanewright {

namespace {

constexpr Time kNever = -(Time{1} << 61);
/// How much the mean of all spans counts beside the value.
constexpr double kOfMean = 0.05;

} // namespace

Timer::Timer(const Track& track, Objective objective)
    : m_track(track), m_objective(objective), m_begin(track.ranks(), 0), m_step(track.ranks(), 0),
      m_count(track.cells.size()), m_position(track.ranks()), m_waits(track.ranks()), m_free(track.ranks()),
      m_first(track.ranks()), m_arrivals(track.arrivals), m_starts(track.ranks()), m_spans(track.ranks()),
      m_bySpan(track.ranks()) {
    std::iota(m_bySpan.begin(), m_bySpan.end(), 0);
    if (objective != Objective::Iteration)
        return;
    if (track.optimizerMode == OptimizerMode::PostValidated)
        m_step = track.iterationEnd.step;
    else
        for (int rank = 0; rank < track.ranks(); ++rank)
            m_begin[rank] = track.iterationEnd.freeAfter(rank);
}

template <Timer::Pass kind>
inline void Timer::advance(const Tapes& tapes, int rank) {
    const Tape& tape = tapes[rank];
    const int first = m_track.firstCell[rank];
    const Cell* cells = m_track.cells.data() + first;
    int* count = m_count.data() + first;
    const int length = static_cast<int>(tape.size());
    Time free = m_free[rank];
    int position = m_position[rank];
    for (; position < length; ++position) {
        const Code code = tape[position];
        const Cell& cell = cells[code];
        const int index = count[code];
        Time start = free;
        if (cell.source >= 0) {
            if (m_count[cell.source] <= index) {
                m_waits[rank] = cell.source;
                break;
            }
            start = std::max(start, m_arrivals[m_track.cells[cell.source].arrivals + index]);
        }
        // On all of its kind, though it is the first that is held back: the others come later anyway.
        if constexpr (kind == Pass::FromVerdict)
            if (kindOf(code) == OpKind::B)
                start = std::max(start, m_track.iterationEnd.verdictWay[rank]);
        if (position == 0)
            m_first[rank] = start;
        if constexpr (kind == Pass::Draws)
            m_starts[rank][position] = start;
        free = start + cell.timeOf(index);
        count[code] = index + 1;
        if (cell.arrivals >= 0) {
            m_arrivals[cell.arrivals + index] = free + cell.travel;
            if (m_waits[cell.receiver] == first + code) {
                m_waits[cell.receiver] = -1;
                m_ready.push_back(cell.receiver);
            }
        }
    }
    m_free[rank] = free;
    m_position[rank] = position;
}

/// From the start of all ranks, or of one, or of the verdict (−1 or any): the others have been free forever.
template <Timer::Pass kind>
bool Timer::pass(const Tapes& tapes, int from) {
    const int ranks = m_track.ranks();
    std::ranges::fill(m_count, 0);
    std::ranges::fill(m_position, 0);
    std::ranges::fill(m_waits, -1);
    std::ranges::fill(m_first, 0);
    if (from < 0 && kind != Pass::FromVerdict)
        m_free = m_begin;
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
        advance<kind>(tapes, rank);
    }
    return std::ranges::all_of(m_waits, [](int wait) { return wait < 0; });
}

Cost Timer::operator()(const Tapes& tapes, double limit) {
    if (!pass<Pass::Times>(tapes, -1))
        return {};
    const int ranks = m_track.ranks();
    Time begin = std::numeric_limits<Time>::max();
    Time end = 0;
    Time longest = 0;
    double sum = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        m_spans[rank] = m_free[rank] - m_first[rank] + m_step[rank];
        longest = std::max(longest, m_spans[rank]);
        sum += static_cast<double>(m_spans[rank]);
        if (tapes[rank].empty())
            continue;
        begin = std::min(begin, m_first[rank]);
        end = std::max(end, m_free[rank]);
    }
    const double mean = kOfMean * sum / ranks;
    double value = 0;
    switch (m_objective) {
    case Objective::Makespan: value = static_cast<double>(std::max<Time>(0, end - begin)); break;
    case Objective::LongestSpan: value = static_cast<double>(longest); break;
    case Objective::Period: value = m_circles ? circles(tapes) : period(tapes, limit - mean); break;
    case Objective::Iteration:
        if (m_track.optimizerMode == OptimizerMode::Synchronous)
            value = static_cast<double>(synchronous());
        else
            value = m_circles ? postValidatedCircles(tapes) : period(tapes, limit - mean);
        break;
    }
    return {value, value + mean};
}

Time Timer::costOf(int rank) const {
    const Time span = m_free[rank] - m_first[rank] + m_step[rank];
    switch (m_objective) {
    case Objective::Makespan: return m_free[rank];
    case Objective::Iteration:
        return m_track.optimizerMode == OptimizerMode::Synchronous ? m_free[rank] + m_track.iterationEnd.normWay[rank]
                                                                   : span;
    case Objective::Period:
    case Objective::LongestSpan: return span;
    }
    return span;
}

/// From the norm of the iteration before to the norm of this one.
Time Timer::synchronous() const {
    Time norm = 0;
    for (int rank = 0; rank < m_track.ranks(); ++rank)
        norm = std::max(norm, m_free[rank] + m_track.iterationEnd.normWay[rank]);
    return norm;
}

/// All that happens comes after the first op of the rank, so its own longest way is its span.
bool Timer::isOnlySource(const Tapes& tapes, int rank) const {
    for (int other = 0; other < m_track.ranks(); ++other)
        if (other != rank && !tapes[other].empty() && m_track.cell(other, tapes[other].front()).source < 0)
            return false;
    return true;
}

/// The longest way of a rank from its own first op to its own last; ranks whose span is shorter than that of one
/// already looked at need no pass. Infinity once one is above `limit`.
double Timer::period(const Tapes& tapes, double limit) {
    std::ranges::sort(m_bySpan, std::greater<>{}, [&](int rank) { return m_spans[rank]; });
    Time most = 0;
    for (int i = 0; i < m_track.ranks(); ++i) {
        const int rank = m_bySpan[i];
        if (m_spans[rank] <= most)
            break;
        if (isOnlySource(tapes, rank)) {
            most = m_spans[rank];
            continue;
        }
        pass<Pass::Times>(tapes, rank);
        most = std::max(most, m_free[rank] + m_step[rank]);
        if (static_cast<double>(most) > limit)
            return Cost::kStalls;
    }
    return static_cast<double>(most);
}

double Timer::circles(const Tapes& tapes) {
    std::vector<std::vector<Time>> paths;
    for (int from = 0; from < m_track.ranks(); ++from) {
        if (tapes[from].empty())
            continue;
        pass<Pass::Times>(tapes, from);
        std::vector<Time>& row = paths.emplace_back();
        for (int to = 0; to < m_track.ranks(); ++to)
            if (!tapes[to].empty())
                row.push_back(m_free[to] > kNever / 2 ? m_free[to] : kNoPath);
    }
    return paths.empty() ? 0 : largestCycleMean(paths).value();
}

/// The nodes are the ranks, when they are free, and the norm of all: see `iterationTimesOf`.
double Timer::postValidatedCircles(const Tapes& tapes) {
    const IterationEnd& end = m_track.iterationEnd;
    std::vector<std::vector<Time>> paths;
    for (int from = 0; from <= m_track.ranks(); ++from) {
        if (from < m_track.ranks())
            pass<Pass::Times>(tapes, from);
        else
            pass<Pass::FromVerdict>(tapes, -1);
        std::vector<Time>& row = paths.emplace_back();
        Time norm = kNoPath;
        for (int to = 0; to < m_track.ranks(); ++to) {
            if (m_free[to] > kNever / 2)
                norm = std::max(norm, m_free[to] + end.normWay[to]);
            row.push_back(norm > kNoPath ? norm - end.normWay[to] + end.step[to] : kNoPath);
        }
        row.push_back(norm);
    }
    return largestCycleMean(paths).value();
}

bool Timer::draw(const Tapes& tapes) {
    for (int rank = 0; rank < m_track.ranks(); ++rank)
        m_starts[rank].resize(tapes[rank].size());
    return pass<Pass::Draws>(tapes, -1);
}

} // namespace lanewright
