// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/rank_clock.h"

#include <algorithm>

namespace lanewright {

void RankClock::reset(int ranks) {
    m_free.assign(ranks, 0);
    m_wakes.clear();
    for (int rank = 0; rank < ranks; ++rank)
        m_wakes.push_back({0, rank}); // in order, and so a heap
}

void RankClock::wake(int rank, Time time) {
    m_wakes.push_back({time, rank});
    std::ranges::push_heap(m_wakes, kLater);
}

RankClock::Wake RankClock::nextWake() {
    // As std::pop_heap does, but the smaller child is found by adding, not by a branch, which could not be predicted.
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

} // namespace lanewright
