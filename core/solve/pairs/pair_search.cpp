// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/pair_search.h"

#include "core/base/switches.h"
#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cstddef>
#include <thread>

namespace lanewright {

namespace {

/// Orders kept as starts.
constexpr std::size_t kMostKnown = 12;
/// As where ops without pairs are moved.
constexpr std::int64_t kMostPairedOps = 1'000'000;

} // namespace

bool PairSearch::isFor(const Frame& frame) {
    return !isOff("pairs") && frame.table.ops() <= kMostPairedOps && pairsPay(frame.problem);
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
    const auto at = std::ranges::find_if(m_known, [&](const Known& each) { return known.cost < each.cost; });
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
    constexpr double kHeats[] = {0.02, 0.1, 0.05, 0.4};
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
