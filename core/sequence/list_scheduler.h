// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/progress.h"
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
class ListScheduler : public Progress {
public:
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
    bool run(const Cutoff& cutoff, bool wholeWeights, const auto& take, Sequences& sequences);

    const Rank& at(int rank) const { return m_ranks[rank]; }
    /// When the rank's last op so far ends.
    Time freeAt(int rank) const { return m_clock.freeAt(rank); }
    /// The code of the W with the oldest microbatch, of equals that of the first or the last place; or `kNothing`.
    int oldestWeight(int rank, bool ofLastPlace) const;
    /// What the rank holds while the op runs.
    Bytes neededFor(int rank, Code code) const { return m_ranks[rank].held + m_table.cell(rank, code).rise; }

    /// How many ops were placed so far, also in orders that were given up: a measure of the work done.
    std::int64_t placed() const { return m_placed; }

private:
    void reset(Sequences& sequences);
    void start(int rank, Code code, Time now, bool wholeWeights);
    Time startOne(int rank, Code code, Time now);

    std::vector<Time> m_work; ///< per rank: the time of all its ops
    std::vector<Rank> m_ranks;
    RankClock m_clock;
    std::int64_t m_placed = 0;
};

bool ListScheduler::run(const Cutoff& cutoff, bool wholeWeights, const auto& take, Sequences& sequences) {
    reset(sequences);
    const bool wholeOrder = m_clock.run([&](int rank, Time now) {
        const int code = take(rank, now);
        if (code == kNothing)
            return true;
        start(rank, static_cast<Code>(code), now, wholeWeights);
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
