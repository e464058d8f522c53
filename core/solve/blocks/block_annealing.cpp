// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_annealing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lanewright {

namespace {

/// The longest way is found anew after so many accepted changes.
constexpr int kCriticalAge = 12;
/// Where a period is judged, ranks begin anew after so many accepted changes.
constexpr int kBetweenLoads = 48;
/// How often temperature and clock are looked at.
constexpr int kBeat = 64;
/// What a change takes beside what the graph counts, in passes of a timer over an op.
constexpr std::int64_t kOpsOfStep = 30;
/// Percent of all changes that are runs, and that begin on the longest way (those below it and not runs).
constexpr int kRuns = 1;
constexpr int kCritical = 50;
/// By how much a part of a run may make the way longer, in mean lengths of a block.
constexpr double kRunSlack = 0.25;
/// By how much the mean of all spans may get better beside a longer way, in mean lengths of a block.
constexpr double kSpansGain = 0.02;

/// So many of 10 000 changes give microbatches other turns; fewer where that takes longer, so that all of them together
/// take about so many ops for each change.
constexpr int kWhole = 300;
constexpr double kOpsForWhole = 60;

} // namespace

BlockAnnealing::Found BlockAnnealing::run(const BlockRows& start, const Cooling& cooling, const Effort& effort,
                                          Random& random, const Judge& judge) {
    m_isMirrored = false;
    return walk(start, cooling, effort, random, judge);
}

BlockAnnealing::Found BlockAnnealing::runMirrored(const BlockRows& start, const Cooling& cooling, const Effort& effort,
                                                  Random& random) {
    if (!m_mirror)
        return run(start, cooling, effort, random);
    BlockRows alike = start;
    for (int rank = 0; rank < static_cast<int>(start.size()); ++rank)
        if (const int twin = m_mirror->rank[rank]; rank < twin)
            alike[twin] = reflected(rank, start[rank]);
    if (m_graph.load(alike).stalls())
        return run(start, cooling, effort, random);
    m_isMirrored = true;
    Found found = walk(alike, cooling, effort, random, {});
    const Cost own = m_graph.load(start);
    return own < found.cost ? Found{start, own} : found;
}

