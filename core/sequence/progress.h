// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/op_table.h"

#include <limits>
#include <vector>

namespace lanewright {

/// How far ranks have come while their sequences are written: how many ops of each code have run, and when what they
/// yield arrives. Keeps a reference to the table. A class so that many orders allocate once.
class Progress {
public:
    static constexpr Time kUnknown = std::numeric_limits<Time>::max();

    /// How many ops of the code have started.
    int count(int rank, Code code) const { return countsOf(rank)[code]; }
    /// The same for all codes of a rank.
    const int* countsOf(int rank) const { return m_count.data() + m_table.firstCell[rank]; }
    /// When the next op with the code, an F or B, could start on a free rank; `kUnknown` where that is not known yet,
    /// or no op is left.
    Time readyAt(int rank, Code code) const;

protected:
    explicit Progress(const OpTable& table) : m_table(table), m_count(table.cells.size()), m_arrivals(table.arrivals) {}

    /// Nothing has run; the sequences are to be written here.
    void begin(Sequences& sequences);
    /// Runs the next op with the code. Returns when it ends.
    Time place(int rank, Code code, Time start);

    const OpTable& m_table;

private:
    Sequences* m_sequences = nullptr;
    std::vector<int> m_count; ///< per cell
    std::vector<Time> m_arrivals;
};

inline Time Progress::readyAt(int rank, Code code) const {
    const Cell& cell = m_table.cell(rank, code);
    const int* const counts = countsOf(rank);
    const int index = counts[code];
    if (index == cell.count || (cell.follows >= 0 && counts[cell.follows] <= index))
        return kUnknown;
    if (cell.source < 0)
        return 0;
    return m_count[cell.source] <= index ? kUnknown : m_arrivals[m_table.cells[cell.source].arrivals + index];
}

inline void Progress::begin(Sequences& sequences) {
    m_sequences = &sequences;
    m_count.assign(m_count.size(), 0);
    sequences.resize(m_table.ranks());
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        sequences[rank].clear();
        sequences[rank].reserve(m_table.length[rank]);
    }
}

inline Time Progress::place(int rank, Code code, Time start) {
    const Cell& cell = m_table.cell(rank, code);
    const int index = m_count[m_table.firstCell[rank] + code]++;
    const Time end = start + cell.timeOf(index);
    (*m_sequences)[rank].push_back(code);
    if (cell.arrivals >= 0)
        m_arrivals[cell.arrivals + index] = end + cell.travelOf(index);
    return end;
}

} // namespace lanewright
