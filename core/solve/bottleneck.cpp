// SPDX-License-Identifier: Apache-2.0
#include "core/solve/bottleneck.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostSeries = RankAlone::kMostSeries;
/// Nodes of a diagram after each number of ops.
constexpr int kNodes = 60;
/// The same where the next rank is chosen.
constexpr int kNodesToChoose = 4;
/// Beyond so many looks of all diagrams at an op the search takes too long: some seconds.
constexpr double kMostLooks = 8e9;
/// Memory is short where a rank needs this part of its work for what it must hold, and nearly so where it needs that.
constexpr double kShort = 0.8;
constexpr double kNearlyShort = 0.6;
/// By what diagrams are off, in mean lengths of an op: enough for another order each time, and up to so much, since
/// some problems have their good orders far off.
constexpr double kNoise = 0.3;
constexpr double kMostNoise = 1.2;

/// Whether all ranks have limits and several chunks, and not too many ops.
bool canOrder(const Frame& frame) {
    const OpTable& table = frame.table;
    double looks = 0;
    for (int rank = 0; rank < table.ranks(); ++rank) {
        const std::size_t chunks = frame.instance.onRank[rank].size();
        if (chunks < 2 || chunks * kKinds > kMostSeries || table.limit[rank] <= 0 ||
            table.limit[rank] == Instance::kNoLimit)
            return false;
        looks += 0.5 * kNodes * kKinds * static_cast<double>(chunks) * std::pow(table.length[rank], 2);
    }
    return table.ranks() > 1 && looks * (table.ranks() + 1) / 2 <= kMostLooks &&
           frame.problem.costs.microbatches.areEqual();
}

/// The largest part of its work that a rank needs for what it must hold.
double neededPart(const Frame& frame) {
    PartialOrder order(frame);
    order.settle();
    double most = 0;
    for (int rank = 0; rank < frame.table.ranks(); ++rank) {
        const auto room =
            static_cast<double>(frame.instance.workOf(rank)) * static_cast<double>(frame.table.limit[rank]);
        most = std::max(most, order.areaOf(rank) / room);
    }
    return most;
}

} // namespace

Shortage BottleneckSearch::shortageOf(const Frame& frame) {
    const double part = canOrder(frame) ? neededPart(frame) : 0;
    return part > kShort ? Shortage::Short : part > kNearlyShort ? Shortage::Nearly : Shortage::None;
}

BottleneckSearch::BottleneckSearch(const Frame& frame)
    : m_frame(frame), m_table(frame.table), m_timer(frame.table, frame.objective), m_order(frame) {}

void BottleneckSearch::beginAnew() {
    m_noise = kNoise;
    m_order.freeAll();
    m_ordered.clear();
    m_again = 0;
}

/// The rank without an order that would end last. It is one that can have none where that is found.
int BottleneckSearch::nextRank(Allowance& allowance, Random& random) {
    m_order.settle();
    const Beam beam{.ofCounts = 2, .ofLayer = kNodesToChoose, .noise = m_noise * meanOpLength(m_table)};
    std::vector<int> free;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (m_order.isFree(rank))
            free.push_back(rank);
    if (free.size() == 1)
        return free.front();
    int next = free.front();
    Time last = std::numeric_limits<Time>::min();
    for (const int rank : free) {
        const RankOrder order = orderAlone(m_order.among(rank), beam, allowance, random);
        if (order.series.empty())
            return rank;
        if (order.end > last) {
            last = order.end;
            next = rank;
        }
    }
    return next;
}

/// The rank has no order. Empty where none was found, or nothing is left of the allowance.
Sequence BottleneckSearch::orderAmong(int rank, Allowance& allowance, Random& random) {
    m_order.settle();
    const RankAlone alone = m_order.among(rank);
    const Beam beam{.ofCounts = 2, .ofLayer = kNodes, .noise = m_noise * meanOpLength(m_table)};
    Sequence order;
    for (const std::uint8_t series : orderAlone(alone, beam, allowance, random).series)
        append(order, alone.series[series].code, m_frame.instance.weightParts);
    return order;
}

/// False where the allowance is used up, or the rank can have no order among the others.
bool BottleneckSearch::orderNext(Allowance& allowance, Random& random) {
    const int rank = nextRank(allowance, random);
    Sequence order = orderAmong(rank, allowance, random);
    if (order.empty())
        return false;
    m_order.set(rank, std::move(order));
    m_ordered.push_back(rank);
    m_again = 0;
    return true;
}

/// Another order where that makes the longest way no longer.
void BottleneckSearch::orderAgain(int rank, Allowance& allowance, Random& random) {
    m_order.settle();
    const Time longest = m_order.longest();
    const Sequence before = m_order.sequences()[rank];
    m_order.free(rank);
    m_order.set(rank, orderAmong(rank, allowance, random));
    if (m_order.isFree(rank) || !m_order.settle() || m_order.longest() > longest)
        m_order.set(rank, before);
}

Draft BottleneckSearch::run(Allowance& allowance, Random& random) {
    while (allowance.spend(m_table.ops())) {
        if (m_ordered.empty())
            m_noise = kNoise + (kMostNoise - kNoise) * random.unit();
        if (m_again + 1 < m_ordered.size()) {
            orderAgain(m_ordered[m_again], allowance, random);
            if (allowance.spend(0))
                ++m_again; // else the next run looks at the rank again
        } else if (!orderNext(allowance, random) && allowance.spend(0)) {
            beginAnew();
        }
        if (static_cast<int>(m_ordered.size()) < m_table.ranks() || m_again + 1 < m_ordered.size())
            continue;
        Draft made{m_order.sequences(), m_timer(m_order.sequences())};
        beginAnew();
        return made;
    }
    return {};
}

bool BottleneckSearch::hasFree() const {
    return std::ranges::any_of(std::views::iota(0, m_table.ranks()), [&](int rank) { return m_order.isFree(rank); });
}

/// Up to so many ranks lose their order: half of the time neighbours, whose orders hang together most.
void BottleneckSearch::freeSome(int ranks, Random& random) {
    const bool neighbours = random.chance(50);
    int rank = random.below(m_table.ranks());
    for (int i = 0; i < ranks; ++i) {
        m_order.free(rank);
        rank = neighbours ? (rank + 1) % m_table.ranks() : random.below(m_table.ranks());
    }
}

Draft BottleneckSearch::mend(const Sequences& sequences, int ranks, Allowance& allowance, Random& random) {
    allowance.spend(m_table.ops()); // or who mends until nothing is left might never end
    beginAnew();
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        m_order.set(rank, sequences[rank]);
    freeSome(ranks, random);
    while (hasFree() && orderNext(allowance, random))
        for (std::size_t again = 0; again + 1 < m_ordered.size(); ++again)
            orderAgain(m_ordered[again], allowance, random);
    Draft made;
    if (!hasFree())
        made = {m_order.sequences(), m_timer(m_order.sequences())};
    beginAnew();
    return made;
}

} // namespace lanewright
