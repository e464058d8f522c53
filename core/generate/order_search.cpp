// SPDX-License-Identifier: Apache-2.0
#include "core/generate/order_search.h"

#include "core/bounds/bounds.h"

#include <tuple>
#include <utility>

namespace lanewright {

namespace {

Fraction valueOf(const OrderCost& cost, Objective objective) {
    switch (objective) {
    case Objective::Period: return cost.period;
    case Objective::Iteration:
    case Objective::Makespan: return {cost.makespan, 1};
    case Objective::LongestSpan: return {cost.longestSpan, 1};
    }
    return {};
}

/// By the objective (see `withoutOptimizer`), then longest span, makespan and peak.
bool isBetter(const OrderCost& a, const OrderCost& b, Objective objective) {
    const Fraction one = valueOf(a, objective);
    const Fraction other = valueOf(b, objective);
    return one == other ? std::tuple{a.longestSpan, a.makespan, a.peak} < std::tuple{b.longestSpan, b.makespan, b.peak}
                        : one < other;
}

} // namespace

Sequences serialSequences(const Instance& instance) {
    Sequences sequences(instance.ranks());
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        const int chunks = static_cast<int>(instance.onRank[rank].size());
        for (int microbatch = 0; microbatch < instance.microbatches[0]; ++microbatch) {
            for (int place = 0; place < chunks; ++place)
                sequences[rank].push_back(codeOf(place, OpKind::F));
            for (int place = chunks - 1; place >= 0; --place) {
                sequences[rank].push_back(codeOf(place, OpKind::B));
                append(sequences[rank], codeOf(place, OpKind::W), instance.weightParts);
            }
        }
    }
    return sequences;
}

std::int64_t opsOf(const Instance& instance) {
    return static_cast<std::int64_t>(instance.chunks.size()) * instance.microbatches[0] * (2 + instance.weightParts);
}

OrderSearch::OrderSearch(const Instance& instance, Objective objective, const Fraction& least)
    : m_instance(instance), m_objective(objective), m_least(least), m_table(tableOf(instance, FreeWeights::Kept)),
      m_timer(m_table, Objective::Makespan), m_filler(m_table) {}

bool OrderSearch::isDone() const { return m_found && valueOf(m_cost, m_objective) <= m_least; }

void OrderSearch::offer() {
    std::optional<OrderCost> cost = m_timer.measured(m_draft);
    if (!cost)
        return;
    if (m_objective == Objective::Period)
        cost->period = m_timer.periodOf(m_draft, *cost, m_found ? std::optional{m_cost.period} : std::nullopt);
    if (m_found && !isBetter(*cost, m_cost, m_objective))
        return;
    m_found = true;
    m_cost = *cost;
    std::swap(m_best, m_draft);
}

void OrderSearch::offerFilled(std::span<const FillRule> rules) {
    m_pattern = m_draft;
    offer();
    for (const FillRule& rule : rules) {
        if (isDone())
            return;
        if (m_filler.build(m_pattern, rule, m_draft))
            offer();
    }
}

void OrderSearch::offerLists(RuleTable rules, std::int64_t budget) {
    RuleScheduler scheduler(m_table);
    rules(m_instance, [&](ListRule rule) {
        rule.safety = Safety::AllEnd;
        rule.lastPlaceFirst = true;
        for (const bool whole : {true, false}) {
            if (isDone() || scheduler.placed() >= budget)
                return false;
            if (!whole && m_instance.weightParts == 1)
                continue;
            rule.wholeWeights = whole;
            if (scheduler.build(rule, draft(), cutoff()))
                offer();
        }
        return true;
    });
}

// What an order must not pass to be the best.
Cutoff OrderSearch::cutoff() const {
    if (!m_found || m_objective == Objective::Period)
        return {};
    return m_objective == Objective::LongestSpan ? Cutoff{.longestSpan = m_cost.longestSpan}
                                                 : Cutoff{.makespan = m_cost.makespan};
}

Result<Schedule> bestOrder(const Plan& problem, Objective objective, const std::function<void(OrderSearch&)>& tryAll) {
    if (const Result<Done> fits = checkRoom(problem); !fits)
        return fits.error();
    const Instance instance = instanceOf(problem);
    OrderSearch search(instance, objective, lowerBounds(problem, objective, BoundEffort::Instant).front().value);
    tryAll(search);
    return scheduleOf(problem, search.best());
}

} // namespace lanewright
