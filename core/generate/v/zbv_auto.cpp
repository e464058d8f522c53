// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv.h"

#include "core/generate/families.h"
#include "core/generate/memory_limits.h"
#include "core/generate/order_search.h"
#include "core/generate/placing.h"
#include "core/generate/v/v_pattern.h"
#include "core/generate/v/v_shape.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace lanewright {

namespace {

constexpr std::int64_t kVListBudget = 400'000; ///< ops that list scheduling places, and patterns with free slots
constexpr int kMostRepeat = 10;                ///< slots from a microbatch to the next in a pattern with free slots
constexpr int kMostStretchedRanks = 32;        ///< to find such patterns for more would take long

constexpr std::array kFills{FillRule{.overrun = 0}, FillRule{.overrun = 0, .spareIdlest = true},
                            FillRule{.overrun = 1, .spareIdlest = true}, FillRule{.overrun = 2},
                            FillRule{.overrun = 3}};

/// Per place on the V: how many activations of a chunk, of its larger one, its rank can hold.
std::vector<int> roomsOnV(const Instance& instance) {
    const int most = 2 * instance.microbatches[0];
    std::vector<int> rooms(instance.ranks(), most);
    for (int place = 0; place < instance.ranks(); ++place) {
        const Chunk& down = instance.chunks[place];
        const Chunk& up = instance.chunks[2 * instance.ranks() - 1 - place];
        if (const Bytes each = std::max(down.forwardMemory, up.forwardMemory); each > 0)
            rooms[place] = static_cast<int>(std::clamp<Bytes>(instance.limit[down.rank] / each, 0, most));
    }
    return rooms;
}

/// By how many microbatches between F and B the arm down may be ahead, at the open end and at the tip: a part of the
/// rank's room, less so many.
struct VLine {
    double first = 1;
    double lessFirst = 0;
    double last = 1;
    double lessLast = 0;
};

constexpr std::array kLines{VLine{1, 1, 0.5, 0}, VLine{1, 0, 1, 0},   VLine{1, 2, 1, 2},
                            VLine{1, 0, 0.5, 1}, VLine{1, 2, 0.5, 1}, VLine{1, 1, 0.5, 1}};
/// Those that leave memory free, since a heuristic can do worse with more of it.
constexpr std::array kSparingLines{VLine{1, 4, 1, 4}, VLine{0.75, 0, 0.75, 0}, VLine{0.75, 0, 0.5, 0}};

/// `late`: whether an F of the arm up comes before a B.
constexpr Manner way(int overrun, bool backwardFirst, bool late, int gradientWait) {
    return {
        .overrun = overrun, .gradientWait = gradientWait, .backwardFirst = backwardFirst, .lateForwardsFirst = late};
}
constexpr std::array kWays{way(3, true, true, 0),  way(4, true, false, 0), way(1, true, true, 0),
                           way(3, true, false, 0), way(2, false, true, 0), way(1, true, false, 2),
                           way(0, true, true, 0),  way(4, true, true, 0),  way(2, true, false, 0),
                           way(0, true, false, 2), way(3, false, true, 0), way(2, false, true, 2)};

/// Per chunk; what comes up runs whatever the number.
std::vector<int> inFlightBy(const Instance& instance, const VLine& line) {
    const std::vector<int> rooms = roomsOnV(instance);
    const int ranks = instance.ranks();
    const int free = instance.microbatches[0] + 1;
    std::vector<int> counts(instance.chunks.size(), free);
    for (int place = 0; place < ranks; ++place) {
        const double room = rooms[place];
        const int count = onLine(line.first * room - line.lessFirst, line.last * room - line.lessLast, place, ranks);
        counts[place] = std::min(count, free);
    }
    return counts;
}

/// Rules of list scheduling on a V, those that did best in trials first: lines of microbatches in flight on the arm
/// down, each with several ways to choose among F, B and W.
///
/// As with one chunk per rank, what decides is how many microbatches the arm down may be ahead, along a line from the
/// open end of the V to its tip; the arm up runs whatever comes.
void eachVRule(const Instance& instance, const OfferRule& offer) {
    for (const std::span<const VLine> lines : std::array<std::span<const VLine>, 2>{kLines, kSparingLines})
        for (const Manner& manner : kWays)
            for (const VLine& line : lines)
                if (!offer(ruleOf(instance, inFlightBy(instance, line), manner)))
                    return;
}

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
    offerVRounds(search);
    tryPatterns(search);
    search.offerLists(eachVRule, kVListBudget);
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
    return bestOrder(problem, choices.objective, tryAll);
}

} // namespace lanewright
