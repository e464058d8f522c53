// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv_auto.h"

#include "core/generate/families.h"
#include "core/generate/lower_limits.h"
#include "core/generate/order_search.h"
#include "core/generate/v/v_pattern.h"
#include "core/generate/v/v_shape.h"
#include "core/generate/v/zbv_fixed.h"
#include "core/generate/v/zbv_lists.h"
#include "core/generate/v/zbv_rounds.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

// How many ops are placed in all: by list scheduling, and by whatever is tried with less memory than there is.
constexpr std::int64_t kVListBudget = 400'000;
constexpr std::int64_t kVLessBudget = 600'000;
constexpr int kMostVLists = 150;
constexpr int kLessVLists = 40;         ///< rules of list scheduling for each limit below the given one
constexpr int kMostRepeat = 10;         ///< slots from a microbatch to the next in a pattern with free slots
constexpr int kMostStretchedRanks = 32; ///< to find such patterns for more would take long
constexpr int kMostRuns = 8; ///< how often the rounds are built, each time with what the time before has shown

constexpr Hop kFull{4, 2};
constexpr Hop kHalf{2, 1};
constexpr Hop kThird{1, 1};

constexpr std::array kFills{FillRule{.overrun = 0}, FillRule{.overrun = 0, .spareIdlest = true},
                            FillRule{.overrun = 1, .spareIdlest = true}, FillRule{.overrun = 2},
                            FillRule{.overrun = 3}};

/// Tries all that is known to make orders on a V: the fixed form and patterns as rich as the memory allows, as they are
/// and with their W placed anew; rounds; and list schedules.
class VSearch {
public:
    VSearch(const Instance& instance, Objective objective, const Fraction& least)
        : m_ops(opsOf(instance)), m_search(instance, objective, least) {}

    void tryOrder(const Sequences& sequences) {
        m_search.draft() = sequences;
        m_search.offerFilled(kFills);
    }

    void tryAll() {
        const Instance& instance = m_search.instance();
        m_search.draft() = serialSequences(instance);
        m_search.offer();
        tryOrder(zbvFixed(instance));
        tryRounds(instance);
        tryPatterns(instance);
        m_search.offerLists(instance, eachVRule, kMostVLists, kVListBudget);
    }

    /// The same with less memory, as far as that is quick. Returns how many ops that placed.
    std::int64_t tryLess(const Instance& less) {
        const std::int64_t placed = tryRounds(less);
        return placed + m_search.offerLists(less, eachVRule, kLessVLists, kVLessBudget - placed);
    }

    const OrderSearch& search() const { return m_search; }

private:
    std::int64_t tryRounds(const Instance& instance) {
        VRoundBuilder builder(instance);
        std::int64_t placed = 0;
        for (const bool fillBeforeBackward : {true, false})
            for (const bool fillBeforeForward : {true, false}) {
                const VRoundRule rule{.fillBeforeForward = fillBeforeForward, .fillBeforeBackward = fillBeforeBackward};
                Time idle = std::numeric_limits<Time>::max();
                for (int run = 0; run < kMostRuns && !m_search.isDone(); ++run) {
                    placed += m_ops;
                    if (!builder.build(rule, run == 0, m_search.draft()))
                        break;
                    m_search.offer();
                    if (builder.mostIdle() >= idle)
                        break;
                    idle = builder.mostIdle();
                }
            }
        return placed;
    }

    // The richest patterns that the memory allows.
    void tryPatterns(const Instance& instance) {
        tryPattern(instance, vMinPattern(instance.ranks()));
        const bool halfFits = tryPattern(instance, vHalfPattern(instance.ranks()));
        const auto [slow, quick] = halfFits ? std::pair{kFull, kHalf} : std::pair{kHalf, kThird};
        for (const bool fastAtTip : {false, true}) {
            int tried = 0;
            for (int fast = 0; fast < instance.ranks() && tried < 2; ++fast)
                tried += tryPattern(instance, mixedPattern(instance.ranks(), fast, fastAtTip, slow, quick));
        }
        if (!halfFits)
            tryStretched(instance);
    }

    // With free slots between microbatches fewer of them are on their way, so that a rich pattern takes less memory;
    // short hops would leave no time for ops that take longer than others.
    void tryStretched(const Instance& instance) {
        if (instance.ranks() > kMostStretchedRanks)
            return;
        std::int64_t left = kVListBudget;
        for (int repeat = kRepeat + 1; repeat <= kMostRepeat; ++repeat) {
            int tried = 0;
            for (int fast = 0; fast < instance.ranks() && tried < 2 && left > 0; ++fast)
                if (tryPattern(instance, mixedPattern(instance.ranks(), fast, false, kFull, kHalf, repeat))) {
                    ++tried;
                    left -= m_ops;
                }
        }
    }

    bool tryPattern(const Instance& instance, const RepeatedPattern& pattern) {
        const std::vector<int> rooms = roomsOnV(instance);
        const int room = *std::ranges::min_element(rooms);
        // A microbatch is on its way for less than two rounds of all ranks, so more of them hold no more.
        const int microbatches = std::min(instance.microbatches[0], 4 * instance.ranks());
        if (pattern.ranks.empty() || m_search.isDone() || activationsOf(pattern, microbatches) > room)
            return false;
        tryOrder(squeezedSequences(pattern, instance, room));
        return true;
    }

    std::int64_t m_ops = 0;
    OrderSearch m_search;
};

} // namespace

Sequences bestOnV(const Instance& instance, Objective objective, const Fraction& least, const Sequences& start) {
    VSearch search(instance, objective, least);
    if (!start.empty())
        search.tryOrder(start);
    search.tryAll();
    return search.search().best();
}

Plan placedOnVWithLimit(const Plan& problem) {
    Plan plan = placedOnV(problem);
    const bool limited = std::ranges::any_of(plan.memory.limit, [](const auto& limit) { return limit.has_value(); });
    if (limited)
        return plan;
    const Instance instance = instanceOf(plan);
    plan.memory.limit.assign(instance.ranks(), std::nullopt);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Bytes whole = 0;
        Bytes recompute = 0;
        for (const int chunk : instance.onRank[rank]) {
            whole += instance.chunks[chunk].forwardMemory;
            recompute = std::max(recompute, instance.chunks[chunk].recomputeMemory);
        }
        plan.memory.limit[rank] = instance.ranks() * whole + recompute;
    }
    return plan;
}

Result<Schedule> makeZbv(const Plan& problem, const Choices& choices) {
    if (const Result<Done> fits = checkRoom(problem); !fits)
        return fits.error();
    const Instance instance = instanceOf(problem);
    VSearch search(instance, choices.objective, leastWithin(problem, choices.objective, instance.limit));
    search.tryAll();
    // One limit alone would be too much for large problems.
    if (4 * kMostRuns * opsOf(instance) <= kVLessBudget)
        tryLowerLimits(problem, choices.objective, search.search(), kVLessBudget,
                       [&](const Instance& less) { return search.tryLess(less); });
    return scheduleOf(problem, search.search().best());
}

} // namespace lanewright
