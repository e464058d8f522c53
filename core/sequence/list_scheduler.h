// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"
#include "core/sequence/rank_clock.h"

#include <cstdint>
#include <limits>
#include <vector>

/// List scheduling: sequences are made in the order of time, and a rank that is free starts at once what a rule chooses
/// among the ops whose values have arrived (R. L. Graham: Bounds for Certain Multiprocessing Anomalies. Bell System
/// Technical Journal 1966). Here is the clock; generators and searches bring the rules.
namespace lanewright {

/// Limits at which an order is given up, since it will be no better than one that is known.
struct Cutoff {
    Time longestSpan = std::numeric_limits<Time>::max();
    Time makespan = std::numeric_limits<Time>::max();
};

/// Runs the ranks in the order of time, in O(ops · (log ranks + the cost of the rule)). A class so that making many
/// orders allocates once. Keeps a reference to the table.
class ListScheduler {
public:
    static constexpr Time kUnknown = std::numeric_limits<Time>::max();
    static constexpr int kNothing = -1;

    /// What a rank has done so far.
    struct Rank {
        Time first = -1; ///< when its first op started; −1: none has
        Time idle = 0;   ///< how long it has waited between ops
        Bytes held = 0;
        int waiting = 0;         ///< how many W, or parts of W, may run
        Bytes waitingMemory = 0; ///< how those change what is held
    };

    explicit ListScheduler(const OpTable& table);

    /// Whenever a rank is free, calls `take(rank, now)`, which chooses a code that is ready, or `kNothing`, and writes
    /// it. With `wholeWeights` all parts of a W that are left run at once. False when the order was given up, or when
    /// `take` left ops out.
    template <typename Take>
    bool run(const Cutoff& cutoff, bool wholeWeights, const Take& take, Sequences& sequences);

    const Rank& at(int rank) const { return m_ranks[rank]; }
    /// When the rank's last op so far ends.
    Time freeAt(int rank) const { return m_clock.freeAt(rank); }
    /// How many ops of the code have started.
    int count(int rank, Code code) const { return countsOf(rank)[code]; }
    /// The same for all codes of a rank.
    const int* countsOf(int rank) const { return m_count.data() + m_table.firstCell[rank]; }
    /// When the next op with the code, an F or B, could start on a free rank; `kUnknown` where that is not known yet.
    Time readyAt(int rank, Code code) const;
    /// The code of the W with the oldest microbatch, of equals that of the first or the last place; or `kNothing`.
    int oldestWeight(int rank, bool ofLastPlace) const;
    /// What the rank holds while the op runs.
    Bytes neededFor(int rank, Code code) const { return m_ranks[rank].held + m_table.cell(rank, code).rise; }

    /// How many ops were placed so far, also in orders that were given up: a measure of the work done.
    std::int64_t placed() const { return m_placed; }

private:
    void reset(Sequences& sequences);
    void start(int rank, Code code, Time now, bool wholeWeights, Sequence& sequence);
    Time startOne(int rank, Code code, Time now, Sequence& sequence);

    const OpTable& m_table;
    std::vector<Time> m_work; ///< per rank: the time of all its ops
    std::vector<Rank> m_ranks;
    std::vector<int> m_count; ///< per cell: how many ops have started
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
