// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/list_scheduler.h"

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
    m_wakes.clear();
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        sequences[rank].clear();
        sequences[rank].reserve(m_table.length[rank]);
        m_wakes.push_back({0, rank}); // in order, and so a heap
    }
}

void ListScheduler::wake(Time time, int rank) {
    m_wakes.push_back({time, rank});
    std::ranges::push_heap(m_wakes, kLater);
}

ListScheduler::Wake ListScheduler::nextWake() {
    // As std::pop_heap does, but the smaller child is found by adding: which one it is nobody guesses.
    const Wake next = m_wakes.front();
    const std::size_t last = m_wakes.size() - 1;
    std::size_t hole = 0;
    std::size_t child = 1;
    while (child + 1 < last) {
        child += static_cast<std::size_t>(kLater(m_wakes[child], m_wakes[child + 1]));
        m_wakes[hole] = m_wakes[child];
        hole = child;
        child = 2 * hole + 1;
    }
    if (child < last) {
        m_wakes[hole] = m_wakes[child];
        hole = child;
    }
    m_wakes[hole] = m_wakes[last];
    m_wakes.pop_back();
    if (hole < last)
        std::push_heap(m_wakes.begin(), m_wakes.begin() + static_cast<std::ptrdiff_t>(hole) + 1, kLater);
    return next;
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

void ListScheduler::start(int rank, Code code, Time now, bool wholeWeights, Sequence& sequence) {
    Rank& own = m_ranks[rank];
    if (own.first < 0)
        own.first = now;
    else
        own.idle += now - own.free;
    own.free = now;
    const int& done = m_count[m_table.firstCell[rank] + code];
    const int parts = m_table.cell(rank, code).parts;
    do
        startOne(rank, code, sequence);
    while (wholeWeights && done % parts != 0);
    wake(own.free, rank);
}

void ListScheduler::startOne(int rank, Code code, Sequence& sequence) {
    const int at = m_table.firstCell[rank] + code;
    const Cell& cell = m_table.cells[at];
    Rank& own = m_ranks[rank];
    const int index = m_count[at]++;
    const Bytes change = cell.changeOf(index);
    own.free += cell.timeOf(index);
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
        return;
    m_arrivals[cell.arrivals + index] = own.free + cell.travelOf(index);
    if (cell.receiver != rank)
        wake(own.free + cell.travelOf(index), cell.receiver);
}

} // namespace lanewright
