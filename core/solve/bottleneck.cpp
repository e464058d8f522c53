// SPDX-License-Identifier: Apache-2.0
#include "core/solve/bottleneck.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostSeries = RankAlone::kMostSeries;
/// Nodes of a diagram after each number of ops.
constexpr int kNodes = 100;
/// Beyond so many looks of all diagrams at an op the search takes too long: some seconds.
constexpr double kMostLooks = 8e9;
/// Memory is short where a rank needs this part of its work for what it must hold.
constexpr double kShort = 0.8;
/// By what diagrams are off, in mean lengths of an op: enough for another order each time.
constexpr double kNoise = 0.3;

} // namespace

bool BottleneckSearch::isFor(const Frame& frame) {
    const OpTable& table = frame.table;
    double looks = 0;
    for (int rank = 0; rank < table.ranks(); ++rank) {
        const std::size_t chunks = frame.instance.onRank[rank].size();
        if (chunks < 2 || chunks * kKinds > kMostSeries || table.limit[rank] <= 0 ||
            table.limit[rank] == Instance::kNoLimit)
            return false;
        looks += 0.5 * kNodes * kKinds * static_cast<double>(chunks) * std::pow(table.length[rank], 2);
    }
    if (table.ranks() < 2 || looks * (table.ranks() + 1) / 2 > kMostLooks ||
        !frame.problem.costs.microbatches.areEqual())
        return false;
    PartialOrder order(frame);
    order.settle();
    const auto isShort = [&](int rank) {
        const auto work = static_cast<double>(frame.instance.workOf(rank));
        return order.areaOf(rank) > kShort * work * static_cast<double>(table.limit[rank]);
    };
    return std::ranges::any_of(std::views::iota(0, table.ranks()), isShort);
}

BottleneckSearch::BottleneckSearch(const Frame& frame)
    : m_frame(frame), m_table(frame.table), m_timer(frame.table, frame.objective), m_order(frame) {
    m_order.settle();
    std::vector<std::pair<double, int>> least;
    least.reserve(m_table.ranks());
    for (int rank = 0; rank < m_table.ranks(); ++rank)
        least.emplace_back(-std::max(static_cast<double>(frame.instance.workOf(rank)),
                                     m_order.areaOf(rank) / static_cast<double>(m_table.limit[rank])),
                           rank);
    std::ranges::sort(least);
    for (const auto& [length, rank] : least)
        m_ranks.push_back(rank);
}

/// Mostly the first.
int BottleneckSearch::drawnRank(Random& random) const {
    std::size_t place = 0;
    while (place + 1 < m_ranks.size() && random.chance(25))
        ++place;
    return m_ranks[place];
}

/// The rank that holds the others up begins, the others come in any order, and after each those before it look at
/// theirs again.
void BottleneckSearch::plan(Random& random) {
    m_order.freeAll();
    std::vector<int> ranks = m_ranks;
    const auto first = std::ranges::find(ranks, drawnRank(random));
    std::rotate(ranks.begin(), first, first + 1);
    for (std::size_t left = ranks.size(); left > 2; --left)
        std::swap(ranks[left - 1], ranks[1 + random.below(static_cast<int>(left) - 1)]);
    m_tasks.clear();
    for (std::size_t place = 0; place < ranks.size(); ++place) {
        m_tasks.push_back({ranks[place], true});
        for (std::size_t before = 0; before < place; ++before)
            m_tasks.push_back({ranks[before], false});
    }
    std::ranges::reverse(m_tasks);
}

/// The rank has no order. Empty where none was found, or nothing is left of the allowance.
Sequence BottleneckSearch::orderAmong(int rank, Allowance& allowance, Random& random) {
    m_order.settle();
    const RankAlone alone = m_order.among(rank);
    const Beam beam{.ofCounts = 2, .ofLayer = kNodes, .noise = kNoise * meanOpLength(m_table)};
    Sequence order;
    for (const std::uint8_t series : orderAlone(alone, beam, allowance, random).series)
        append(order, alone.series[series].code, m_frame.instance.weightParts);
    return order;
}

/// False where the allowance is used up, or the rank can have no order among the others.
bool BottleneckSearch::orderOne(const Task& task, Allowance& allowance, Random& random) {
    if (task.isFirst) {
        Sequence order = orderAmong(task.rank, allowance, random);
        const bool found = !order.empty();
        m_order.set(task.rank, std::move(order));
        return found;
    }
    m_order.settle();
    const Time longest = m_order.longest();
    const Sequence before = m_order.sequences()[task.rank];
    m_order.free(task.rank);
    m_order.set(task.rank, orderAmong(task.rank, allowance, random));
    if (m_order.isFree(task.rank) || !m_order.settle() || m_order.longest() > longest)
        m_order.set(task.rank, before);
    return true;
}

Draft BottleneckSearch::run(const Effort& effort, Random& random) {
    Allowance allowance(effort);
    Draft best;
    while (best.cost.value > effort.goal && allowance.spend(m_table.ops())) {
        if (m_tasks.empty())
            plan(random);
        const bool isDone = orderOne(m_tasks.back(), allowance, random);
        if (!allowance.spend(0))
            break; // the next run looks at the rank again
        if (!isDone) {
            m_tasks.clear();
            continue;
        }
        m_tasks.pop_back();
        if (!m_tasks.empty())
            continue;
        const Cost cost = m_timer(m_order.sequences(), best.cost.energy);
        if (cost.energy >= best.cost.energy)
            continue;
        best = {m_order.sequences(), cost};
        if (effort.found)
            effort.found(best.sequences, cost);
    }
    return best;
}

} // namespace lanewright
