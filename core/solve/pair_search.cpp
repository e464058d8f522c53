// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pair_search.h"

#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <thread>

namespace lanewright {

namespace {

/// Orders kept as starts.
constexpr std::size_t kMostKnown = 12;
/// Changes between two looks at what is critical.
constexpr int kBetweenCriticals = 24;

constexpr double kCoolest = 0.004; ///< mean lengths of a block

bool better(const PairTimer::Cost& a, const PairTimer::Cost& b) {
    return a.value != b.value ? a.value < b.value : a.ends < b.ends;
}

/// What annealing walks on: the value, and a little of what all ranks take.
double energyOf(const PairTimer::Cost& cost, std::size_t ranks) {
    return static_cast<double>(cost.value) + 0.05 * static_cast<double>(cost.ends) / static_cast<double>(ranks);
}

std::int64_t blocksOf(const PairRows& rows) {
    std::int64_t blocks = 0;
    for (const PairRow& row : rows)
        blocks += static_cast<std::int64_t>(row.size());
    return blocks;
}

/// A distance from 1 on: mostly short, now and then far.
int reachOf(std::size_t blocks, Random& random) {
    const int most = std::max(1, static_cast<int>(blocks) - 1);
    return 1 + random.below(random.chance(70) ? std::min(6, most) : most);
}

int clampedTo(const PairRow& row, int position) { return std::clamp(position, 0, static_cast<int>(row.size()) - 1); }

void moveBlock(PairRow& row, int from, int to) {
    const auto first = row.begin();
    if (from < to)
        std::rotate(first + from, first + from + 1, first + to + 1);
    else
        std::rotate(first + to, first + from, first + from + 1);
}

} // namespace

bool PairAnnealing::isLegal(const PairRows& rows) {
    for (int rank = 0; rank < static_cast<int>(rows.size()); ++rank)
        if (!m_timer.isLegal(rank, rows[static_cast<std::size_t>(rank)]))
            return false;
    return true;
}

PairAnnealing::Place PairAnnealing::anyPlace(Random& random) const {
    if (!m_critical.empty() && random.chance(60)) {
        Place place = m_critical[static_cast<std::size_t>(random.below(static_cast<int>(m_critical.size())))];
        const PairRow& row = m_rows[static_cast<std::size_t>(place.rank)];
        place.position = clampedTo(row, place.position);
        return place;
    }
    const int rank = random.below(static_cast<int>(m_rows.size()));
    const int blocks = static_cast<int>(m_rows[static_cast<std::size_t>(rank)].size());
    return {rank, blocks > 0 ? random.below(blocks) : -1};
}

bool PairAnnealing::shift(PairRow& row, int from, Random& random) const {
    const int reach = reachOf(row.size(), random);
    const int to = clampedTo(row, random.chance(50) ? from + reach : from - reach);
    if (to == from || row[static_cast<std::size_t>(to)] == row[static_cast<std::size_t>(from)])
        return false;
    moveBlock(row, from, to);
    return true;
}

/// Makes a pair of a single F and a single B nearby, at the place of either.
bool PairAnnealing::join(PairRow& row, int at, Random& random) const {
    const auto isSingle = [&](int position, OpKind kind) {
        const PairBlock& block = row[static_cast<std::size_t>(position)];
        return !block.isPair() && kindOf(block.op) == kind;
    };
    const bool forward = isSingle(at, OpKind::F);
    if (!forward && !isSingle(at, OpKind::B))
        return false;
    const OpKind wanted = forward ? OpKind::B : OpKind::F;
    const int step = random.chance(50) ? 1 : -1;
    int other = at;
    for (int skip = random.chance(70) ? 0 : random.below(4);; --skip) {
        other += step;
        while (other >= 0 && other < static_cast<int>(row.size()) && !isSingle(other, wanted))
            other += step;
        if (other < 0 || other >= static_cast<int>(row.size()))
            return false;
        if (skip <= 0)
            break;
    }
    const int front = forward ? at : other;
    const int back = forward ? other : at;
    PairBlock pair{row[static_cast<std::size_t>(front)].op, row[static_cast<std::size_t>(back)].op, false};
    const bool atFront = random.chance(50);
    const int kept = atFront ? front : back;
    const int gone = atFront ? back : front;
    row[static_cast<std::size_t>(kept)] = pair;
    row.erase(row.begin() + gone);
    // Half of the time with its W: where a pair pays with a BW only, the way through one with a B would be uphill.
    if (random.chance(50))
        toggleWeight(row, gone < kept ? kept - 1 : kept, random);
    return true;
}

bool PairAnnealing::part(PairRow& row, int at, Random& random) const {
    const PairBlock pair = row[static_cast<std::size_t>(at)];
    if (!pair.isPair())
        return false;
    const bool frontFirst = random.chance(50);
    const PairBlock front{pair.op};
    const PairBlock back{pair.partner};
    row[static_cast<std::size_t>(at)] = frontFirst ? front : back;
    row.insert(row.begin() + at + 1, frontFirst ? back : front);
    if (pair.fused)
        row.insert(row.begin() + at + 2, PairBlock{codeOf(placeOf(pair.partner), OpKind::W)});
    return true;
}

/// A pair takes another F or B of its rank, which takes the place of its own.
bool PairAnnealing::exchange(PairRow& row, int at, Random& random) const {
    PairBlock& pair = row[static_cast<std::size_t>(at)];
    if (!pair.isPair())
        return false;
    const int reach = reachOf(row.size(), random);
    const int other = clampedTo(row, random.chance(50) ? at + reach : at - reach);
    PairBlock& block = row[static_cast<std::size_t>(other)];
    if (kindOf(block.op) == OpKind::F && block.op != pair.op) {
        std::swap(block.op, pair.op);
        return true;
    }
    if (!block.isPair() && kindOf(block.op) == OpKind::B && block.op != pair.partner && !pair.fused) {
        std::swap(block.op, pair.partner);
        return true;
    }
    if (block.isPair() && block.partner != pair.partner) {
        std::swap(block.partner, pair.partner);
        std::swap(block.fused, pair.fused);
        return true;
    }
    return false;
}

/// A B in a pair takes in the next W of its chunk, or leaves its own for later.
bool PairAnnealing::toggleWeight(PairRow& row, int at, Random& random) const {
    PairBlock& pair = row[static_cast<std::size_t>(at)];
    if (!pair.isPair())
        return false;
    const PairBlock weight{codeOf(placeOf(pair.partner), OpKind::W)};
    if (pair.fused) {
        pair.fused = false;
        const int to = std::min(static_cast<int>(row.size()), at + reachOf(row.size(), random));
        row.insert(row.begin() + to, weight);
        return true;
    }
    const auto next = std::find(row.begin() + at, row.end(), weight);
    if (next == row.end())
        return false;
    pair.fused = true;
    row.erase(next);
    return true;
}

bool PairAnnealing::change(Random& random) {
    const Place place = anyPlace(random);
    if (place.position < 0)
        return false;
    m_changed = place.rank;
    PairRow& row = m_rows[static_cast<std::size_t>(place.rank)];
    m_before = row;
    const int kind = random.below(100);
    const bool changed = kind < 50   ? shift(row, place.position, random)
                         : kind < 68 ? join(row, place.position, random)
                         : kind < 76 ? part(row, place.position, random)
                         : kind < 88 ? exchange(row, place.position, random)
                                     : toggleWeight(row, place.position, random);
    if (!changed || !m_timer.isLegal(place.rank, row)) {
        row = m_before;
        return false;
    }
    reflect(place.rank);
    return true;
}

void PairAnnealing::takeBack() {
    m_rows[static_cast<std::size_t>(m_changed)] = m_before;
    if (const int twin = twinOf(m_changed); twin != m_changed)
        m_rows[static_cast<std::size_t>(twin)] = m_twinBefore;
}

/// The rank's twin, if it has another, runs what the rank does.
void PairAnnealing::reflect(int rank) {
    const int twin = twinOf(rank);
    if (twin == rank)
        return;
    const std::vector<int>& place = m_mirror->place[static_cast<std::size_t>(rank)];
    const auto seen = [&](Code code) { return codeOf(place[static_cast<std::size_t>(placeOf(code))], kindOf(code)); };
    PairRow& row = m_rows[static_cast<std::size_t>(twin)];
    m_twinBefore.swap(row);
    row = m_rows[static_cast<std::size_t>(rank)];
    for (PairBlock& block : row) {
        block.op = seen(block.op);
        if (block.isPair())
            block.partner = seen(block.partner);
    }
}

PairRows PairAnnealing::run(const PairRows& start, double from, const Effort& effort, Random& random) {
    m_mirrored = false;
    return walk(start, from, effort, random);
}

PairRows PairAnnealing::runMirrored(const PairRows& start, double from, const Effort& effort, Random& random) {
    if (!m_mirror)
        return run(start, from, effort, random);
    const PairTimer::Cost cost = m_timer(start);
    m_mirrored = true;
    m_rows = start;
    for (int rank = 0; rank < static_cast<int>(start.size()); ++rank)
        if (rank < twinOf(rank))
            reflect(rank);
    if (m_timer(m_rows).stalls())
        return run(start, from, effort, random);
    PairRows found = walk(m_rows, from, effort, random);
    return better(cost, m_timer(found)) ? start : found;
}

PairRows PairAnnealing::walk(PairRows start, double from, const Effort& effort, Random& random) {
    m_rows = std::move(start);
    PairRows best = m_rows;
    PairTimer::Cost bestCost = m_timer(m_rows);
    m_critical = m_timer.criticalPlaces(m_rows);
    double energy = energyOf(bestCost, m_rows.size());
    const std::int64_t blocks = blocksOf(m_rows);
    Time work = 0;
    for (int rank = 0; rank < static_cast<int>(m_rows.size()); ++rank)
        for (const PairBlock& block : m_rows[static_cast<std::size_t>(rank)])
            work += m_timer.lengthOf(rank, block);
    const double mean = static_cast<double>(work) / static_cast<double>(std::max<std::int64_t>(1, blocks));
    Allowance allowance(effort);
    for (int sinceCritical = 0; allowance.spend(blocks) && static_cast<double>(bestCost.value) > effort.goal;) {
        if (!change(random))
            continue;
        const double heat = mean * from * std::pow(kCoolest / from, std::min(1.0, allowance.share()));
        const PairTimer::Cost cost = m_timer(m_rows);
        const double next = cost.stalls() ? 0 : energyOf(cost, m_rows.size());
        if (cost.stalls() || (next > energy && random.unit() >= std::exp((energy - next) / heat))) {
            takeBack();
            continue;
        }
        energy = next;
        if (better(cost, bestCost)) {
            bestCost = cost;
            best = m_rows;
        }
        if (++sinceCritical >= kBetweenCriticals) {
            sinceCritical = 0;
            m_critical = m_timer.criticalPlaces(m_rows);
        }
    }
    return best;
}

PairSearch::PairSearch(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads)
    : m_frame(frame), m_incumbent(incumbent), m_judge(frame.problem, frame.instance, frame.objective) {
    for (int thread = 0; thread < threads; ++thread)
        m_workers.push_back(std::make_unique<Worker>(frame, seed * 1'000'081 + static_cast<std::uint64_t>(thread)));
}

void PairSearch::keep(PairRows rows) {
    if (!m_judge.isLegal(rows))
        return;
    Known known{.cost = m_judge.costOf(rows)};
    if (known.cost.stalls())
        return;
    known.rows = std::move(rows);
    const auto at = std::ranges::find_if(m_known, [&](const Known& each) { return better(known.cost, each.cost); });
    if (std::ranges::any_of(m_known, [&](const Known& each) { return each.rows == known.rows; }))
        return;
    m_known.insert(at, std::move(known));
    if (m_known.size() > kMostKnown)
        m_known.pop_back();
}

void PairSearch::add(const std::vector<Start>& starts) {
    Plan plan = m_frame.problem;
    for (const Start& start : starts) {
        plan.schedule = start.schedule;
        if (std::optional<PairRows> rows = pairRowsOf(plan, m_frame.instance))
            keep(*std::move(rows));
    }
}

const PairSearch::Known& PairSearch::pick(int task, Random& random) const {
    if (task % 3 != 1)
        return m_known.front();
    return m_known[static_cast<std::size_t>(random.below(static_cast<int>(m_known.size())))];
}

PairRows PairSearch::anneal(Worker& worker, int task, const Effort& effort) const {
    constexpr double kHeats[] = {0.3, 0.6, 0.15, 1.0};
    const PairRows& start = pick(task, worker.random).rows;
    const double from = kHeats[task % 4];
    return task / 2 % 2 == 0 ? worker.annealing.runMirrored(start, from, effort, worker.random)
                             : worker.annealing.run(start, from, effort, worker.random);
}

void PairSearch::round(const Effort& share) {
    // Whatever another search found without pairs is a start for one with them.
    if (m_incumbent.hasSchedule()) {
        Plan plan = m_frame.problem;
        plan.schedule = m_incumbent.solution().schedule;
        if (std::optional<PairRows> rows = pairRowsOf(plan, m_frame.instance))
            keep(*std::move(rows));
    }
    if (m_known.empty())
        return;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < m_workers.size(); ++i)
            threads.emplace_back([this, i, &effort] {
                Worker& worker = *m_workers[i];
                const int task = m_rounds * static_cast<int>(m_workers.size()) + static_cast<int>(i);
                worker.found = anneal(worker, task, effort);
            });
    }
    ++m_rounds;
    ++m_calm;
    for (const auto& worker : m_workers) {
        Plan plan = m_frame.problem;
        plan.schedule = scheduleOf(m_frame.problem, m_frame.instance, worker->found);
        keep(std::move(worker->found));
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        if (!reachesEnd(plan.schedule, timeline))
            continue;
        const Fraction value = valueOf(measure(plan, timeline), m_frame.objective);
        if (m_incumbent.hasSchedule() && value >= m_incumbent.value())
            continue;
        if (!isValid(validate(plan, timeline)))
            continue;
        m_calm = 0;
        m_incumbent.offer(std::move(plan.schedule), value, {Method::Pairs});
    }
}

} // namespace lanewright
