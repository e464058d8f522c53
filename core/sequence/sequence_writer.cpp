// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/sequence_writer.h"

#include <algorithm>

namespace lanewright {

SequenceWriter::SequenceWriter(const OpTable& table)
    : m_table(table), m_ranks(table.ranks()), m_count(table.cells.size()), m_arrivals(table.arrivals) {}

void SequenceWriter::begin(bool wholeWeights, Sequences& sequences) {
    m_wholeWeights = wholeWeights;
    m_sequences = &sequences;
    m_mostIdle = 0;
    std::ranges::fill(m_count, 0);
    sequences.resize(m_table.ranks());
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        Rank& own = m_ranks[rank];
        own.waiting.clear();
        own = {.waiting = std::move(own.waiting)};
        sequences[rank].clear();
        sequences[rank].reserve(m_table.length[rank]);
    }
}

void SequenceWriter::run(int rank, Code code, Time there) {
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

void SequenceWriter::runWeight(int rank) {
    Rank& own = m_ranks[rank];
    int parts = 1;
    do {
        const Code code = own.waiting[own.nextWeight++];
        const Cell& cell = m_table.cell(rank, code);
        const int index = m_count[m_table.firstCell[rank] + code]++;
        own.free += cell.timeOf(index);
        own.held += cell.changeOf(index);
        (*m_sequences)[rank].push_back(code);
        parts = cell.parts;
    } while (m_wholeWeights && parts > 1 && own.nextWeight % parts != 0);
}

void SequenceWriter::runWeights(int rank) {
    while (weights(rank) > 0)
        runWeight(rank);
}

bool SequenceWriter::makeRoom(int rank, Bytes rise) {
    while (m_ranks[rank].held + rise > m_table.limit[rank]) {
        if (weights(rank) == 0)
            return false;
        runWeight(rank);
    }
    return true;
}

void SequenceWriter::fillGap(int rank, Time until, Time spare) {
    const Rank& own = m_ranks[rank];
    while (weights(rank) > 0 && own.free + weightLength(rank) <= until)
        runWeight(rank);
    if (weights(rank) > 0 && own.free < until && until - own.free > spare)
        runWeight(rank);
}

} // namespace lanewright
