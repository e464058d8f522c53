// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_search.h"

#include "core/base/switches.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

/// How many orders are kept as starts: with more of them, starts differ more and are worse.
constexpr std::size_t kMostKnown = 12;
/// The most ops that are moved one by one; with more, a round would change too little. `Annealing` has the same.
constexpr std::int64_t kMostOps = 1'000'000;
/// The temperatures at which annealing begins, task by task, in mean lengths of a block. Low ones improve the start,
/// high ones leave it.
constexpr double kHeats[] = {0.05, 0.15, 0.4, 0.1};
/// With few ops, a round is long enough to cool down from much higher temperatures: these factors, task by task.
constexpr std::size_t kFewOps = 300;
constexpr double kHotter[] = {1, 3, 8};

} // namespace

BlockSearch::LaidOut::LaidOut(Plan plan)
    : problem(std::move(plan)),
      instance(instanceOf(problem, problem.costs.microbatches.areEqual() ? Unequal::Mean : Unequal::Apart)),
      table(blockTableOf(problem, instance)) {}

bool BlockSearch::isFor(const SearchFrame& frame) {
    if (frame.table.ops() > kMostOps || isOff("blocks"))
        return false;
    if (!frame.problem.costs.microbatches.areEqual())
        return canStandApart(frame.problem);
    return frame.problem.costs.pairs.areGiven() || !gapsIn(frame.problem.schedule).empty() ||
           std::ranges::any_of(frame.instance.chunks, [](const Chunk& chunk) {
               return chunk.overlapped.has_value() || chunk.recompute.has_value();
           });
}

BlockSearch::BlockSearch(const SearchFrame& frame, Incumbent& incumbent, std::uint64_t seed, int threads)
    : m_objective(frame.objective), m_incumbent(incumbent), m_seed(seed), m_threads(threads) {
    layOut(frame.problem);
}

void BlockSearch::layOut(const Plan& problem) {
    m_known.clear();
    m_workers.clear();
    m_laidOut = std::make_unique<LaidOut>(problem);
    for (int thread = 0; thread < m_threads; ++thread)
        m_workers.push_back(std::make_unique<Worker>(
            *m_laidOut, m_objective, m_seed * 1'000'081 + static_cast<std::uint64_t>(m_rounds * m_threads + thread)));
}

void BlockSearch::keep(const Schedule& schedule) {
    Plan plan = m_laidOut->problem;
    plan.schedule = schedule;
    if (std::optional<BlockRows> rows = rowsOf(m_laidOut->table, plan, m_laidOut->instance))
        keep(*std::move(rows));
}

void BlockSearch::keep(BlockRows rows) {
    BlockAnnealing& judge = m_workers.front()->annealing;
    if (!judge.isLegal(rows))
        return;
    Known known{.cost = judge.costOf(rows)};
    if (known.cost.stalls() || std::ranges::any_of(m_known, [&](const Known& each) { return each.rows == rows; }))
        return;
    known.rows = std::move(rows);
    const auto at =
        std::ranges::find_if(m_known, [&](const Known& each) { return known.cost.energy < each.cost.energy; });
    m_known.insert(at, std::move(known));
    if (m_known.size() > kMostKnown)
        m_known.pop_back();
}

void BlockSearch::add(const std::vector<Start>& starts) {
    for (const Start& start : starts)
        if (start.schedule.directionOf == m_laidOut->problem.schedule.directionOf)
            keep(start.schedule);
}

/// Two tasks of three begin with the best order, the third with any that is known.
const BlockSearch::Known& BlockSearch::pick(int task, Random& random) const {
    if (task % 3 != 1)
        return m_known.front();
    return m_known[static_cast<std::size_t>(random.below(static_cast<int>(m_known.size())))];
}

/// A task is one thread's part of a round; tasks are counted over all rounds. Two of four keep to symmetric orders,
/// where the problem has a mirror.
BlockRows BlockSearch::anneal(Worker& worker, int task, const Effort& effort) const {
    Cooling cooling{.from = kHeats[task % std::size(kHeats)]};
    if (m_laidOut->table.ops.size() <= kFewOps)
        cooling.from *= kHotter[task % std::size(kHotter)];
    const BlockRows& start = pick(task, worker.random).rows;
    return (task / 2 % 2 == 0 ? worker.annealing.runMirrored(start, cooling, effort, worker.random)
                              : worker.annealing.run(start, cooling, effort, worker.random))
        .rows;
}

/// Makes a start of the best order that any search found, with its deal of microbatches.
void BlockSearch::takeIncumbent() {
    if (!m_incumbent.hasSchedule())
        return;
    const Schedule schedule = m_incumbent.solution().schedule;
    if (schedule.directionOf != m_laidOut->problem.schedule.directionOf) {
        Plan problem = m_laidOut->problem;
        problem.schedule.directionOf = schedule.directionOf;
        layOut(problem);
    }
    keep(schedule);
}

void BlockSearch::round(const Effort& share) {
    takeIncumbent();
    if (m_known.empty())
        return;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    runThreads(m_workers.size(), [&](std::size_t i) {
        m_workers[i]->found = anneal(*m_workers[i], m_rounds * m_threads + static_cast<int>(i), effort);
    });
    ++m_rounds;
    ++m_calm;
    for (const auto& worker : m_workers) {
        if (offerMeasured(m_laidOut->problem, m_objective,
                          scheduleOf(m_laidOut->table, m_laidOut->problem, m_laidOut->instance, worker->found),
                          Method::Blocks, m_incumbent))
            m_calm = 0;
        keep(std::move(worker->found));
    }
}

} // namespace lanewright
