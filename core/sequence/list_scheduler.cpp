// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/list_scheduler.h"

#include <algorithm>

namespace lanewright {

ListScheduler::ListScheduler(const OpTable& table) : Progress(table), m_work(table.ranks(), 0), m_ranks(table.ranks()) {
    for (int rank = 0; rank < table.ranks(); ++rank)
        for (int cell = table.firstCell[rank]; cell < table.firstCell[rank + 1]; ++cell)
            for (int index = 0; index < table.cells[cell].count; index += table.cells[cell].parts)
                m_work[rank] += table.cells[cell].wholeOf(index);
}

void ListScheduler::reset(Sequences& sequences) {
    begin(sequences);
    std::ranges::fill(m_ranks, Rank{});
    m_clock.reset(m_table.ranks());
}

int ListScheduler::oldestWeight(int rank, bool ofLastPlace) const {
    int best = kNothing;
    int oldest = 0;
    const int* const counts = countsOf(rank);
    for (int place = 0; place < m_table.places(rank); ++place) {
        const Code code = codeOf(place, OpKind::W);
        const Cell& cell = m_table.cell(rank, code);
        const int microbatch = counts[code] / cell.parts;
        if (counts[code] == cell.count || microbatch >= counts[cell.follows])
            continue;
        if (best == kNothing || microbatch < oldest || (ofLastPlace && microbatch == oldest)) {
            best = code;
            oldest = microbatch;
        }
    }
    return best;
}

// Runs the next op with the code, with `wholeWeights` all parts of a W.
void ListScheduler::start(int rank, Code code, Time now, bool wholeWeights) {
    Rank& own = m_ranks[rank];
    if (own.first < 0)
        own.first = now;
    else
        own.idle += now - m_clock.freeAt(rank);
    const int parts = m_table.cell(rank, code).parts;
    do
        now = startOne(rank, code, now);
    while (wholeWeights && count(rank, code) % parts != 0);
    m_clock.occupy(rank, now);
}

// Runs one op and returns when it ends.
Time ListScheduler::startOne(int rank, Code code, Time now) {
    const Cell& cell = m_table.cell(rank, code);
    Rank& own = m_ranks[rank];
    const int index = count(rank, code);
    const Bytes change = cell.changeOf(index);
    const Time end = place(rank, code, now);
    own.held += change;
    ++m_placed;
    if (kindOf(code) == OpKind::W) {
        --own.waiting;
        own.waitingMemory -= change;
    }
    if (kindOf(code) == OpKind::B) {
        const Cell& weight = m_table.cell(rank, codeOf(placeOf(code), OpKind::W));
        own.waiting += weight.count > 0 ? weight.parts : 0;
        own.waitingMemory += weight.count > 0 ? weight.change : 0;
    }
    if (cell.arrivals >= 0 && cell.receiver != rank)
        m_clock.wake(cell.receiver, end + cell.travelOf(index));
    return end;
}

} // namespace lanewright
