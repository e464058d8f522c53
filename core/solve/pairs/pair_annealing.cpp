// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/pair_annealing.h"

#include "core/solve/pairs/pair_moves.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright {

namespace {

/// Percent of all changes that begin on the longest way.
constexpr int kCriticalPercent = 85;
/// Where a period is judged, ranks begin anew after so many accepted changes.
constexpr int kBetweenLoads = 48;
/// How often temperature and clock are looked at.
constexpr int kBetweenClocks = 64;
/// What a change takes beside what the graph counts, in passes of a timer over an op.
constexpr std::int64_t kOpsOfChange = 30;
constexpr double kCoolest = 0.0005; ///< mean lengths of a block
/// What annealing walks on is the value, and so much of the mean of all ends.
constexpr double kEndsShare = 0.05;
/// By how much earlier ends may be worth beside a longer way, in mean lengths of a block.
constexpr double kEndsGain = 0.05;

double energyOf(const PairGraph::Cost& cost, int ranks) {
    return static_cast<double>(cost.value) + kEndsShare * static_cast<double>(cost.ends) / ranks;
}

} // namespace

bool PairAnnealing::isLegal(const PairRows& rows) {
    for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
        if (!m_graph.isLegal(rank, rows[rank]))
            return false;
    return true;
}

PairRows PairAnnealing::run(const PairRows& start, double from, const Effort& effort, Random& random) {
    m_mirrored = false;
    return walk(start, from, effort, random);
}

PairRows PairAnnealing::runMirrored(const PairRows& start, double from, const Effort& effort, Random& random) {
    if (!m_mirror)
        return run(start, from, effort, random);
    PairRows alike = start;
    for (int rank = 0; rank < static_cast<int>(start.size()); ++rank)
        if (const int twin = m_mirror->rank[rank]; rank < twin)
            alike[twin] = reflected(rank, start[rank]);
    if (m_graph.load(alike).stalls())
        return run(start, from, effort, random);
    m_mirrored = true;
    PairRows found = walk(alike, from, effort, random);
    return costOf(start) < costOf(found) ? start : found;
}

PairRows PairAnnealing::walk(const PairRows& start, double from, const Effort& effort, Random& random) {
    PairRows best = start;
    PairGraph::Cost least = m_graph.load(start);
    PairGraph::Cost current = least;
    const int ranks = static_cast<int>(start.size());
    const double mean = m_graph.meanLength();
    Allowance allowance(effort);
    double heat = mean * from;
    std::int64_t effortBefore = m_graph.effort();
    int accepted = 0;
    m_graph.findCritical(m_critical);
    for (int step = 0; static_cast<double>(least.value) > effort.goal; ++step) {
        if (!allowance.spend(kOpsOfChange + m_graph.effort() - std::exchange(effortBefore, m_graph.effort())))
            break;
        if (step % kBetweenClocks == 0)
            heat = mean * from * std::pow(kCoolest / from, std::min(1.0, allowance.share()));
        const double more = -heat * std::log(1 - random.unit());
        if (!change(current.value + static_cast<Time>(more + kEndsGain * mean), random))
            continue;
        const PairGraph::Cost cost = m_graph.cost();
        if (energyOf(cost, ranks) > energyOf(current, ranks) + more) {
            m_graph.undo();
            continue;
        }
        m_graph.keep();
        current = cost;
        if (m_graph.beginsLate() && ++accepted % kBetweenLoads == 0)
            current = m_graph.load(PairRows(m_graph.rows()));
        if (current < least) {
            least = current;
            best = m_graph.rows();
        }
        // A circle of ops that take no time is found by nothing but loading.
        if (current.stalls())
            break;
        m_graph.findCritical(m_critical);
    }
    return best;
}

/// True where a change was made that may be kept: at most so much is the value.
bool PairAnnealing::change(Time most, Random& random) {
    const Place place = anyPlace(random);
    if (place.position < 0)
        return false;
    m_row = m_graph.rows()[place.rank];
    if (!changeRow(m_row, place.position, random))
        return false;
    const std::optional<Time> way = m_graph.propose(place.rank, m_row);
    if (!way || *way > most)
        return false;
    if (m_graph.make(most) && makeTwin(place.rank, most))
        return true;
    m_graph.undo();
    return false;
}

/// The rank's twin, if it has another, runs what the rank does.
bool PairAnnealing::makeTwin(int rank, Time most) {
    const int twin = m_mirrored ? m_mirror->rank[rank] : rank;
    if (twin == rank)
        return true;
    return m_graph.propose(twin, reflected(rank, m_row)) && m_graph.make(most);
}

/// What the rank's twin runs where the rank runs that.
PairRow PairAnnealing::reflected(int rank, PairRow row) const {
    const std::vector<int>& place = m_mirror->place[rank];
    const auto seen = [&](Code code) { return codeOf(place[placeOf(code)], kindOf(code)); };
    for (PairBlock& block : row) {
        block.op = seen(block.op);
        if (block.isPair())
            block.partner = seen(block.partner);
    }
    return row;
}

PairAnnealing::Place PairAnnealing::anyPlace(Random& random) const {
    const PairRows& rows = m_graph.rows();
    if (!m_critical.empty() && random.chance(kCriticalPercent))
        return m_critical[random.below(static_cast<int>(m_critical.size()))];
    const int rank = random.below(static_cast<int>(rows.size()));
    const int blocks = static_cast<int>(rows[rank].size());
    return {rank, blocks > 0 ? random.below(blocks) : -1};
}

} // namespace lanewright
