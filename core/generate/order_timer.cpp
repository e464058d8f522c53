// SPDX-License-Identifier: Apache-2.0
#include "core/generate/order_timer.h"

#include "core/model/costs.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>

namespace lanewright {

namespace {

constexpr Time kAbsent = std::numeric_limits<Time>::min();
/// From where no path leads, and what needs nothing.
constexpr Time kLongAgo = 2 * kNoPath;
/// Beyond this many steps the period is not worth its time.
constexpr double kMostPeriodSteps = 4e7;

} // namespace

bool isBetter(const OrderCost& a, const OrderCost& b, Objective objective) {
    const auto rest = [](const OrderCost& cost) { return std::tuple{cost.longestSpan, cost.makespan, cost.peak}; };
    switch (objective) {
    case Objective::Period: return a.period == b.period ? rest(a) < rest(b) : a.period < b.period;
    case Objective::Iteration:
    case Objective::Makespan: return a.makespan == b.makespan ? rest(a) < rest(b) : a.makespan < b.makespan;
    case Objective::LongestSpan: return rest(a) < rest(b);
    }
    return false;
}

OrderTimer::OrderTimer(const Instance& instance)
    : m_instance(instance), m_microbatches(instance.microbatches[0]),
      m_arrival(2 * instance.chunks.size() * m_microbatches) {}

std::optional<OrderCost> OrderTimer::operator()(const Words& words) {
    if (!pass(words, -1))
        return {};
    OrderCost cost;
    for (int rank = 0; rank < m_instance.ranks(); ++rank) {
        const Stop& own = m_ranks[rank];
        if (own.peak > m_instance.limit[rank])
            return {};
        cost.longestSpan = std::max(cost.longestSpan, own.free - own.first);
        // Nothing starts before the first F of stage 0, which starts at 0.
        cost.makespan = std::max(cost.makespan, own.free);
        cost.peak = std::max(cost.peak, own.peak);
    }
    return cost;
}

Fraction OrderTimer::period(const Words& words, const OrderCost& cost, const std::optional<Fraction>& enough) {
    const int ranks = m_instance.ranks();
    const double count = ranks;
    double steps = count * count * count;
    for (const Word& word : words)
        steps += count * static_cast<double>(word.size());
    const Fraction span{cost.longestSpan, 1};
    std::vector<std::vector<Time>> paths(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        pass(words, rank);
        const Fraction own{m_ranks[rank].free, 1};
        // The period lies between the longest path of a rank to itself and the longest span.
        if (own == span || (enough && own >= *enough))
            return own;
        if (steps > kMostPeriodSteps)
            return span;
        for (const Stop& stop : m_ranks)
            paths[rank].push_back(stop.free > kNoPath ? stop.free : kNoPath);
    }
    return largestCycleMean(paths);
}

// Runs the words; with `onlyFrom` as if that rank alone started at 0 and everything else were there long before.
bool OrderTimer::pass(const Words& words, int onlyFrom) {
    m_arrival.assign(m_arrival.size(), kAbsent);
    m_done.assign(m_instance.chunks.size(), {});
    m_ranks.assign(m_instance.ranks(), {});
    m_stalls = false;
    m_runnable.clear();
    for (int rank = m_instance.ranks() - 1; rank >= 0; --rank) {
        m_ranks[rank].free = onlyFrom < 0 || onlyFrom == rank ? 0 : kLongAgo;
        m_runnable.push_back(rank);
    }
    while (!m_runnable.empty() && !m_stalls) {
        const int rank = m_runnable.back();
        m_runnable.pop_back();
        advance(words, rank);
    }
    for (int rank = 0; rank < m_instance.ranks(); ++rank)
        m_stalls = m_stalls || m_ranks[rank].position < words[rank].size();
    return !m_stalls;
}

// Marks a value as made; wakes the rank that waits for it.
void OrderTimer::produce(std::size_t value, Time there, int receiver) {
    m_arrival[value] = there;
    if (m_ranks[receiver].waitsFor == static_cast<std::int64_t>(value)) {
        m_ranks[receiver].waitsFor = -1;
        m_runnable.push_back(receiver);
    }
}

// Values are numbered: the activation that a chunk's F yields, then the gradients that its B yields.
void OrderTimer::advance(const Words& words, int rank) {
    const Word& word = words[rank];
    const std::vector<int>& chunks = m_instance.onRank[rank];
    const std::size_t gradients = m_instance.chunks.size();
    Stop own = m_ranks[rank];
    for (; own.position < word.size(); ++own.position) {
        const Letter letter = word[own.position];
        const int index = chunks[letter.chunk];
        const Chunk& chunk = m_instance.chunks[index];
        std::array<int, 3>& done = m_done[index];
        if (letter.kind == OpKind::W) {
            const int part = done[2] % m_instance.weightParts;
            if (done[2] / m_instance.weightParts >= done[1])
                break;
            ++done[2];
            own.free += shareOf(chunk.weight, part, m_instance.weightParts);
            own.held += shareOf(chunk.weightMemory, part, m_instance.weightParts);
            continue;
        }
        const bool forward = letter.kind == OpKind::F;
        const std::size_t microbatch = done[forward ? 0 : 1];
        const int source = forward ? m_instance.before(index) : m_instance.after(index);
        Time there = kLongAgo;
        if (source >= 0) {
            const std::size_t value = (forward ? source : gradients + source) * m_microbatches + microbatch;
            there = m_arrival[value];
            if (there == kAbsent) {
                own.waitsFor = static_cast<std::int64_t>(value);
                break;
            }
        }
        if (!forward && static_cast<int>(microbatch) >= done[0])
            break;
        const Time start = std::max(own.free, there);
        if (own.position == 0)
            own.first = start;
        ++done[forward ? 0 : 1];
        own.free = start + (forward ? chunk.forward : chunk.backward);
        own.peak = std::max(own.peak, own.held + (forward ? chunk.forwardMemory : chunk.recomputeMemory));
        own.held += forward ? chunk.forwardMemory : chunk.backwardMemory;
        own.peak = std::max(own.peak, own.held);
        const int next = forward ? m_instance.after(index) : m_instance.before(index);
        if (next >= 0) {
            const Time travel = forward ? chunk.down : m_instance.chunks[next].up;
            produce((forward ? index : gradients + index) * m_microbatches + microbatch, own.free + travel,
                    m_instance.chunks[next].rank);
        }
    }
    m_ranks[rank] = own;
}

} // namespace lanewright
