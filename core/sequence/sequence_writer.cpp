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

} // namespace lanewright
