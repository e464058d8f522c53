// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/sequence_writer.h"

#include <utility>

namespace lanewright {

SequenceWriter::SequenceWriter(const OpTable& table) : Progress(table), m_ranks(table.ranks()) {}

void SequenceWriter::begin(bool wholeWeights, Sequences& sequences) {
    Progress::begin(sequences);
    m_wholeWeights = wholeWeights;
    m_mostIdle = 0;
    for (Rank& own : m_ranks) {
        own.waiting.clear();
        own = {.waiting = std::move(own.waiting)};
    }
}

void SequenceWriter::runWeight(int rank) {
    Rank& own = m_ranks[rank];
    int parts = 1;
    do {
        const Code code = own.waiting[own.nextWeight++];
        const Cell& cell = m_table.cell(rank, code);
        own.held += cell.changeOf(count(rank, code));
        own.free = place(rank, code, own.free);
        parts = cell.parts;
    } while (m_wholeWeights && own.nextWeight % parts != 0);
}

void SequenceWriter::runWeights(int rank) {
    while (weights(rank) > 0)
        runWeight(rank);
}

} // namespace lanewright
