// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/list_scheduler.h"

#include <algorithm>

namespace lanewright {

ListScheduler::ListScheduler(const OpTable& table)
    : m_table(table), m_work(table.ranks(), 0), m_ranks(table.ranks()), m_count(table.cells.size()),
      m_arrivals(table.arrivals) {
    for (int rank = 0; rank < table.ranks(); ++rank)
        for (int cell = table.firstCell[rank]; cell < table.firstCell[rank + 1]; ++cell)
            for (int index = 0; index < table.cells[cell].count; index += table.cells[cell].parts)
                m_work[rank] += table.cells[cell].wholeOf(index);
}

void ListScheduler::reset(Sequences& sequences) {
    std::ranges::fill(m_ranks, Rank{});
    std::ranges::fill(m_count, 0);
    sequences.resize(m_table.ranks());
    m_clock.reset(m_table.ranks());
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        sequences[rank].clear();
        sequences[rank].reserve(m_table.length[rank]);
    }
}

int ListScheduler::oldestWeight(int rank, bool ofLastPlace) const {
    int best = kNothing;
    int oldest = 0;
    const int base = m_table.firstCell[rank];
    for (int code = codeOf(0, OpKind::W); code < m_table.firstCell[rank + 1] - base; code += kKinds) {
        const Cell& cell = m_table.cells[base + code];
        const int microbatch = m_count[base + code] / cell.parts;
        if (m_count[base + code] == cell.count || microbatch >= m_count[base + cell.follows])
            continue;
        if (best == kNothing || microbatch < oldest || (ofLastPlace && microbatch == oldest)) {
            best = code;
            oldest = microbatch;
        }
    }
    return best;
}

// Runs the next op with the code, with `wholeWeights` all parts of a W.
void ListScheduler::start(int rank, Code code, Time now, bool wholeWeights, Sequence& sequence) {
    Rank& own = m_ranks[rank];
    if (own.first < 0)
        own.first = now;
    else
        own.idle += now - m_clock.freeAt(rank);
    const int& done = m_count[m_table.firstCell[rank] + code];
    const int parts = m_table.cell(rank, code).parts;
    do
        now = startOne(rank, code, now, sequence);
    while (wholeWeights && done % parts != 0);
    m_clock.occupy(rank, now);
}

// Runs one op and returns when it ends.
Time ListScheduler::startOne(int rank, Code code, Time now, Sequence& sequence) {
    const int at = m_table.firstCell[rank] + code;
    const Cell& cell = m_table.cells[at];
    Rank& own = m_ranks[rank];
    const int index = m_count[at]++;
    const Bytes change = cell.changeOf(index);
    const Time end = now + cell.timeOf(index);
    own.held += change;
    sequence.push_back(code);
    ++m_placed;
    if (kindOf(code) == OpKind::W) {
        --own.waiting;
        own.waitingMemory -= change;
    }
    if (kindOf(code) == OpKind::B && m_table.cells[at + 1].count > 0) {
        own.waiting += m_table.cells[at + 1].parts;
        own.waitingMemory += m_table.cells[at + 1].change;
    }
    if (cell.arrivals < 0)
        return end;
    const Time arrival = end + cell.travelOf(index);
    m_arrivals[cell.arrivals + index] = arrival;
    if (cell.receiver != rank)
        m_clock.wake(cell.receiver, arrival);
    return end;
}

} // namespace lanewright
