// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"

#include "core/bounds/parts.h"
#include "core/simulate/iteration_time.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace lanewright {

namespace bounds {

namespace {

/// The shortest pair whose F is of this rank; none: pairs take as long as their parts.
std::optional<Time> shortestPair(const Instance& instance, int rank) {
    std::optional<Time> shortest;
    for (const int chunk : instance.onRank[rank])
        if (const std::optional<Time> pair = instance.chunks[chunk].overlapped)
            shortest = std::min(shortest.value_or(*pair), *pair);
    return shortest;
}

/// Shortens ops until F, B and W in a row fit into any pair: then the parts of a pair can be run one after the other in
/// its place, and what bounds those orders bounds the pairs too.
void shrinkPairs(Case& problem, int rank) {
    Instance& instance = problem.instance;
    const std::optional<Time> shortest = shortestPair(instance, rank);
    if (!shortest)
        return;
    Time largest = 0; // the longest backward that a pair may hold, maybe fused with its W
    for (const int index : instance.onRank[rank]) {
        Chunk& chunk = instance.chunks[index];
        const Time gradient = std::min(problem.gradient(index), *shortest);
        chunk.backward = problem.recompute[index] + gradient;
        chunk.weight = std::min(chunk.weight, *shortest - gradient);
        largest = std::max(largest, gradient + chunk.weight);
    }
    for (const int index : instance.onRank[rank]) {
        Chunk& chunk = instance.chunks[index];
        if (chunk.overlapped)
            chunk.forward = std::min(chunk.forward, *chunk.overlapped - largest);
    }
}

} // namespace

Objective boundedBy(const Plan& problem, Objective objective) {
    // With the right gaps an order can be run at its period (rounded up), so spans have no bounds of their own.
    if (objective == Objective::LongestSpan)
        return Objective::Period;
    return withoutOptimizer(objective, problem.optimizerMode);
}

Case caseOf(const Plan& problem, Objective objective) {
    Case result{.instance = instanceOf(problem, Unequal::Least)};
    Instance& instance = result.instance;
    const std::size_t ranks = instance.onRank.size();
    result.head.assign(ranks, 0);
    result.tail.assign(ranks, 0);
    if (objective == Objective::Iteration) {
        const IterationEnd end = iterationEndOf(problem);
        const bool waits = problem.optimizerMode == OptimizerMode::Synchronous;
        result.tail = waits ? end.normWay : end.step;
        for (int rank = 0; waits && rank < end.ranks(); ++rank)
            result.head[rank] = end.freeAfter(rank);
    }
    for (const Chunk& chunk : instance.chunks) {
        result.recompute.push_back(chunk.recompute.value_or(0));
        result.recomputes.push_back(chunk.recompute.has_value());
    }
    if (!problem.costs.microbatches.areEqual()) {
        result.trueWork = workPerRank(problem);
        for (int rank = 0; rank < instance.ranks(); ++rank)
            if (shortestPair(instance, rank))
                result.trueWork[rank] = 0;
    }
    if (!checkRoom(problem))
        std::ranges::fill(instance.limit, Instance::kNoLimit);
    if (std::accumulate(instance.microbatches.begin(), instance.microbatches.end(), 0) > 1)
        for (int rank = 0; rank < instance.ranks(); ++rank)
            shrinkPairs(result, rank);
    return result;
}

} // namespace bounds

namespace {

/// The next whole number: a longest span is a difference of times.
Fraction roundedUp(const Fraction& value) { return {(value.numerator + value.denominator - 1) / value.denominator, 1}; }

} // namespace

std::vector<Bound> lowerBounds(const Plan& problem, Objective objective, BoundEffort effort,
                               const std::stop_token& stop) {
    const bounds::Case parts = bounds::caseOf(problem, objective);
    const Objective bounded = bounds::boundedBy(problem, objective);
    std::vector<Bound> found = bounds::closedForms(parts, bounded);
    if (effort == BoundEffort::Full) {
        std::vector<Bound> more = bounds::opBounds(parts, bounded, stop);
        std::ranges::move(more, std::back_inserter(found));
    }
    if (objective == Objective::LongestSpan)
        for (Bound& bound : found)
            bound.value = roundedUp(bound.value);
    if (const Proof* proof = proofOf(problem); proof && proof->objective == objective)
        found.push_back(provedBy(proof->by, proof->lowerBound));
    // Equal bounds keep their order: the one that is said first is the simplest.
    std::ranges::stable_sort(found, std::greater<>{}, &Bound::value);
    return found;
}

Bound provedBy(std::string_view by, const Fraction& value) {
    return {"proof", value, -1, say(phrase("bound", "a search by %1 found that no order is below"), by)};
}

std::optional<Avoidable> avoidableOf(const Metrics& metrics, const Fraction& lowerBound) {
    const std::optional<Fraction> time = metrics.iterationTime();
    if (!time)
        return {};
    if (*time <= lowerBound)
        return Avoidable{};
    const Fraction above = *time - lowerBound;
    return Avoidable{above, shareOf(above, *time)};
}

double gapOf(const Fraction& value, const Fraction& bound) {
    if (value == bound || bound.numerator == 0)
        return 0;
    return value.value() / bound.value() - 1;
}

} // namespace lanewright