BlockAnnealing::Found BlockAnnealing::walk(const BlockRows& start, const Cooling& cooling, const Effort& effort,
                                           Random& random, const Judge& judge) {
    const auto judged = [&](const Cost& cost) { return judge ? judge(m_graph.rows(), cost) : cost; };
    m_current = m_graph.load(start);
    if (m_current.stalls())
        return {start, m_current};
    Found best{start, judged(m_current)};
    Cost least = m_current;
    m_unit = m_graph.meanLength();
    m_longest = m_graph.longest();
    m_critical.clear();
    Allowance allowance(effort);
    double heat = cooling.from * m_unit;
    m_reloaded = 0;
    std::int64_t effortBefore = m_graph.effort();
    int accepted = 0;
    const double ops = static_cast<double>(m_graph.table().ops.size());
    const int wholes =
        m_graph.table().direction.size() < 2 ? 0 : std::min(kWhole, static_cast<int>(10'000 * kOpsForWhole / ops));
    for (int step = 0; best.cost.value > effort.goal; ++step) {
        const std::int64_t spent = m_graph.effort() + m_reloaded;
        if (!allowance.spend(kOpsOfStep + spent - std::exchange(effortBefore, spent)))
            break;
        if (step % kBeat == 0)
            heat = m_unit * cooling.from * std::pow(cooling.to / cooling.from, std::min(1.0, allowance.share()));
        if (!(random.below(10'000) < wholes ? changeMicrobatches(heat, random) : change(heat, random)))
            continue;
        ++m_sinceCritical;
        // A circle of ops that take no time is found by nothing but loading.
        if (!m_graph.rankCost().isMostOfRanks() && ++accepted % kBetweenLoads == 0 && !reload())
            break;
        m_longest = m_graph.longest();
        if (m_current >= least)
            continue;
        least = m_current;
        const Cost exact = judged(m_current);
        if (exact < best.cost)
            best = {m_graph.rows(), exact};
    }
    return best;
}

/// Ranks begin as the rows have it now.
bool BlockAnnealing::reload() {
    m_reloaded += static_cast<std::int64_t>(m_graph.table().ops.size());
    m_current = m_graph.load(BlockRows(m_graph.rows()));
    return !m_current.stalls();
}

/// True where a change was made and kept: it costs at most as much more as the heat lets it.
bool BlockAnnealing::change(double heat, Random& random) {
    const int die = random.below(100);
    const double more = -heat * std::log(1 - random.unit());
    const Time most = m_longest + static_cast<Time>(std::ceil(more + kSpansGain * m_unit));
    bool isMade = false;
    if (die < kRuns) {
        isMade = changeRun(most, random);
    } else {
        const std::optional<Place> place = die < kCritical ? criticalPlace(random) : anyPlace(random);
        if (!place || !drawChange(m_graph, *place, random, m_change))
            return false;
        if (!proposeChange() || m_graph.wayThrough() > most)
            return false;
        isMade = makeChange(most);
    }
    const Cost cost = isMade ? m_graph.cost() : Cost{};
    if (cost.energy > m_current.energy + more) {
        m_graph.undo();
        return false;
    }
    m_graph.keep();
    m_current = cost;
    return true;
}

/// Two microbatches of a direction change turns, or one takes another turn and those between move up.
std::vector<int> BlockAnnealing::drawTurns(Random& random) const {
    const std::vector<int>& direction = m_graph.table().direction;
    const int count = static_cast<int>(direction.size());
    const int own = random.below(count);
    std::vector<int> turns; // all with its direction, as their first forwards stand
    for (int microbatch = 0; microbatch < count; ++microbatch)
        if (direction[microbatch] == direction[own])
            turns.push_back(microbatch);
    const BlockTable& table = m_graph.table();
    std::ranges::sort(turns, {}, [&](int microbatch) {
        return m_graph.positionOf(table.first[table.cellsOf[microbatch * table.stages]]);
    });
    std::vector<int> takes(count);
    std::iota(takes.begin(), takes.end(), 0);
    int one = random.below(static_cast<int>(turns.size()));
    const int other = random.below(static_cast<int>(turns.size()));
    if (random.chance(50)) {
        std::swap(takes[turns[one]], takes[turns[other]]);
        return takes;
    }
    const int last = turns[one];
    for (; one != other; one += one < other ? 1 : -1)
        takes[turns[one]] = turns[one < other ? one + 1 : one - 1];
    takes[turns[other]] = last;
    return takes;
}

/// True where whole microbatches have other turns now.
bool BlockAnnealing::changeMicrobatches(double heat, Random& random) {
    const BlockTable& table = m_graph.table();
    const std::vector<int> takes = drawTurns(random);
    const double more = -heat * std::log(1 - random.unit());
    const BlockRows before = m_graph.rows();
    BlockRows rows = before;
    const auto move = [&](int& op) {
        if (op != OpBlock::kNone)
            op = table.opOfMicrobatch(op, takes[table.microbatchOf(op)]);
    };
    for (BlockRow& row : rows)
        for (OpBlock& block : row) {
            move(block.op);
            move(block.partner);
            move(block.weight);
        }
    m_reloaded += static_cast<std::int64_t>(2 * table.ops.size());
    if (rows == before || !m_graph.isLegal(rows))
        return false;
    const Cost cost = m_graph.load(rows);
    m_critical.clear();
    if (cost.stalls() || cost.energy > m_current.energy + more) {
        m_graph.load(before);
        return false;
    }
    m_current = cost;
    return true;
}

bool BlockAnnealing::proposeChange() {
    if (!m_change.isChecked)
        return m_graph.propose(m_change.at, m_change.count, m_change.blocks);
    m_graph.proposeChecked(m_change.at, m_change.count, m_change.blocks);
    return true;
}

/// Makes what was proposed, and the rank's twin, if it has another, runs what the rank does.
bool BlockAnnealing::makeChange(Time most) {
    const auto [rank, position] = m_change.at;
    const int twin = m_isMirrored ? m_mirror->rank[rank] : rank;
    if (!m_graph.make(most))
        return false;
    if (twin == rank)
        return true;
    if (!m_graph.propose({twin, position}, m_change.count, reflected(rank, m_change.blocks)))
        return false;
    m_graph.wayThrough();
    return m_graph.make(most);
}

/// What the rank's twin runs where the rank runs that.
BlockRow BlockAnnealing::reflected(int rank, BlockRow row) const {
    const BlockTable& table = m_graph.table();
    const auto see = [&](int& op, OpKind kind) {
        if (op == OpBlock::kNone)
            return;
        const int place = m_mirror->place[rank][table.placeOf(op)];
        op = table.first[table.cellOf(m_mirror->rank[rank], place, kind)] + table.indexOf(op);
    };
    for (OpBlock& block : row) {
        see(block.op, table.ops[block.op].kind);
        see(block.partner, OpKind::B);
        see(block.weight, OpKind::W);
    }
    return row;
}

std::optional<BlockGraph::Place> BlockAnnealing::anyPlace(Random& random) const {
    const int rank = random.below(m_graph.table().ranks());
    if (m_graph.length(rank) == 0)
        return {};
    return Place{rank, random.below(m_graph.length(rank))};
}

std::optional<BlockGraph::Place> BlockAnnealing::criticalPlace(Random& random) {
    if (m_critical.empty() || m_sinceCritical >= kCriticalAge) {
        m_graph.findCritical(m_critical);
        m_sinceCritical = 0;
    }
    if (m_critical.empty())
        return {};
    const Place place = m_critical[random.below(static_cast<int>(m_critical.size()))];
    return place.position < m_graph.length(place.rank) ? std::optional(place) : std::nullopt;
}

/// Makes the same move for one op on several ranks in a row, or for several ops of one kind on one rank.
bool BlockAnnealing::changeRun(Time most, Random& random) {
    const std::optional<Place> place = m_isMirrored ? std::nullopt : anyPlace(random);
    if (!place)
        return false;
    const BlockTable& table = m_graph.table();
    const Time slack = static_cast<Time>(kRunSlack * m_unit);
    const int by = drawReach(random);
    bool fits = true;
    const auto shift = [&](const Place& at) {
        if (!shiftBlock(m_graph, at, by, m_change) || !proposeChange() || m_graph.wayThrough() > m_longest + slack)
            return false;
        fits = m_graph.make(most + slack);
        return fits;
    };
    const int own = m_graph.rows()[place->rank][place->position].op;
    const int code = table.ops[own].cell - table.firstCell[place->rank];
    const int index = table.indexOf(own);
    if (!shift(*place))
        return false;
    const int more = random.between(1, 7);
    const bool down = random.chance(50);
    const int drift = random.chance(30) ? random.between(-1, 1) : 0;
    for (int i = 1; i <= more && fits; ++i) {
        const int other = down ? place->rank + i : place->rank;
        if (other >= table.ranks() || code >= table.firstCell[other + 1] - table.firstCell[other])
            break;
        const int cell = table.firstCell[other] + code;
        const int next = down ? index + drift * i : index + i;
        if (next < 0 || next >= table.count(cell))
            break;
        shift({other, m_graph.positionOf(table.first[cell] + next)});
    }
    return fits;
}

} // namespace lanewright
