// SPDX-License-Identifier: Apache-2.0
#include "core/solve/blocks/block_search.h"

#include "core/base/switches.h"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <utility>

namespace lanewright {

namespace {

/// Orders kept as starts.
constexpr std::size_t kMostKnown = 12;
/// As where sequences are annealed.
constexpr std::int64_t kMostOps = 1'000'000;
/// How hot annealing begins, one round after the other, in mean lengths of a block.
constexpr double kHeats[] = {0.05, 0.15, 0.4, 0.1};
/// Up to so many ops annealing that begins hot comes back within a round: each time as many times as hot.
constexpr std::size_t kFewOps = 300;
constexpr double kHotter[] = {1, 3, 8};

} // namespace

BlockSearch::Ground::Ground(Plan plan)
    : problem(std::move(plan)),
      instance(instanceOf(problem, problem.costs.microbatches.areEqual() ? Unequal::Mean : Unequal::Apart)),
      table(blockTableOf(problem, instance)) {}

bool BlockSearch::isFor(const Frame& frame) {
    if (frame.table.ops() > kMostOps || isOff("blocks"))
        return false;
    if (!frame.problem.costs.microbatches.areEqual())
        return canStandApart(frame.problem);
    return frame.problem.costs.pairs.areGiven() || !gapsIn(frame.problem.schedule).empty() ||
           std::ranges::any_of(frame.instance.chunks, [](const Chunk& chunk) {
               return chunk.overlapped.has_value() || chunk.recompute.has_value();
           });
}

BlockSearch::BlockSearch(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads)
    : m_objective(frame.objective), m_incumbent(incumbent), m_seed(seed), m_threads(threads) {
    lay(frame.problem);
}

void BlockSearch::lay(const Plan& problem) {
    m_known.clear();
    m_workers.clear();
    m_ground = std::make_unique<Ground>(problem);
    for (int thread = 0; thread < m_threads; ++thread)
        m_workers.push_back(std::make_unique<Worker>(
            *m_ground, m_objective, m_seed * 1'000'081 + static_cast<std::uint64_t>(m_rounds * m_threads + thread)));
}

void BlockSearch::keep(const Schedule& schedule) {
    Plan plan = m_ground->problem;
    plan.schedule = schedule;
    if (std::optional<BlockRows> rows = rowsOf(m_ground->table, plan, m_ground->instance))
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
        if (start.schedule.directionOf == m_ground->problem.schedule.directionOf)
            keep(start.schedule);
}

const BlockSearch::Known& BlockSearch::pick(int task, Random& random) const {
    if (task % 3 != 1)
        return m_known.front();
    return m_known[static_cast<std::size_t>(random.below(static_cast<int>(m_known.size())))];
}

BlockRows BlockSearch::anneal(Worker& worker, int task, const Effort& effort) const {
    Cooling cooling{.from = kHeats[task % std::size(kHeats)]};
    if (m_ground->table.ops.size() <= kFewOps)
        cooling.from *= kHotter[task % std::size(kHotter)];
    const BlockRows& start = pick(task, worker.random).rows;
    return (task / 2 % 2 == 0 ? worker.annealing.runMirrored(start, cooling, effort, worker.random)
                              : worker.annealing.run(start, cooling, effort, worker.random))
        .rows;
}

void BlockSearch::round(const Effort& share) {
    // Whatever another search found is a start.
    if (m_incumbent.hasSchedule()) {
        const Schedule schedule = m_incumbent.solution().schedule;
        if (schedule.directionOf != m_ground->problem.schedule.directionOf) {
            Plan problem = m_ground->problem;
            problem.schedule.directionOf = schedule.directionOf;
            lay(problem);
        }
        keep(schedule);
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
                worker.found = anneal(worker, m_rounds * m_threads + static_cast<int>(i), effort);
            });
    }
    ++m_rounds;
    ++m_calm;
    for (const auto& worker : m_workers) {
        if (offerMeasured(m_ground->problem, m_objective,
                          scheduleOf(m_ground->table, m_ground->problem, m_ground->instance, worker->found),
                          Method::Blocks, m_incumbent))
            m_calm = 0;
        keep(std::move(worker->found));
    }
}

} // namespace lanewright
