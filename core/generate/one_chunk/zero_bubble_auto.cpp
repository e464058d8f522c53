// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"
#include "core/generate/in_turn.h"
#include "core/generate/lower_limits.h"
#include "core/generate/one_chunk/zero_bubble_lists.h"
#include "core/generate/one_chunk/zero_bubble_rounds.h"
#include "core/generate/placing.h"

#include <algorithm>
#include <utility>

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

/// So much that each rank can hold `microbatches`, or the given limits where they are less.
std::vector<Bytes> limitsFor(const Instance& instance, int microbatches) {
    std::vector<Bytes> limits = instance.limit;
    for (const Chunk& chunk : instance.chunks)
        limits[chunk.rank] = std::min(limits[chunk.rank], microbatches * chunk.forwardMemory + chunk.recomputeMemory);
    return limits;
}

/// Tries all that is known to make orders with one chunk per rank.
///
/// No method is the best for all costs, and each takes O(ops), so all are run and the best order is kept, until a bound
/// says that none can be better. Rounds are tried as published, on the costs as they are and on the middle of all
/// stages' costs, which keeps uneven stages in step; then list schedules; then both under lower limits, because a
/// heuristic can do worse with more memory.
class OneChunkSearch {
public:
    OneChunkSearch(const Plan& problem, const Instance& instance, Objective objective)
        : m_problem(problem), m_instance(instance), m_objective(objective),
          m_search(instance, objective, leastWithin(problem, objective, instance.limit)) {}

    /// What the paper tries, and orders made by hand.
    void tryPublished() {
        m_search.draft() = serialSequences(m_instance);
        m_search.offer();
        tryRounds(m_instance);
        for (const TurnRule& handMade : {kZbH1, kZbH2}) {
            Plan plan = m_problem;
            plan.schedule = orderInTurn(m_problem, handMade);
            m_search.draft() = *sequencesOf(plan);
            m_search.offer();
        }
        // The paper's method in twice the memory must not do worse than in the memory of 1F1B.
        Instance oneFold = m_instance;
        oneFold.limit = limitsFor(m_instance, m_instance.ranks());
        if (!m_search.isDone() && oneFold.limit != m_instance.limit)
            tryRounds(oneFold);
    }

    void tryAll() {
        tryPublished();
        if (!m_search.isDone() && !hasEqualStages(m_instance))
            tryRounds(evened(m_instance));
        const bool isLarge = static_cast<std::int64_t>(roundRules().size()) * opsOf(m_instance) > kLessBudget;
        m_search.offerLists(m_instance, eachLineRule, kMostLists, isLarge ? kLargeListBudget : kListBudget);
        if (isLarge)
            return;
        tryLowerLimits(m_problem, m_objective, m_search, kLessBudget, [&](const Instance& less) {
            const std::int64_t placed = tryRounds(less);
            return placed + m_search.offerLists(less, eachLineRule, kLessLists, kLessBudget - placed);
        });
    }

    const Sequences& best() const { return m_search.best(); }

private:
    // All rules, on an instance that has our limits or lower ones. Returns how many ops that placed.
    std::int64_t tryRounds(const Instance& instance) {
        RoundBuilder builder(instance);
        std::int64_t placed = 0;
        for (RoundRule rule : roundRules())
            for (const bool whole : {true, false}) {
                if (!whole && instance.weightParts == 1)
                    continue;
                rule.wholeWeights = whole;
                builder.build(rule, m_search.draft());
                placed += opsOf(instance);
                m_search.offer();
            }
        return placed;
    }

    const Plan& m_problem;
    const Instance& m_instance;
    Objective m_objective;
    OrderSearch m_search;
};

Plan withFold(const Plan& problem, int fold) {
    Plan plan = joinChunks(problem);
    plan.memory.limit.assign(plan.schedule.ranks(), std::nullopt);
    // Where microbatches differ, of the largest. Only one activation is ever made again before its B.
    for (const Chunk& chunk : instanceOf(plan).chunks)
        plan.memory.limit[chunk.rank] = fold * plan.schedule.ranks() * chunk.forwardMemory + chunk.recomputeMemory;
    return plan;
}

/// By all that is known; or, `asPublished`, by the paper's own constructions alone where they were made for the
/// problem.
Result<Schedule> searched(const Plan& problem, const Choices& choices, bool asPublished) {
    if (const Result<Done> fits = checkRoom(problem); !fits)
        return fits.error();
    const Instance instance = instanceOf(problem);
    OneChunkSearch search(problem, instance, choices.objective);
    if (asPublished && choices.objective == Objective::LongestSpan && hasEqualStages(instance))
        search.tryPublished();
    else
        search.tryAll();
    return scheduleOf(problem, search.best());
}

} // namespace

Plan withOneFold(const Plan& problem) { return withFold(problem, 1); }

Plan withTwoFold(const Plan& problem) { return withFold(problem, 2); }

Result<Schedule> makeZbAuto(const Plan& problem, const Choices& choices) { return searched(problem, choices, false); }

Result<Schedule> makeZbFold(const Plan& problem, const Choices& choices) { return searched(problem, choices, true); }

} // namespace lanewright
