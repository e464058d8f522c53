// SPDX-License-Identifier: Apache-2.0
#include "core/solve/unequal_search.h"

#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <thread>
#include <utility>

namespace lanewright {

UnequalSearch::UnequalSearch(const Plan& problem, Objective objective, bool deals, Incumbent& incumbent,
                             std::uint64_t seed, int threads)
    : m_problem(problem), m_objective(objective), m_incumbent(incumbent) {
    for (int thread = 0; thread < threads; ++thread)
        m_workers.push_back(
            std::make_unique<Worker>(Worker{.search = MicrobatchSearch(problem, objective, deals),
                                            .random = Random(seed * 1'000'033 + static_cast<std::uint64_t>(thread))}));
}

void UnequalSearch::offer(Schedule schedule) {
    Plan plan = m_problem;
    plan.schedule = std::move(schedule);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (!reachesEnd(plan.schedule, timeline))
        return;
    const Fraction value = valueOf(measure(plan, timeline), m_objective);
    if (value >= m_incumbent.value() || !isValid(validate(plan, timeline)))
        return;
    m_calm = 0;
    m_incumbent.offer(std::move(plan.schedule), value, {Method::MicrobatchOrder});
}

bool UnequalSearch::isExhausted() const {
    return m_allTried && m_incumbent.hasSchedule() && *m_allTried == m_incumbent.solution().schedule;
}

void UnequalSearch::round(const Effort& share) {
    if (!m_incumbent.hasSchedule() || isExhausted())
        return;
    const Schedule start = m_incumbent.solution().schedule;
    Effort effort = share;
    effort.goal = m_incumbent.goal();
    {
        std::vector<std::jthread> threads;
        threads.reserve(m_workers.size());
        for (const auto& worker : m_workers)
            threads.emplace_back([&] { worker->found = worker->search.run(start, effort, worker->random); });
    }
    ++m_calm;
    for (const auto& worker : m_workers) {
        if (!worker->found && worker->search.triedAll())
            m_allTried = start;
        if (worker->found)
            offer(*std::exchange(worker->found, {}));
    }
}

} // namespace lanewright
