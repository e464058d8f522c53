// SPDX-License-Identifier: Apache-2.0
#include "core/solve/repetend.h"

#include "core/solve/stretch.h"

#include <algorithm>

namespace lanewright {

namespace {

/// What is missing is a multiple of this, so that parts of one to four and of six microbatches fill it.
constexpr int kMultiple = 12;
constexpr int kLongestPart = 6;
/// Beside those that fill and empty the pipeline.
constexpr int kSteady = 4;

Plan shortened(const Plan& problem, int microbatches) {
    Plan plan = problem;
    plan.schedule.order.clear();
    plan.schedule.directionOf.clear();
    plan.schedule.microbatches = microbatches * static_cast<int>(problem.schedule.placement.directions.size());
    return plan;
}

} // namespace

std::optional<int> shortLength(const Instance& instance) {
    const int many = instance.microbatches.front();
    if (!std::ranges::all_of(instance.microbatches, [&](int count) { return count == many; }))
        return {};
    const int least = 2 * std::max(instance.ranks(), instance.stages) + kSteady;
    if (many < least + kMultiple)
        return {};
    return least + (many - least) % kMultiple;
}

Repetend::Repetend(const Frame& large, int microbatches)
    : m_large(large), m_problem(shortened(large.problem, microbatches)), m_small(m_problem, large.objective),
      m_annealing(m_small.table, large.objective), m_rules(m_small.table, m_small.instance, large.objective),
      m_timer(large.table, large.objective) {}

void Repetend::findCycles(bool find) {
    if (!find)
        return;
    m_annealing.findCycles();
    m_rules.findCycles();
    m_timer.findCycles(true);
    if (m_best.cost.stalls())
        return;
    Timer timer(m_small.table, m_small.objective);
    timer.findCycles(true);
    m_best.cost = timer(m_best.sequences);
}

/// The rule that makes the shortest schedule.
void Repetend::makeStart(Allowance& allowance) {
    for (const ListRule& rule : listRules(m_small.instance)) {
        const bool more = allowance.spend(6 * m_small.table.ops());
        if (!more && !m_best.cost.stalls())
            return;
        if (RuleDraft made = m_rules.attempt(rule); made.draft.cost.energy < m_best.cost.energy)
            m_best = std::move(made.draft);
    }
}

void Repetend::drawOut(const Draft& draft, Allowance& allowance, Draft& best) {
    Draft drawn = stretched(m_small.table, draft.sequences, m_large.table, m_timer, kLongestPart, allowance);
    if (drawn.cost.energy < best.cost.energy)
        best = std::move(drawn);
}

Draft Repetend::run(const Effort& effort, Random& random) {
    Allowance whole(effort);
    Draft best;
    if (m_best.cost.stalls()) {
        makeStart(whole);
        if (m_best.cost.stalls())
            return best;
        drawOut(m_best, whole, best);
    }
    Effort part = partOf(effort, 0.6);
    part.goal = 0;
    part.found = nullptr;
    Draft found = m_annealing.run(m_best, {.from = 0.2}, part, random);
    drawOut(found, whole, best);
    if (found.cost.energy < m_best.cost.energy)
        m_best = std::move(found);
    if (!best.cost.stalls() && effort.found)
        effort.found(best.sequences, best.cost);
    return best;
}

} // namespace lanewright
