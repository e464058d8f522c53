// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_annealing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace lanewright {

namespace {

/// The number of accepted changes after which the critical path is searched anew. Smaller is more exact, and slower.
constexpr int kCriticalAge = 12;
/// For a period, the number of accepted changes after which the rows are loaded anew, so that ranks may begin later.
constexpr int kBetweenLoads = 48;
/// The number of changes between two updates of the temperature.
constexpr int kBeat = 64;
/// The time that a change takes beside that of the graph, in the time that a `Timer` takes for one op.
constexpr std::int64_t kOpsOfStep = 30;
/// Percent of all changes that move several ops (`changeRun`), and percent that do that or begin on the critical path.
/// The rest begin anywhere.
constexpr int kRuns = 1;
constexpr int kCritical = 50;
/// By how much each move of a `changeRun` may lengthen the longest path, in mean lengths of a block: the moves after it
/// may make up for that.
constexpr double kRunSlack = 0.25;
/// By how much shorter spans may make up for a longer path, in mean lengths of a block.
constexpr double kSpansGain = 0.02;

/// The most changes of 10 000 that exchange whole microbatches. Since each of these loads all ops, large problems have
/// fewer, so that they cost `kOpsForExchanges` ops for each change of any kind.
constexpr int kMostExchanges = 300;
constexpr double kOpsForExchanges = 60;

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

/// Loads the start. False where ranks wait for each other in it.
bool BlockAnnealing::begin(const BlockRows& start) {
    m_current = m_graph.load(start);
    m_unit = m_graph.meanLength();
    m_longest = m_current.stalls() ? 0 : m_graph.longest();
    m_critical.clear();
    m_reloaded = 0;
    return !m_current.stalls();
}

/// How many of 10 000 changes exchange whole microbatches.
int BlockAnnealing::exchangesOf10000() const {
    const double ops = static_cast<double>(m_graph.table().ops.size());
    return m_graph.table().direction.size() < 2
               ? 0
               : std::min(kMostExchanges, static_cast<int>(10'000 * kOpsForExchanges / ops));
}

BlockAnnealing::Found BlockAnnealing::walk(const BlockRows& start, const Cooling& cooling, const Effort& effort,
                                           Random& random, const Judge& judge) {
    const auto judged = [&](const Cost& cost) { return judge ? judge(m_graph.rows(), cost) : cost; };
    if (!begin(start))
        return {start, m_current};
    Found best{start, judged(m_current)};
    Cost least = m_current;
    Allowance allowance(effort);
    double heat = 0;
    std::int64_t spentBefore = spent();
    int accepted = 0;
    const int exchanges = exchangesOf10000();
    for (int step = 0; best.cost.value > effort.goal; ++step) {
        if (!allowance.spend(kOpsOfStep + spent() - std::exchange(spentBefore, spent())))
            break;
        if (step % kBeat == 0)
            heat = cooling.at(m_unit, allowance.share());
        if (!(random.below(10'000) < exchanges ? changeMicrobatches(heat, random) : change(heat, random)))
            continue;
        ++m_sinceCritical;
        // Loading also finds ops without length that wait for each other, which nothing else does.
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

/// Loads the rows as they are now. False where ranks wait for each other.
bool BlockAnnealing::reload() {
    m_reloaded += static_cast<std::int64_t>(m_graph.table().ops.size());
    m_current = m_graph.load(BlockRows(m_graph.rows()));
    return !m_current.stalls();
}

/// Tries a change of blocks. True where it was made and kept.
bool BlockAnnealing::change(double heat, Random& random) {
    const int die = random.below(100);
    const double rise = drawRise(heat, random);
    const Time most = m_longest + static_cast<Time>(std::ceil(rise + kSpansGain * m_unit));
    if (die >= kRuns && !proposeOne(die < kCritical ? criticalPlace(random) : anyPlace(random), most, random))
        return false;
    const bool isMade = die < kRuns ? changeRun(most, random) : makeChange(most);
    const Cost cost = isMade ? m_graph.cost() : Cost{};
    if (cost.energy > m_current.energy + rise) {
        m_graph.undo();
        return false;
    }
    m_graph.keep();
    m_current = cost;
    return true;
}

/// Draws and proposes a change of the block there. False where there is none that may keep the longest path within
/// `most`.
bool BlockAnnealing::proposeOne(const std::optional<BlockPlace>& place, Time most, Random& random) {
    return place && drawChange(m_graph, *place, random, m_change) && propose() && m_graph.wayThrough() <= most;
}

/// Draws for each microbatch the one whose turns it takes: two of a direction exchange theirs, or one takes another's
/// and those between them move up by one.
std::vector<int> BlockAnnealing::drawTurns(Random& random) const {
    const BlockTable& table = m_graph.table();
    std::vector<int> takes(table.direction.size());
    std::iota(takes.begin(), takes.end(), 0);
    const int own = random.below(static_cast<int>(takes.size()));
    std::vector<int> turns; // the microbatches of one direction in the order of their first F
    std::ranges::copy_if(takes, std::back_inserter(turns),
                         [&](int microbatch) { return table.direction[microbatch] == table.direction[own]; });
    std::ranges::sort(turns, {}, [&](int microbatch) {
        return m_graph.positionOf(table.first[table.cellsOf[microbatch * table.stages]]);
    });
    const int one = random.below(static_cast<int>(turns.size()));
    const int other = random.below(static_cast<int>(turns.size()));
    std::vector<int> next = turns;
    const auto first = next.begin() + std::min(one, other);
    const auto last = next.begin() + std::max(one, other);
    if (random.chance(50))
        std::iter_swap(first, last);
    else
        std::rotate(first, one < other ? first + 1 : last, last + 1);
    for (std::size_t turn = 0; turn < turns.size(); ++turn)
        takes[turns[turn]] = next[turn];
    return takes;
}

/// Tries to exchange whole microbatches on all ranks. True where that was made and kept.
bool BlockAnnealing::changeMicrobatches(double heat, Random& random) {
    const BlockTable& table = m_graph.table();
    const std::vector<int> takes = drawTurns(random);
    const double rise = drawRise(heat, random);
    const BlockRows before = m_graph.rows();
    BlockRows rows = before;
    for (BlockRow& row : rows)
        for (OpBlock& block : row)
            block.forEachOp([&](int& op) { op = table.opOfMicrobatch(op, takes[table.microbatchOf(op)]); });
    m_reloaded += static_cast<std::int64_t>(2 * table.ops.size());
    if (rows == before || !m_graph.isLegal(rows))
        return false;
    const Cost cost = m_graph.load(rows);
    m_critical.clear();
    if (cost.stalls() || cost.energy > m_current.energy + rise) {
        m_graph.load(before);
        return false;
    }
    m_current = cost;
    return true;
}

/// Makes the proposed change, and where ranks run what their twins run, the same change of the twin.
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

/// The blocks that the rank's twin runs where the rank runs these.
BlockRow BlockAnnealing::reflected(int rank, BlockRow row) const {
    const BlockTable& table = m_graph.table();
    for (OpBlock& block : row)
        block.forEachOp([&](int& op) {
            const int place = m_mirror->place[rank][table.placeOf(op)];
            op = table.first[table.cellOf(m_mirror->rank[rank], place, table.ops[op].kind)] + table.indexOf(op);
        });
    return row;
}

std::optional<BlockGraph::BlockPlace> BlockAnnealing::anyPlace(Random& random) const {
    const int rank = random.below(m_graph.table().ranks());
    if (m_graph.length(rank) == 0)
        return {};
    return BlockPlace{rank, random.below(m_graph.length(rank))};
}

std::optional<BlockGraph::BlockPlace> BlockAnnealing::criticalPlace(Random& random) {
    if (m_critical.empty() || m_sinceCritical >= kCriticalAge) {
        m_graph.findCritical(m_critical);
        m_sinceCritical = 0;
    }
    if (m_critical.empty())
        return {};
    const BlockPlace place = m_critical[random.below(static_cast<int>(m_critical.size()))];
    return place.position < m_graph.length(place.rank) ? std::optional(place) : std::nullopt;
}

/// Moves an op by the same number of places on several ranks in a row, or several ops of one cell of a rank. False
/// where a move makes a rank end too late.
bool BlockAnnealing::changeRun(Time most, Random& random) {
    const std::optional<BlockPlace> place = m_isMirrored ? std::nullopt : anyPlace(random);
    if (!place)
        return false;
    const BlockTable& table = m_graph.table();
    const Time slack = static_cast<Time>(kRunSlack * m_unit);
    const int by = drawReach(random);
    const int own = m_graph.rows()[place->rank][place->position].op;
    const int code = table.ops[own].cell - table.firstCell[place->rank];
    const int index = table.indexOf(own);
    const auto proposes = [&](const BlockPlace& at) {
        return shiftBlock(m_graph, at, by, m_change) && propose() && m_graph.wayThrough() <= m_longest + slack;
    };
    if (!proposes(*place) || !m_graph.make(most + slack))
        return false;
    const int more = random.between(1, 7);
    const bool isAcrossRanks = random.chance(50);
    const int drift = random.chance(30) ? random.between(-1, 1) : 0; // to the microbatch on the next rank
    for (int i = 1; i <= more; ++i) {
        const int rank = isAcrossRanks ? place->rank + i : place->rank;
        if (rank >= table.ranks() || code >= table.firstCell[rank + 1] - table.firstCell[rank])
            break;
        const int cell = table.firstCell[rank] + code;
        const int next = isAcrossRanks ? index + drift * i : index + i;
        if (next < 0 || next >= table.count(cell))
            break;
        // A move that is not possible is left out.
        if (proposes({rank, m_graph.positionOf(table.first[cell] + next)}) && !m_graph.make(most + slack))
            return false;
    }
    return true;
}

} // namespace lanewright
