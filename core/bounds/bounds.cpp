// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/bounds.h"

#include "core/base/switches.h"
#include "core/bounds/parts.h"
#include "core/simulate/iteration_time.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

namespace lanewright {

namespace bounds {

std::optional<Time> shortestPair(const Instance& instance, int rank) {
    std::optional<Time> shortest;
    for (const int chunk : instance.onRank[rank])
        if (const std::optional<Time> pair = instance.chunks[chunk].overlapped)
            shortest = std::min(shortest.value_or(*pair), *pair);
    return shortest;
}

namespace {

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
        chunk.backward = problem.recompute(index) + gradient;
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

Case caseOf(const Plan& problem, Objective objective, Unequal as, Dealing dealing) {
    const bool anew = dealing == Dealing::Anew;
    Case result{.instance = anew ? leastInstanceOfAnyDeal(problem) : instanceOf(problem, as)};
    Instance& instance = result.instance;
    const std::size_t ranks = instance.onRank.size();
    result.head.assign(ranks, 0);
    result.tail.assign(ranks, 0);
    if (objective == Objective::Iteration) {
        const IterationEnd end = iterationEndOf(problem);
        const bool waits = problem.optimizerMode == OptimizerMode::Synchronous;
        result.tail = waits ? end.normDelay : end.step;
        for (int rank = 0; waits && rank < end.ranks(); ++rank)
            result.head[rank] = end.freeAfter(rank);
    }
    if (!problem.costs.microbatches.areEqual() && as != Unequal::Apart && !isOff("bound:true-work")) {
        result.trueWork = anew ? leastWorkPerRank(problem) : workPerRank(problem);
        result.saved.assign(ranks, 0);
        for (int rank = 0; rank < instance.ranks(); ++rank)
            // Where microbatches are dealt anew, nobody knows which pairs there are: they might save all.
            if (shortestPair(instance, rank))
                result.saved[rank] = anew ? result.trueWork[rank] : savedByPairs(problem, instance, rank);
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

std::vector<Bound> boundsOf(const bounds::Case& parts, Objective bounded, BoundEffort effort,
                            const std::stop_token& stop) {
    std::vector<Bound> found = bounds::closedForms(parts, bounded);
    if (effort != BoundEffort::Instant) {
        std::vector<Bound> more = bounds::opBounds(parts, bounded, effort, stop);
        std::ranges::move(more, std::back_inserter(found));
    }
    return found;
}

/// Chunks of a rank times microbatches, beyond which closed forms would take too long for microbatches on their own.
constexpr double kMostApartInstant = 2e6;
constexpr double kMostApartFull = 2e8;

/// Stages times microbatches, up to which their ops are looked at one by one.
constexpr std::int64_t kMostApartCells = 400;

bool fitsApart(const Plan& problem, BoundEffort effort) {
    const Schedule& schedule = problem.schedule;
    const double chunks = static_cast<double>(schedule.stages()) * schedule.microbatches;
    const double steps = chunks * chunks / std::max(1, schedule.ranks());
    return canStandApart(problem) && steps <= (effort == BoundEffort::Full ? kMostApartFull : kMostApartInstant);
}

/// Bounds with each op as a series of its own, of which looking at all takes the square.
std::vector<Bound> boundsApart(const Plan& problem, Objective objective, BoundEffort effort,
                               const std::stop_token& stop) {
    const bool few = std::int64_t{1} * problem.schedule.stages() * problem.schedule.microbatches <= kMostApartCells;
    std::vector<Bound> apart =
        boundsOf(bounds::caseOf(problem, objective, Unequal::Apart), bounds::boundedBy(problem, objective),
                 few ? effort : BoundEffort::Instant, stop);
    for (Bound& bound : apart)
        if (bound.argument && bound.argument->part)
            bound.argument.reset(); // its direction is a microbatch
    return apart;
}

/// Keeps the larger bound of each name.
void takeLarger(std::vector<Bound>& found, std::vector<Bound> others) {
    for (Bound& other : others) {
        const auto same = std::ranges::find(found, other.name, &Bound::name);
        if (same == found.end())
            found.push_back(std::move(other));
        else if (same->value < other.value)
            *same = std::move(other);
    }
}

} // namespace

std::vector<Bound> lowerBounds(const Plan& problem, Objective objective, BoundEffort effort,
                               const std::stop_token& stop, Dealing dealing) {
    const Objective bounded = bounds::boundedBy(problem, objective);
    const bool unequal = !problem.costs.microbatches.areEqual();
    if (!unequal)
        dealing = Dealing::AsGiven;
    const bounds::Case parts = bounds::caseOf(problem, objective, Unequal::Least, dealing);
    std::vector<Bound> found = boundsOf(parts, bounded, effort, stop);
    if (dealing == Dealing::AsGiven)
        if (std::optional<Bound> pairs = bounds::pairBound(problem, parts, bounded))
            found.push_back(*std::move(pairs));
    if (unequal && dealing == Dealing::Anew) {
        if (std::optional<Bound> deal = bounds::dealBound(problem, objective))
            found.push_back(*std::move(deal));
    } else if (unequal && fitsApart(problem, effort) && !isOff("bound:apart")) {
        takeLarger(found, boundsApart(problem, objective, effort, stop));
    }
    if (objective == Objective::LongestSpan)
        for (Bound& bound : found)
            bound.value = roundedUp(bound.value);
    if (const Proof* proof = proofOf(problem); proof && proof->objective == objective && !proof->argument)
        found.push_back(provedBy(proof->by, proof->lowerBound));
    std::erase_if(found, [](const Bound& bound) { return isOff("bound:" + bound.name); });
    // Equal bounds keep their order: the one that is said first is the simplest.
    std::ranges::stable_sort(found, std::greater<>{}, &Bound::value);
    return found;
}

void refuteValues(const Plan& problem, Objective objective, const Bound& largest, std::int64_t effort,
                  const std::stop_token& stop, const BoundProgress& raised) {
    const Fraction most = raised(largest);
    if (!isOff("refuting") && largest.value < most && problem.costs.microbatches.areEqual())
        bounds::refute(bounds::caseOf(problem, objective), bounds::boundedBy(problem, objective), largest, most, effort,
                       stop, raised);
}

Bound provedBy(std::string_view by, const Fraction& value) {
    return {std::string{kProved}, value, -1, say(phrase("bound", "%1 found that no order is below"), by)};
}

const Bound& largestUnder(const std::vector<Bound>& bounds, const Fraction& value) {
    const auto stands = [&](const Bound& bound) { return bound.name != kProved || bound.value <= value; };
    const auto largest = std::ranges::find_if(bounds, stands);
    return largest == bounds.end() ? bounds.front() : *largest;
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
