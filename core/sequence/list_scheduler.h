// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"
#include "core/sequence/rank_clock.h"

#include <cstdint>
#include <limits>
#include <vector>

/// List scheduling: sequences are made along the clock, and a rank that is free takes at once what a rule chooses among
/// the ops whose values are there (Graham: Bounds for Certain Multiprocessing Anomalies. 1966). What is a good rule is
/// for generators and searches to say; here is the clock.
namespace lanewright {

/// When to give an order up: a rank that must pass one of these makes it no better than one that is known.
struct Cutoff {
    Time longestSpan = std::numeric_limits<Time>::max();
    Time makespan = std::numeric_limits<Time>::max();
};

/// Runs the ranks along the clock in O(ops · (log ranks + what a rule takes)). A class so that many orders allocate
/// once. Keeps a reference.
class ListScheduler {
public:
    static constexpr Time kUnknown = std::numeric_limits<Time>::max();
    static constexpr int kNothing = -1;

    /// What a rank has done so far.
    struct Rank {
        Time first = -1; ///< when it began; before that −1
        Time idle = 0;   ///< between its ops
        Bytes held = 0;
        int waiting = 0;         ///< W, or parts of them, that may run
        Bytes waitingMemory = 0; ///< what those change
    };

    explicit ListScheduler(const OpTable& table);

    /// Writes what `take(rank, now)` chooses whenever a rank is free: a code that is ready, or `kNothing`. With
    /// `wholeWeights` a W runs with all parts that are left of it. False when it gave up, or when ops are left that
    /// nobody takes.
    template <typename Take>
    bool run(const Cutoff& cutoff, bool wholeWeights, const Take& take, Sequences& sequences);

    const Rank& at(int rank) const { return m_ranks[rank]; }
    /// When the rank ends what it has started.
    Time freeAt(int rank) const { return m_clock.freeAt(rank); }
    /// How many ops of the code have started.
    int count(int rank, Code code) const { return countsOf(rank)[code]; }
    /// The same of all codes of a rank, for those who ask often.
    const int* countsOf(int rank) const { return m_count.data() + m_table.firstCell[rank]; }
    /// When the next op of the F or B can start, as far as that is known, on a rank that is free.
    Time readyAt(int rank, Code code) const;
    /// The W whose B is the oldest, of equals that of the first or the last place; or `kNothing`.
    int oldestWeight(int rank, bool ofLastPlace) const;
    /// What the rank holds while the op runs.
    Bytes neededFor(int rank, Code code) const { return m_ranks[rank].held + m_table.cell(rank, code).rise; }

    /// Ops placed so far, in orders that were given up, too: a measure of the work done.
    std::int64_t placed() const { return m_placed; }

private:
    void reset(Sequences& sequences);
    void start(int rank, Code code, Time now, bool wholeWeights, Sequence& sequence);
    Time startOne(int rank, Code code, Time now, Sequence& sequence);

    const OpTable& m_table;
    std::vector<Time> m_work; ///< per rank: of all its ops
    std::vector<Rank> m_ranks;
    std::vector<int> m_count; ///< per cell
    std::vector<Time> m_arrivals;
    RankClock m_clock;
    std::int64_t m_placed = 0;
};

inline Time ListScheduler::readyAt(int rank, Code code) const {
    const Cell& cell = m_table.cells[m_table.firstCell[rank] + code];
    const int* const counts = countsOf(rank);
    const int index = counts[code];
    if (index == cell.count || (cell.follows >= 0 && counts[cell.follows] <= index))
        return kUnknown;
    if (cell.source < 0)
        return 0;
    return m_count[cell.source] <= index ? kUnknown : m_arrivals[m_table.cells[cell.source].arrivals + index];
}

template <typename Take>
bool ListScheduler::run(const Cutoff& cutoff, bool wholeWeights, const Take& take, Sequences& sequences) {
    reset(sequences);
    const bool wholeOrder = m_clock.run([&](int rank, Time now) {
        const int code = take(rank, now);
        if (code == kNothing)
            return true;
        start(rank, static_cast<Code>(code), now, wholeWeights, sequences[rank]);
        const Time least = m_work[rank] + m_ranks[rank].idle;
        return least <= cutoff.longestSpan && m_ranks[rank].first + least <= cutoff.makespan;
    });
    if (!wholeOrder)
        return false;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (static_cast<int>(sequences[rank].size()) != m_table.length[rank])
            return false;
    return true;
}

} // namespace lanewright
