// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/weight_filler.h"

#include <algorithm>

namespace lanewright {

WeightFiller::WeightFiller(const OpTable& table)
    : m_table(table), m_ranks(table.ranks()), m_count(table.cells.size()), m_arrivals(table.arrivals) {}

bool WeightFiller::build(const Sequences& order, const FillRule& rule, Sequences& sequences) {
    m_rule = rule;
    m_mostIdle = 0;
    std::ranges::fill(m_count, 0);
    m_runnable.clear();
    sequences.resize(order.size());
    for (int rank = m_table.ranks() - 1; rank >= 0; --rank) {
        Rank& own = m_ranks[rank];
        own.waiting.clear();
        own.position = own.nextWeight = 0;
        own.waitsFor = -1;
        own.free = own.idle = own.held = 0;
        own.started = false;
        sequences[rank].clear();
        sequences[rank].reserve(order[rank].size());
        m_runnable.push_back(rank);
    }
    while (!m_runnable.empty()) {
        const int rank = m_runnable.back();
        m_runnable.pop_back();
        if (!advance(rank, order[rank], sequences[rank]))
            return false;
    }
    for (int rank = 0; rank < m_table.ranks(); ++rank) {
        const Rank& own = m_ranks[rank];
        if (own.position < order[rank].size())
            return false;
        while (own.nextWeight < own.waiting.size())
            runWeight(rank, sequences[rank]);
    }
    return true;
}

// Runs the rank until it waits; false when it can't keep its limit.
bool WeightFiller::advance(int rank, const Sequence& order, Sequence& sequence) {
    Rank& own = m_ranks[rank];
    for (; own.position < order.size(); ++own.position) {
        const Code code = order[own.position];
        if (kindOf(code) == OpKind::W)
            continue;
        const int source = m_table.cell(rank, code).source;
        const int index = m_count[m_table.firstCell[rank] + code];
        Time there = 0;
        if (source >= 0) {
            if (m_count[source] <= index) {
                own.waitsFor = source;
                return true;
            }
            there = m_arrivals[m_table.cells[source].arrivals + index];
        }
        if (!runNext(rank, code, there, sequence))
            return false;
    }
    return true;
}

bool WeightFiller::runNext(int rank, Code code, Time there, Sequence& sequence) {
    const int at = m_table.firstCell[rank] + code;
    const Cell& cell = m_table.cells[at];
    Rank& own = m_ranks[rank];
    const int index = m_count[at];
    if (cell.follows >= 0 && index >= m_count[m_table.firstCell[rank] + cell.follows])
        return false;
    while (own.held + cell.rise > m_table.limit[rank]) {
        if (own.nextWeight == own.waiting.size())
            return false;
        runWeight(rank, sequence);
    }
    fillGap(rank, there, sequence);
    const Time start = std::max(own.free, there);
    if (own.started) {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.started = true;
    own.free = start + cell.wholeOf(index);
    own.held += cell.change;
    sequence.push_back(code);
    ++m_count[at];
    if (kindOf(code) == OpKind::B)
        own.waiting.insert(own.waiting.end(), m_table.cells[at + 1].parts, codeOf(placeOf(code), OpKind::W));
    if (cell.arrivals < 0)
        return true;
    m_arrivals[cell.arrivals + index] = own.free + cell.travelOf(index);
    if (m_ranks[cell.receiver].waitsFor == at) {
        m_ranks[cell.receiver].waitsFor = -1;
        m_runnable.push_back(cell.receiver);
    }
    return true;
}

void WeightFiller::fillGap(int rank, Time until, Sequence& sequence) {
    const Rank& own = m_ranks[rank];
    while (own.nextWeight < own.waiting.size() && 4 * (until - own.free) >= (4 - m_rule.overrun) * nextLength(rank) &&
           until > own.free)
        runWeight(rank, sequence);
    if (m_rule.spareIdlest && own.nextWeight < own.waiting.size() && until - own.free > m_mostIdle - own.idle)
        runWeight(rank, sequence);
}

Time WeightFiller::nextLength(int rank) const {
    const Code code = m_ranks[rank].waiting[m_ranks[rank].nextWeight];
    const Cell& cell = m_table.cell(rank, code);
    const int index = m_count[m_table.firstCell[rank] + code];
    return m_rule.wholeWeights ? cell.wholeOf(index) : cell.timeOf(index);
}

void WeightFiller::runWeight(int rank, Sequence& sequence) {
    Rank& own = m_ranks[rank];
    int parts = 1;
    do {
        const Code code = own.waiting[own.nextWeight++];
        const Cell& cell = m_table.cell(rank, code);
        const int index = m_count[m_table.firstCell[rank] + code]++;
        own.free += cell.timeOf(index);
        own.held += cell.changeOf(index);
        sequence.push_back(code);
        parts = cell.parts;
    } while (m_rule.wholeWeights && own.nextWeight % parts != 0);
}

} // namespace lanewright
