// SPDX-License-Identifier: Apache-2.0
#include "core/solve/bottleneck.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>
#include <utility>

namespace lanewright {

namespace {

/// `Beam::ofLayer` of a diagram that finds an order, and of one that only tells which rank is next. Wider diagrams find
/// better orders, and fewer of them.
constexpr int kNodes = 60;
constexpr int kNodesToChoose = 4;
/// The most looks at an op that all diagrams of an order may take, some seconds: larger problems do without this
/// search.
constexpr double kMostLooks = 8e9;
/// The share of the rank's work from which on memory counts as short, and as nearly short: the time for which the rank
/// would have to be full, to hold what it must hold, over its work. They set how often this search gets a turn.
constexpr double kShort = 0.8;
constexpr double kNearlyShort = 0.6;
/// The noise of diagrams, in mean lengths of an op, is drawn between these: enough for another order each time, and
/// more since some problems have their good orders far from what diagrams promise.
constexpr double kNoise = 0.3;
constexpr double kMostNoise = 1.2;

/// True where all ranks have limits and several chunks, and there are not too many ops.
bool canOrder(const SearchFrame& frame) {
    const OpTable& table = frame.table;
    double looks = 0;
    for (int rank = 0; rank < table.ranks(); ++rank) {
        const std::size_t chunks = frame.instance.onRank[rank].size();
        if (chunks < 2 || chunks * kKinds > RankAlone::kMostSeries || table.limit[rank] <= 0 ||
            table.limit[rank] == Instance::kNoLimit)
            return false;
        looks += 0.5 * kNodes * kKinds * static_cast<double>(chunks) * std::pow(table.length[rank], 2);
    }
    return table.ranks() > 1 && looks * (table.ranks() + 1) / 2 <= kMostLooks &&
           frame.problem.costs.microbatches.areEqual();
}

/// The time for which a rank would have to be full to hold what it must hold, over its work; the largest of all ranks.
double neededPart(const SearchFrame& frame) {
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

Shortage BottleneckSearch::shortageOf(const SearchFrame& frame) {
    const double part = canOrder(frame) ? neededPart(frame) : 0;
    return part > kShort ? Shortage::Short : part > kNearlyShort ? Shortage::Nearly : Shortage::None;
}

BottleneckSearch::BottleneckSearch(const SearchFrame& frame)
    : m_frame(frame), m_table(frame.table), m_timer(frame.table, frame.objective), m_order(frame) {}

void BottleneckSearch::beginAnew() {
    m_noise = kNoise;
    m_order.freeAll();
    m_ordered.clear();
    m_again = 0;
}

Beam BottleneckSearch::beamOf(int nodes) const {
    return {.ofCounts = 2, .ofLayer = nodes, .noise = m_noise * meanOpLength(m_table)};
}

/// The rank without an order that would end last, or one for which no order is found.
int BottleneckSearch::nextRank(Allowance& allowance, Random& random) {
    m_order.settle();
    std::vector<int> free;
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        if (m_order.isFree(rank))
            free.push_back(rank);
    if (free.size() == 1)
        return free.front();
    int next = free.front();
    Time last = std::numeric_limits<Time>::min();
    for (const int rank : free) {
        const RankOrder order = orderAlone(m_order.among(rank), beamOf(kNodesToChoose), allowance, random);
        if (order.series.empty())
            return rank;
        if (order.end > last) {
            last = order.end;
            next = rank;
        }
    }
    return next;
}

/// An order of a rank that has none. Empty where none was found, or the allowance is used up.
Sequence BottleneckSearch::orderAmong(int rank, Allowance& allowance, Random& random) {
    m_order.settle();
    const RankAlone alone = m_order.among(rank);
    Sequence order;
    for (const std::uint8_t series : orderAlone(alone, beamOf(kNodes), allowance, random).series)
        append(order, alone.series[series].code, m_frame.instance.weightParts);
    return order;
}

/// Orders the next rank. False where the allowance is used up, or the rank can have no order among the others.
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

/// Gives the rank another order, unless that makes the longest path longer.
void BottleneckSearch::orderAgain(int rank, Allowance& allowance, Random& random) {
    m_order.settle();
    const Time longest = m_order.longest();
    const Sequence before = m_order.sequences()[rank];
    m_order.free(rank);
    m_order.set(rank, orderAmong(rank, allowance, random));
    if (m_order.isFree(rank) || !m_order.settle() || m_order.longest() > longest)
        m_order.set(rank, before);
}

// Each turn of the loop orders one rank: the next of those that are to be ordered again, or else a new one.
Draft BottleneckSearch::run(Allowance& allowance, Random& random) {
    while (allowance.spend(m_table.ops())) {
        if (m_ordered.empty())
            m_noise = kNoise + (kMostNoise - kNoise) * random.unit();
        if (m_again + 1 < m_ordered.size()) {
            orderAgain(m_ordered[m_again], allowance, random);
            if (allowance.spend(0))
                ++m_again; // else the next run orders the rank again
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

/// Takes the orders of up to `ranks` ranks away: half of the time of neighbours, whose orders depend on each other
/// most.
void BottleneckSearch::freeSome(int ranks, Random& random) {
    const bool neighbours = random.chance(50);
    int rank = random.below(m_table.ranks());
    for (int i = 0; i < ranks; ++i) {
        m_order.free(rank);
        rank = neighbours ? (rank + 1) % m_table.ranks() : random.below(m_table.ranks());
    }
}

Draft BottleneckSearch::mend(const Sequences& sequences, int ranks, Allowance& allowance, Random& random) {
    allowance.spend(m_table.ops()); // so that a loop that mends until nothing is left ends
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
