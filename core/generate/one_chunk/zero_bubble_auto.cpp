// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/in_turn.h"
#include "core/generate/lower_limits.h"
#include "core/generate/one_chunk/zero_bubble_lists.h"
#include "core/generate/one_chunk/zero_bubble_rounds.h"
#include "core/generate/placing.h"

#include <algorithm>

namespace lanewright {

namespace {

// How many ops are placed in all: by list scheduling, and by whatever is tried with less memory than there is.
constexpr std::int64_t kListBudget = 300'000;
constexpr std::int64_t kLessBudget = 190'000;
constexpr std::int64_t kLargeListBudget = 120'000; ///< where one lower limit alone would be too much
constexpr int kMostLists = 2'000;
constexpr int kLessLists = 16; ///< rules of list scheduling for each limit below the given one

bool hasEqualStages(const Instance& instance) {
    return std::ranges::all_of(instance.chunks, [&](const Chunk& chunk) {
        const Chunk& first = instance.chunks.front();
        return chunk.forward == first.forward && chunk.backward == first.backward && chunk.weight == first.weight;
    });
}

/// The same as if each stage took the middle time of all.
Instance evened(Instance instance) {
    for (Time Chunk::*time : {&Chunk::forward, &Chunk::backward, &Chunk::weight}) {
        std::vector<Time> times;
        times.reserve(instance.chunks.size());
        for (const Chunk& chunk : instance.chunks)
            times.push_back(chunk.*time);
        std::ranges::sort(times);
        const std::size_t half = times.size() / 2;
        const Time middle = times.size() % 2 == 1 ? times[half] : times[half - 1] / 2 + times[half] / 2;
        for (Chunk& chunk : instance.chunks)
            chunk.*time = middle;
    }
    return instance;
}

/// What the paper tries, and orders made by hand.
void tryPublished(const Plan& problem, OrderSearch& search) {
    const Instance& instance = search.instance();
    search.draft() = serialSequences(instance);
    search.offer();
    offerRounds(instance, search);
    for (const TurnRule& handMade : {kZbH1, kZbH2}) {
        Plan plan = problem;
        plan.schedule = orderInTurn(problem, handMade);
        search.draft() = *sequencesOf(plan, instance);
        search.offer();
    }
    // The paper's method in twice the memory must not do worse than in the memory of 1F1B.
    Instance oneFold = instance;
    std::ranges::transform(instance.limit, roomFor(instance, instance.ranks()), oneFold.limit.begin(),
                           [](Bytes limit, Bytes room) { return std::min(limit, room); });
    if (!search.isDone() && oneFold.limit != instance.limit)
        offerRounds(oneFold, search);
}

void tryAllOnChunks(const Plan& problem, OrderSearch& search) {
    const Instance& instance = search.instance();
    tryPublished(problem, search);
    if (!search.isDone() && !hasEqualStages(instance))
        offerRounds(evened(instance), search);
    const bool isLarge = kRoundRules * opsOf(instance) > kLessBudget;
    search.offerLists(instance, eachLineRule, kMostLists, isLarge ? kLargeListBudget : kListBudget);
    if (!isLarge)
        tryLowerLimits(problem, search, {offerRounds, eachLineRule, kLessLists, kLessBudget});
}

/// Tries all that is known to make orders with one chunk per rank; or, `asPublished`, the paper's own constructions
/// alone where they were made for the problem.
///
/// No method is the best for all costs, and each takes O(ops), so all are run and the best order is kept, until a bound
/// says that none can be better. Rounds are tried as published, on the costs as they are and on the middle of all
/// stages' costs, which keeps uneven stages in step; then list schedules; then both under lower limits, because a
/// heuristic can do worse with more memory.
Result<Schedule> searched(const Plan& problem, const Choices& choices, bool asPublished) {
    if (const Result<Done> fits = checkRoom(problem); !fits)
        return fits.error();
    const Instance instance = instanceOf(problem);
    OrderSearch search(instance, choices.objective, leastWithin(problem, choices.objective, instance.limit));
    const bool isPublished = asPublished && choices.objective == Objective::LongestSpan && hasEqualStages(instance);
    (isPublished ? tryPublished : tryAllOnChunks)(problem, search);
    return scheduleOf(problem, search.best());
}

} // namespace

Result<Schedule> makeZbAuto(const Plan& problem, const Choices& choices) { return searched(problem, choices, false); }

Result<Schedule> makeZbFold(const Plan& problem, const Choices& choices) { return searched(problem, choices, true); }

} // namespace lanewright
