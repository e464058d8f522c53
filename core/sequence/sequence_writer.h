// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lanewright {

/// Writes sequences op by op and knows the time of each: when its rank is free, what that holds, how long it waited.
///
/// Ops are written in any order in which their values are made, so that the end of a wait is known before W are put
/// into it; a `ListScheduler`, which goes along the clock, knows only what has started. The oldest W goes first. O(1)
/// an op. A class so that many orders allocate once. Keeps a reference.
class SequenceWriter {
public:
    static constexpr Time kUnknown = std::numeric_limits<Time>::max();

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
    int count(int rank, Code code) const { return m_count[m_table.firstCell[rank] + code]; }
    /// The longest that any rank has waited in all.
    Time mostIdle() const { return m_mostIdle; }

    /// When the next op of the F or B can start as far as others let it; `kUnknown`: they don't yet, or none is left.
    Time readyAt(int rank, Code code) const;
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
    /// Runs the W that end by then, and one more where what is left of the gap is more than `spare`.
    void fillGap(int rank, Time until, Time spare);

private:
    const OpTable& m_table;
    bool m_wholeWeights = true;
    Sequences* m_sequences = nullptr;
    std::vector<Rank> m_ranks;
    std::vector<int> m_count; ///< per cell
    std::vector<Time> m_arrivals;
    Time m_mostIdle = 0;
};

inline Time SequenceWriter::readyAt(int rank, Code code) const {
    const Cell& cell = m_table.cell(rank, code);
    const int index = count(rank, code);
    if (index == cell.count || (cell.follows >= 0 && count(rank, static_cast<Code>(cell.follows)) <= index))
        return kUnknown;
    if (cell.source < 0)
        return 0;
    return m_count[cell.source] <= index ? kUnknown : m_arrivals[m_table.cells[cell.source].arrivals + index];
}

inline Time SequenceWriter::weightLength(int rank) const {
    const Code code = m_ranks[rank].waiting[m_ranks[rank].nextWeight];
    const Cell& cell = m_table.cell(rank, code);
    return m_wholeWeights ? cell.wholeOf(count(rank, code)) : cell.timeOf(count(rank, code));
}

inline void SequenceWriter::run(int rank, Code code, Time there) {
    const int at = m_table.firstCell[rank] + code;
    const Cell& cell = m_table.cells[at];
    Rank& own = m_ranks[rank];
    const int index = m_count[at]++;
    const Time start = std::max(own.free, there);
    if (own.started) {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.started = true;
    own.free = start + cell.timeOf(index);
    own.held += cell.change;
    (*m_sequences)[rank].push_back(code);
    if (cell.follows >= 0) // a B, and its W is the next code
        for (int part = 0; part < m_table.cells[at + 1].parts; ++part)
            own.waiting.push_back(static_cast<Code>(code + 1));
    if (cell.arrivals >= 0)
        m_arrivals[cell.arrivals + index] = own.free + cell.travelOf(index);
}

inline bool SequenceWriter::makeRoom(int rank, Bytes rise) {
    while (m_ranks[rank].held + rise > m_table.limit[rank]) {
        if (weights(rank) == 0)
            return false;
        runWeight(rank);
    }
    return true;
}

inline void SequenceWriter::fillGap(int rank, Time until, Time spare) {
    const Rank& own = m_ranks[rank];
    while (weights(rank) > 0 && own.free + weightLength(rank) <= until)
        runWeight(rank);
    if (weights(rank) > 0 && own.free < until && until - own.free > spare)
        runWeight(rank);
}

} // namespace lanewright
