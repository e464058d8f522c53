// SPDX-License-Identifier: Apache-2.0
#include "core/solve/unequal_search.h"

#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <thread>
#include <utility>

namespace lanewright {

namespace {

/// How hot annealing of single ops begins, as in `Cooling`.
constexpr double kWarm = 0.15;
/// Up to so many ops annealing that begins hot comes back within a round.
constexpr int kFewOps = 200;
/// How often the heat is doubled, round after round, before it begins anew.
constexpr int kDoublings = 5;

} // namespace

std::optional<Schedule> OpSearch::run(const Schedule& start, const Effort& effort, Random& random) {
    if (!canStandApart(m_plan))
        return {};
    if (!m_laid || start.directionOf != m_plan.schedule.directionOf) {
        m_plan.schedule.directionOf = start.directionOf;
        m_laid = std::make_unique<Laid>(m_plan, m_objective);
    }
    const Frame& frame = m_laid->frame;
    Plan plan = m_plan;
    plan.schedule = start;
    const Result<Sequences> sequences = sequencesOf(plan, frame.instance);
    if (!sequences)
        return {};
    Draft draft{.sequences = withoutFreeWeights(frame.table, *sequences)};
    for (int rank = 0; rank < frame.table.ranks(); ++rank)
        if (!isLegal(frame.table, rank, draft.sequences[rank]))
            return {};
    draft.cost = m_laid->timer(draft.sequences);
    if (draft.cost.stalls())
        return {};
    const int doublings = frame.table.ops() <= kFewOps ? m_calm % (kDoublings + 1) : 0;
    draft = m_laid->annealing.run(draft, {.from = kWarm * (1 << doublings)}, effort, random);
    return scheduleFrom(frame, draft.sequences);
}

UnequalSearch::UnequalSearch(const Plan& problem, Objective objective, Moves moves, bool deals, Incumbent& incumbent,
                             std::uint64_t seed, int threads)
    : m_problem(problem), m_objective(objective), m_moves(moves), m_incumbent(incumbent) {
    for (int thread = 0; thread < threads; ++thread)
        m_workers.push_back(
            std::make_unique<Worker>(Worker{.microbatches = MicrobatchSearch(problem, objective, deals),
                                            .ops = OpSearch(problem, objective),
                                            .random = Random(seed * 1'000'033 + static_cast<std::uint64_t>(thread))}));
}

void UnequalSearch::offer(Schedule schedule, const MadeBy& madeBy) {
    Plan plan = m_problem;
    plan.schedule = std::move(schedule);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline))
        return;
    const Fraction value = valueOf(measure(plan, timeline), m_objective);
    if (value >= m_incumbent.value() || !isValid(validate(plan, timeline)))
        return;
    m_calm = 0;
    m_incumbent.offer(std::move(plan.schedule), value, madeBy);
}

bool UnequalSearch::isExhausted() const {
    return m_moves == Moves::Microbatches && m_allTried && m_incumbent.hasSchedule() &&
           *m_allTried == m_incumbent.solution().schedule;
}

bool UnequalSearch::movesMicrobatches(int task, const Schedule& start) const {
    switch (m_moves) {
    case Moves::Microbatches: return true;
    case Moves::Ops: return false;
    case Moves::Both: return task % 2 == 0 && m_allTried != start;
    }
    return false;
}

void UnequalSearch::work(Worker& worker, int task, const Schedule& start, const Effort& share) const {
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    const bool microbatches = movesMicrobatches(task, start);
    worker.ops.setCalm(m_calm);
    worker.method = microbatches ? Method::MicrobatchOrder : Method::OpOrder;
    worker.found = microbatches ? worker.microbatches.run(start, effort, worker.random)
                                : worker.ops.run(start, effort, worker.random);
}

void UnequalSearch::round(const Effort& share) {
    if (!m_incumbent.hasSchedule())
        return;
    const Schedule start = m_incumbent.solution().schedule;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < static_cast<int>(m_workers.size()); ++i) {
            // With an even number of threads each of them gets to do everything.
            const int task =
                m_rounds * static_cast<int>(m_workers.size()) + (i + m_rounds) % static_cast<int>(m_workers.size());
            threads.emplace_back([this, i, task, &start, &share] { work(*m_workers[i], task, start, share); });
        }
    }
    ++m_rounds;
    ++m_calm;
    for (const auto& worker : m_workers)
        if (worker->method == Method::MicrobatchOrder && !worker->found && worker->microbatches.triedAll())
            m_allTried = start;
    for (const auto& worker : m_workers)
        if (worker->found)
            offer(*std::move(worker->found), {worker->method});
    for (const auto& worker : m_workers)
        worker->found.reset();
}

} // namespace lanewright
