// SPDX-License-Identifier: Apache-2.0
#include "core/generate/weight_filler.h"

#include "core/model/costs.h"

#include <algorithm>
#include <cstddef>

namespace lanewright {

namespace {

constexpr Time kUnset = -1;

} // namespace

WeightFiller::WeightFiller(const Instance& instance)
    : m_instance(instance), m_microbatches(instance.microbatches[0]), m_ranks(instance.ranks()),
      m_arrival(2 * instance.chunks.size() * m_microbatches) {}

bool WeightFiller::build(const Words& order, const FillRule& rule, Words& words) {
    m_order = &order;
    m_rule = rule;
    m_words = &words;
    m_mostIdle = 0;
    m_arrival.assign(m_arrival.size(), kUnset);
    m_done.assign(m_instance.chunks.size(), {});
    m_runnable.clear();
    words.resize(order.size());
    for (int rank = m_instance.ranks() - 1; rank >= 0; --rank) {
        Rank& own = m_ranks[rank];
        own.waiting.clear();
        own.position = own.nextWeight = 0;
        own.waitsFor = -1;
        own.free = own.idle = own.held = 0;
        own.started = false;
        words[rank].clear();
        words[rank].reserve(order[rank].size());
        m_runnable.push_back(rank);
    }
    while (!m_runnable.empty()) {
        const int rank = m_runnable.back();
        m_runnable.pop_back();
        if (!advance(rank))
            return false;
    }
    for (int rank = 0; rank < m_instance.ranks(); ++rank) {
        Rank& own = m_ranks[rank];
        if (own.position < order[rank].size())
            return false;
        while (own.nextWeight < own.waiting.size())
            weight(own, rank);
    }
    return true;
}

// Runs the rank until it waits; false when it can't keep its limit.
bool WeightFiller::advance(int rank) {
    Rank& own = m_ranks[rank];
    const Word& word = (*m_order)[rank];
    for (; own.position < word.size(); ++own.position) {
        const Letter letter = word[own.position];
        if (letter.kind == OpKind::W)
            continue;
        const int chunk = m_instance.onRank[rank][letter.chunk];
        const bool forward = letter.kind == OpKind::F;
        const int source = forward ? m_instance.before(chunk) : m_instance.after(chunk);
        Time there = 0;
        if (source >= 0) {
            const std::size_t base = forward ? source : m_instance.chunks.size() + source;
            const std::size_t value = base * m_microbatches + m_done[chunk][forward ? 0 : 1];
            there = m_arrival[value];
            if (there == kUnset) {
                own.waitsFor = static_cast<std::int64_t>(value);
                return true;
            }
        }
        if (!runNext(own, rank, letter, there))
            return false;
    }
    return true;
}

bool WeightFiller::runNext(Rank& own, int rank, const Letter& letter, Time there) {
    const int index = m_instance.onRank[rank][letter.chunk];
    const Chunk& chunk = m_instance.chunks[index];
    const bool forward = letter.kind == OpKind::F;
    std::array<int, 3>& done = m_done[index];
    const Bytes needed =
        forward ? chunk.forwardMemory : std::max<Bytes>({0, chunk.backwardMemory, chunk.recomputeMemory});
    if (!forward && done[1] >= done[0])
        return false;
    while (own.held + needed > m_instance.limit[rank]) {
        if (own.nextWeight == own.waiting.size())
            return false;
        weight(own, rank);
    }
    fillGap(own, rank, there);
    const Time start = std::max(own.free, there);
    if (own.started) {
        own.idle += start - own.free;
        m_mostIdle = std::max(m_mostIdle, own.idle);
    }
    own.started = true;
    own.free = start + (forward ? chunk.forward : chunk.backward);
    own.held += forward ? chunk.forwardMemory : chunk.backwardMemory;
    (*m_words)[rank].push_back(letter);
    if (!forward)
        own.waiting.insert(own.waiting.end(), m_instance.weightParts, letter.chunk);
    const std::size_t microbatch = done[forward ? 0 : 1]++;
    const int next = forward ? m_instance.after(index) : m_instance.before(index);
    if (next < 0)
        return true;
    const std::size_t value = (forward ? index : m_instance.chunks.size() + index) * m_microbatches + microbatch;
    m_arrival[value] = own.free + (forward ? chunk.down : m_instance.chunks[next].up);
    Rank& receiver = m_ranks[m_instance.chunks[next].rank];
    if (receiver.waitsFor == static_cast<std::int64_t>(value)) {
        receiver.waitsFor = -1;
        m_runnable.push_back(m_instance.chunks[next].rank);
    }
    return true;
}

void WeightFiller::fillGap(Rank& own, int rank, Time until) {
    while (own.nextWeight < own.waiting.size() &&
           4 * (until - own.free) >= (4 - m_rule.overrun) * nextLength(own, rank) && until > own.free)
        weight(own, rank);
    if (m_rule.spareIdlest && own.nextWeight < own.waiting.size() && until - own.free > m_mostIdle - own.idle)
        weight(own, rank);
}

Time WeightFiller::nextLength(const Rank& own, int rank) const {
    const int chunk = m_instance.onRank[rank][own.waiting[own.nextWeight]];
    const int parts = m_instance.weightParts;
    const Time whole = m_instance.chunks[chunk].weight;
    return m_rule.wholeWeights ? whole : shareOf(whole, m_done[chunk][2] % parts, parts);
}

void WeightFiller::weight(Rank& own, int rank) {
    const int parts = m_instance.weightParts;
    do {
        const std::uint8_t letter = own.waiting[own.nextWeight++];
        const int chunk = m_instance.onRank[rank][letter];
        const int part = m_done[chunk][2]++ % parts;
        own.free += shareOf(m_instance.chunks[chunk].weight, part, parts);
        own.held += shareOf(m_instance.chunks[chunk].weightMemory, part, parts);
        (*m_words)[rank].push_back({letter, OpKind::W});
    } while (m_rule.wholeWeights && own.nextWeight % parts != 0);
}

} // namespace lanewright
