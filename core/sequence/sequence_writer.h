// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/progress.h"

#include <algorithm>
#include <vector>

namespace lanewright {

/// Writes sequences op by op and knows the time of each: when its rank is free, what that holds, how long it waited.
///
/// Ops are written in any order in which their values are made, so that the end of a wait is known before W are put
/// into it; a `ListScheduler`, which goes along the clock, knows only what has started. The oldest W goes first. O(1)
/// an op. A class so that many orders allocate once. Keeps a reference.
class SequenceWriter : public Progress {
public:
    /// What a rank has done so far.
    struct Rank {
        Time free = 0; ///< when it ends
        Time idle = 0; ///< between its ops
        Bytes held = 0;
        Sequence waiting = {};      ///< a code for each part of a W, in the order of the B
        std::size_t nextWeight = 0; ///< the first of them that has not run
        bool started = false;
    };

    explicit SequenceWriter(const OpTable& table);

    /// Begins new sequences, which are written here. `wholeWeights`: all parts of a W at once, where it has parts.
    void begin(bool wholeWeights, Sequences& sequences);

    const Rank& at(int rank) const { return m_ranks[rank]; }
    /// The longest that any rank has waited in all.
    Time mostIdle() const { return m_mostIdle; }

    /// Runs the next F or B, which is ready then, as soon as the rank can.
    void run(int rank, Code code, Time there);

    int weights(int rank) const { return static_cast<int>(m_ranks[rank].waiting.size() - m_ranks[rank].nextWeight); }
    /// How long the next W takes, or its next part.
    Time weightLength(int rank) const;
    /// Runs the next W, of which there is one.
    void runWeight(int rank);
    void runWeights(int rank);
    /// Runs W until the rank may hold so much more; false when it can't.
    bool makeRoom(int rank, Bytes rise);
    /// Runs the W that end by then or reach beyond it by up to so many quarters of themselves, and one more where what
    /// is left of the gap is more than `spare`.
    void fillGap(int rank, Time until, Time spare, int overrun = 0);

private:
    bool m_wholeWeights = true;
    std::vector<Rank> m_ranks;
    Time m_mostIdle = 0;
};

inline Time SequenceWriter::weightLength(int rank) const {
    const Code code = m_ranks[rank].waiting[m_ranks[rank].nextWeight];
    const Cell& cell = m_table.cell(rank, code);
    return m_wholeWeights ? cell.wholeOf(count(rank, code)) : cell.timeOf(count(rank, code));
}

inline void SequenceWriter::run(int rank, Code code, Time there) {
    const Cell& cell = m_table.cell(rank, code);
    Rank& own = m_ranks[rank];
    const Time start = std::max(own.free, there);
    if (own.started) {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.started = true;
    own.free = place(rank, code, start);
    own.held += cell.change;
    if (const Code weight = codeOf(placeOf(code), OpKind::W); kindOf(code) == OpKind::B)
        append(own.waiting, weight, m_table.cell(rank, weight).parts);
}

inline bool SequenceWriter::makeRoom(int rank, Bytes rise) {
    while (m_ranks[rank].held + rise > m_table.limit[rank]) {
        if (weights(rank) == 0)
            return false;
        runWeight(rank);
    }
    return true;
}

inline void SequenceWriter::fillGap(int rank, Time until, Time spare, int overrun) {
    const Rank& own = m_ranks[rank];
    const auto fits = [&](Time length) {
        const Time gap = until - own.free;
        return gap >= length || (gap > 0 && 4 * (length - gap) <= overrun * length);
    };
    while (weights(rank) > 0 && fits(weightLength(rank)))
        runWeight(rank);
    if (weights(rank) > 0 && until - own.free > spare)
        runWeight(rank);
}

} // namespace lanewright
