// SPDX-License-Identifier: Apache-2.0
#include "core/solve/anneal.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright {

namespace {

/// Beyond so many ops none is moved by itself: what an op takes to keep, and how little one matters.
constexpr std::int64_t kMostToMove = 1'000'000;
/// The longest way is found anew after so many accepted changes.
constexpr int kCriticalAge = 12;
constexpr int kNear = 6;
/// How far the other op of an exchange is looked for.
constexpr int kExchangeReach = 24;
/// How often temperature and clock are looked at.
constexpr int kBeat = 64;
/// What a change takes beside what the graph counts, in passes of a timer over an op.
constexpr std::int64_t kOpsOfStep = 30;
/// Percent of all changes that are runs, that begin on the longest way (those below it and not runs), and of the rest
/// that are exchanges.
constexpr int kRuns = 1;
constexpr int kCritical = 50;
constexpr int kExchanges = 20;
/// By how much a part of a run may make the way longer, in mean lengths of an op.
constexpr double kRunSlack = 0.25;
/// By how much the mean of all spans may get better beside a longer way, in mean lengths of an op.
constexpr double kSpansGain = 0.02;

/// By how many places an op moves.
int reach(Random& random) {
    const int far = random.chance(85) ? random.between(1, kNear) : random.between(kNear, 8 * kNear);
    return random.chance(50) ? far : -far;
}

bool isBetter(const Cost& one, const Cost& other) {
    return one.value < other.value || (one.value == other.value && one.energy < other.energy);
}

} // namespace

Annealing::Annealing(const OpTable& table, Objective objective)
    : m_table(table), m_timer(table, objective), m_graph(table, objective), m_unit(meanOpLength(table)) {}

Draft Annealing::run(const Draft& start, const Cooling& cooling, const Effort& effort, Random& random) {
    Draft best = start;
    if (m_table.ops() > kMostToMove || !m_graph.load(start.sequences))
        return best;
    m_graph.beginWithin(static_cast<Time>(std::ceil(start.cost.value)));
    m_stale = true;
    m_longest = m_graph.longest();
    Cost current = m_graph.cost();
    Cost least = current;
    Allowance allowance(effort);
    double heat = cooling.from * m_unit;
    std::int64_t effortBefore = m_graph.effort();
    for (int step = 0; best.cost.value > effort.goal; ++step) {
        if (!allowance.spend(kOpsOfStep + m_graph.effort() - std::exchange(effortBefore, m_graph.effort())))
            break;
        if (step % kBeat == 0)
            heat = m_unit * cooling.from * std::pow(cooling.to / cooling.from, std::min(1.0, allowance.share()));
        const Cost cost = change(current, heat, random);
        if (cost.stalls())
            continue;
        current = cost;
        m_longest = m_graph.longest();
        m_stale = m_stale || ++m_sinceCritical >= kCriticalAge;
        if (!isBetter(cost, least))
            continue;
        least = cost;
        const Cost exact = m_graph.rankCost().isMostOfRanks() ? cost : m_timer(m_graph.sequences());
        if (!isBetter(exact, best.cost))
            continue;
        const bool better = exact.value < best.cost.value;
        best = {m_graph.sequences(), exact};
        if (better && effort.found)
            effort.found(best.sequences, best.cost);
    }
    return best;
}

/// What the order costs with a change. It stalls, and nothing is changed, where no change can be made or the cost is
/// too far above the current one.
Cost Annealing::change(const Cost& current, double heat, Random& random) {
    const auto drawnLimit = [&] { return current.energy - heat * std::log(1 - random.unit()); };
    const int die = random.below(100);
    if (die < kRuns)
        return changeRun(random) ? costWithin(drawnLimit()) : Cost{};
    const std::optional<OrderGraph::Place> place = die < kCritical ? criticalPlace(random) : anyPlace(random);
    if (!place || !propose(*place, random))
        return {};
    const double limit = drawnLimit();
    if (static_cast<double>(m_graph.wayThrough() - m_longest) > limit - current.energy + kSpansGain * m_unit)
        return {};
    m_graph.make();
    return costWithin(limit);
}

/// Keeps what was made where it costs no more than the limit.
Cost Annealing::costWithin(double limit) {
    const Cost cost = m_graph.cost();
    if (cost.energy > limit) {
        m_graph.undo();
        return {};
    }
    m_graph.keep();
    return cost;
}

std::optional<OrderGraph::Place> Annealing::anyPlace(Random& random) const {
    const int rank = random.below(m_table.ranks());
    if (m_graph.length(rank) == 0)
        return {};
    return OrderGraph::Place{rank, random.below(m_graph.length(rank))};
}

std::optional<OrderGraph::Place> Annealing::criticalPlace(Random& random) {
    if (m_stale) {
        m_graph.findCritical(m_critical);
        m_stale = false;
        m_sinceCritical = 0;
    }
    if (m_critical.empty())
        return {};
    return m_critical[random.below(static_cast<int>(m_critical.size()))];
}

bool Annealing::propose(const OrderGraph::Place& place, Random& random) {
    if (m_table.places(place.rank) > 1 && random.chance(kExchanges))
        return proposeExchange(place, random);
    return m_graph.proposeShift(place.rank, place.position, place.position + reach(random));
}

/// With the next op of the same kind, of another chunk.
bool Annealing::proposeExchange(const OrderGraph::Place& place, Random& random) {
    const Sequence& sequence = m_graph.sequences()[place.rank];
    const Code code = sequence[place.position];
    const int step = random.chance(50) ? 1 : -1;
    const int length = m_graph.length(place.rank);
    for (int distance = 1; distance <= kExchangeReach; ++distance) {
        const int other = place.position + step * distance;
        if (other < 0 || other >= length || sequence[other] == code)
            return false;
        if (kindOf(sequence[other]) == kindOf(code))
            return m_graph.proposeExchange(place.rank, place.position, other);
    }
    return false;
}

/// Makes the same move for one op on several ranks in a row, or for several ops of one kind on one rank.
bool Annealing::changeRun(Random& random) {
    const std::optional<OrderGraph::Place> place = anyPlace(random);
    if (!place)
        return false;
    const Time most = m_longest + static_cast<Time>(kRunSlack * m_unit);
    const int by = reach(random);
    const auto shift = [&](int rank, int position) {
        if (!m_graph.proposeShift(rank, position, position + by) || m_graph.wayThrough() > most)
            return false;
        m_graph.make();
        return true;
    };
    const auto [rank, from] = *place;
    const Code code = m_graph.sequences()[rank][from];
    const int index = m_graph.indexAt(rank, from);
    if (!shift(rank, from))
        return false;
    const int more = random.between(1, 7);
    const bool down = random.chance(50);
    const int drift = random.chance(30) ? random.between(-1, 1) : 0;
    for (int i = 1; i <= more; ++i) {
        const int other = down ? rank + i : rank;
        if (other >= m_table.ranks() || code >= m_table.firstCell[other + 1] - m_table.firstCell[other])
            break;
        const int position = m_graph.positionOf(other, code, down ? index + drift * i : index + i);
        if (position < 0)
            break;
        shift(other, position);
    }
    return true;
}

} // namespace lanewright
