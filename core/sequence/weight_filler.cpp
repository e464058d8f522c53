// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/weight_filler.h"

#include "core/base/take_last.h"

namespace lanewright {

WeightFiller::WeightFiller(const OpTable& table) : m_table(table), m_writer(table) {}

bool WeightFiller::build(const Sequences& order, const FillRule& rule, Sequences& sequences) {
    m_rule = rule;
    m_writer.begin(rule.wholeWeights, sequences);
    m_position.assign(m_table.ranks(), 0);
    m_waitsFor.assign(m_table.ranks(), -1);
    m_runnable.clear();
    for (int rank = m_table.ranks() - 1; rank >= 0; --rank)
        m_runnable.push_back(rank);
    while (!m_runnable.empty()) {
        const int rank = takeLast(m_runnable);
        if (!advance(rank, order[rank]))
            return false;
    }
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        if (m_position[rank] < order[rank].size())
            return false;
        m_writer.runWeights(rank);
    }
    return true;
}

// Runs the rank until it waits for a value that is not there or has run its order. False when it can't keep its limit.
bool WeightFiller::advance(int rank, const Sequence& order) {
    for (std::size_t& position = m_position[rank]; position < order.size(); ++position) {
        const Code code = order[position];
        if (kindOf(code) == OpKind::W)
            continue;
        const Cell& cell = m_table.cell(rank, code);
        const Time there = m_writer.readyAt(rank, code);
        if (there == SequenceWriter::kUnknown) {
            m_waitsFor[rank] = cell.source;
            return true;
        }
        if (!m_writer.makeRoom(rank, cell.rise))
            return false;
        const Time idler = m_writer.mostIdle() - m_writer.at(rank).idle;
        if (m_writer.at(rank).free < there)
            m_writer.fillGap(rank, there, m_rule.spareIdlest ? idler : SequenceWriter::kUnknown, m_rule.overrun);
        m_writer.run(rank, code, there);
        if (cell.arrivals >= 0 && m_waitsFor[cell.receiver] == m_table.firstCell[rank] + code) {
            m_waitsFor[cell.receiver] = -1;
            m_runnable.push_back(cell.receiver);
        }
    }
    return true;
}

} // namespace lanewright
