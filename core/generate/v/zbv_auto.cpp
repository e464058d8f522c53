// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv_auto.h"

#include "core/generate/families.h"
#include "core/generate/lower_limits.h"
#include "core/generate/v/v_pattern.h"
#include "core/generate/v/v_shape.h"
#include "core/generate/v/zbv_fixed.h"
#include "core/generate/v/zbv_lists.h"
#include "core/generate/v/zbv_rounds.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lanewright {

namespace {

// How many ops are placed in all: by list scheduling, and by whatever is tried with less memory than there is.
constexpr std::int64_t kVListBudget = 400'000;
constexpr std::int64_t kVLessBudget = 600'000;
constexpr int kMostVLists = 150;
constexpr int kLessVLists = 40;         ///< rules of list scheduling for each limit below the given one
constexpr int kMostRepeat = 10;         ///< slots from a microbatch to the next in a pattern with free slots
constexpr int kMostStretchedRanks = 32; ///< to find such patterns for more would take long

constexpr std::array kFills{FillRule{.overrun = 0}, FillRule{.overrun = 0, .spareIdlest = true},
                            FillRule{.overrun = 1, .spareIdlest = true}, FillRule{.overrun = 2},
                            FillRule{.overrun = 3}};

void tryOrder(OrderSearch& search, const Sequences& sequences) {
    search.draft() = sequences;
    search.offerFilled(kFills);
}

bool tryPattern(OrderSearch& search, const RepeatedPattern& pattern) {
    const Instance& instance = search.instance();
    const int room = std::ranges::min(roomsOnV(instance));
    // A microbatch is on its way for less than two rounds of all ranks, so more of them hold no more.
    const int microbatches = std::min(instance.microbatches[0], 4 * instance.ranks());
    if (pattern.ranks.empty() || search.isDone() || activationsOf(pattern, microbatches) > room)
        return false;
    tryOrder(search, squeezedSequences(pattern, instance, room));
    return true;
}

/// The two richest that the memory allows, while ops are `left` to place.
void tryMixed(OrderSearch& search, bool fastAtTip, const Hop& slow, const Hop& quick, int repeat, std::int64_t& left) {
    const int ranks = search.instance().ranks();
    int tried = 0;
    for (int fast = 0; fast < ranks && tried < 2 && left > 0; ++fast)
        if (tryPattern(search, mixedPattern(ranks, fast, fastAtTip, slow, quick, repeat))) {
            ++tried;
            left -= opsOf(search.instance());
        }
}

void tryPatterns(OrderSearch& search) {
    const int ranks = search.instance().ranks();
    tryPattern(search, vMinPattern(ranks));
    const bool halfFits = tryPattern(search, vHalfPattern(ranks));
    std::int64_t left = std::numeric_limits<std::int64_t>::max();
    for (const bool fastAtTip : {false, true})
        tryMixed(search, fastAtTip, halfFits ? kFull : kHalf, halfFits ? kHalf : kThird, kRepeat, left);
    if (halfFits || ranks > kMostStretchedRanks)
        return;
    // With free slots between microbatches fewer of them are on their way, so that a rich pattern takes less memory;
    // short hops would leave no time for ops that take longer than others.
    left = kVListBudget;
    for (int repeat = kRepeat + 1; repeat <= kMostRepeat; ++repeat)
        tryMixed(search, false, kFull, kHalf, repeat, left);
}

/// Tries all that is known to make orders on a V: the fixed form and patterns as rich as the memory allows, as they are
/// and with their W placed anew; rounds; and list schedules.
void tryAll(OrderSearch& search) {
    const Instance& instance = search.instance();
    search.draft() = serialSequences(instance);
    search.offer();
    tryOrder(search, zbvFixed(instance));
    offerVRounds(instance, search);
    tryPatterns(search);
    search.offerLists(instance, eachVRule, kMostVLists, kVListBudget);
}

} // namespace

Sequences bestOnV(const Instance& instance, const Fraction& least, const Sequences& start) {
    OrderSearch search(instance, Objective::LongestSpan, least);
    tryOrder(search, start);
    tryAll(search);
    return search.best();
}

Plan placedOnVWithLimit(const Plan& problem) {
    Plan plan = placedOnV(problem);
    const bool isLimited = std::ranges::any_of(plan.memory.limit, [](const auto& limit) { return limit.has_value(); });
    return isLimited ? plan : withRoomFor(plan, plan.schedule.ranks());
}

Result<Schedule> makeZbv(const Plan& problem, const Choices& choices) {
    if (const Result<Done> fits = checkRoom(problem); !fits)
        return fits.error();
    const Instance instance = instanceOf(problem);
    OrderSearch search(instance, choices.objective, leastWithin(problem, choices.objective, instance.limit));
    tryAll(search);
    // One limit alone would be too much for large problems.
    if (4 * kMostVRuns * opsOf(instance) <= kVLessBudget)
        tryLowerLimits(problem, search, {offerVRounds, eachVRule, kLessVLists, kVLessBudget});
    return scheduleOf(problem, search.best());
}

} // namespace lanewright
