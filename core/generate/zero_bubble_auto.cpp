// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/bounds.h"
#include "core/generate/families.h"
#include "core/generate/order_search.h"
#include "core/generate/placing.h"
#include "core/generate/zero_bubble_hand.h"
#include "core/generate/zero_bubble_lists.h"
#include "core/generate/zero_bubble_rounds.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lanewright {

namespace {

// How many ops are placed in all: by list scheduling, and by whatever is tried with less memory than there is.
constexpr std::int64_t kListBudget = 1'000'000;
constexpr std::int64_t kLessBudget = 500'000;
constexpr int kLessLists = 8; ///< rules of list scheduling for each limit below the given one

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

/// So many microbatches between F and B, and so many W waiting, on every rank.
struct Room {
    int forwards = 0;
    int weights = 0;
};

/// The least limits of this room, or the given ones where they are less.
std::vector<Bytes> limitsFor(const Instance& instance, const Room& room) {
    std::vector<Bytes> limits = instance.limit;
    for (const Chunk& chunk : instance.chunks)
        limits[chunk.rank] = std::min(limits[chunk.rank], room.forwards * chunk.forwardMemory + chunk.recomputeMemory -
                                                              room.weights * chunk.weightMemory);
    return limits;
}

/// Tries all that is known to make orders with one chunk per rank.
class OneChunkSearch {
public:
    OneChunkSearch(const Plan& problem, const Instance& instance, Objective objective)
        : m_problem(problem), m_instance(instance), m_objective(objective),
          m_search(instance, objective, leastWithin(instance.limit)) {}

    /// What the paper tries, and orders made by hand.
    void tryPublished() {
        m_search.draft() = serialWords(m_instance);
        m_search.offer();
        tryRounds(m_instance);
        for (const auto& handMade : {zbH1, zbH2}) {
            m_search.draft() = handMade(m_instance);
            m_search.offer();
        }
        // The paper's method in twice the memory must not do worse than in the memory of 1F1B.
        Instance oneFold = m_instance;
        oneFold.limit = limitsFor(m_instance, {.forwards = m_instance.ranks()});
        if (!m_search.isDone() && oneFold.limit != m_instance.limit)
            tryRounds(oneFold);
    }

    void tryAll() {
        tryPublished();
        if (!m_search.isDone() && !hasEqualStages(m_instance))
            tryRounds(evened(m_instance));
        tryLists(m_instance, kListBudget);
        tryLess();
    }

    const Words& best() const { return m_search.best(); }

private:
    /// No order is below this within the limits.
    Fraction leastWithin(const std::vector<Bytes>& limits) {
        for (int rank = 0; rank < m_instance.ranks(); ++rank)
            if (limits[rank] < Instance::kNoLimit) {
                m_problem.memory.limit.resize(m_instance.ranks());
                m_problem.memory.limit[rank] = limits[rank];
            }
        return lowerBounds(m_problem, m_objective, BoundEffort::Instant).front().value;
    }

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
                for (const Word& word : m_search.draft())
                    placed += static_cast<std::int64_t>(word.size());
                m_search.offer();
            }
        return placed;
    }

    // Returns how many ops that placed: about `budget` at most.
    std::int64_t tryLists(const Instance& instance, std::int64_t budget, std::size_t most = kMostRules) {
        ChunkListScheduler scheduler(instance);
        std::vector<ChunkListRule> rules = listRules(instance);
        rules.resize(std::min(rules.size(), most));
        for (ChunkListRule& rule : rules)
            for (const bool whole : {true, false}) {
                if (m_search.isDone() || scheduler.placed() >= budget)
                    return scheduler.placed();
                if (!whole && instance.weightParts == 1)
                    continue;
                rule.wholeWeights = whole;
                if (scheduler.build(rule, m_search.cutoff(), m_search.draft()))
                    m_search.offer();
            }
        return scheduler.placed();
    }

    // More memory must not give a worse order, so less is tried, too, for as long as less could be better.
    void tryLess() {
        std::int64_t placed = 0;
        Instance less = m_instance;
        for (const Room& room : roomsBelow()) {
            if (m_search.isDone() || placed >= kLessBudget)
                return;
            std::vector<Bytes> limits = limitsFor(m_instance, room);
            if (limits == less.limit)
                continue;
            less.limit = std::move(limits);
            if (!m_search.isBeatable(leastWithin(less.limit)))
                return;
            placed += tryRounds(less);
            placed += tryLists(less, kLessBudget - placed, kLessLists);
        }
    }

    // From the most room that is less than what there is to the least.
    std::vector<Room> roomsBelow() const {
        constexpr int kWeights = 3;
        int most = 1;
        for (int chunk = 0; chunk < m_instance.stages; ++chunk)
            most = std::max(most, mostInFlight(m_instance, chunk));
        std::vector<Room> rooms;
        for (int forwards = most; forwards >= 1; --forwards)
            for (int weights = kWeights - 1; weights >= 0; --weights)
                rooms.push_back({forwards, weights});
        const auto bytes = [&](const Room& room) {
            const Chunk& chunk = m_instance.chunks.front();
            return room.forwards * chunk.forwardMemory - room.weights * chunk.weightMemory;
        };
        std::ranges::stable_sort(rooms, std::greater<>{}, bytes);
        return rooms;
    }

    static constexpr std::size_t kMostRules = 2'000;

    Plan m_problem; ///< with the limits whose bound was looked for last
    const Instance& m_instance;
    Objective m_objective;
    OrderSearch m_search;
};

Plan withFold(const Plan& problem, int fold) {
    Plan plan = joinChunks(problem);
    plan.memory.limit.assign(plan.schedule.ranks(), std::nullopt);
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const StageMemory& memory = plan.memory.of(0, stage);
        // Only one activation is ever made again before its B.
        const Bytes recompute = plan.costs.recomputes(0, stage) ? memory.recompute : 0;
        plan.memory.limit[plan.schedule.placement.rankOf(0, stage)] =
            fold * plan.schedule.ranks() * memory.forward + recompute;
    }
    return plan;
}

} // namespace

Plan withOneFold(const Plan& problem) { return withFold(problem, 1); }

Plan withTwoFold(const Plan& problem) { return withFold(problem, 2); }

Result<Schedule> makeZbAuto(const Plan& problem, const Choices& choices) {
    if (auto error = lacksRoom(problem))
        return *std::move(error);
    const Instance instance = instanceOf(problem);
    OneChunkSearch search(problem, instance, choices.objective);
    search.tryAll();
    return scheduleOf(problem, search.best());
}

Result<Schedule> makeZbFold(const Plan& problem, const Choices& choices) {
    const Instance instance = instanceOf(problem);
    if (choices.objective != Objective::LongestSpan || !hasEqualStages(instance))
        return makeZbAuto(problem, choices);
    if (auto error = lacksRoom(problem))
        return *std::move(error);
    OneChunkSearch search(problem, instance, choices.objective);
    search.tryPublished();
    return scheduleOf(problem, search.best());
}

} // namespace lanewright
