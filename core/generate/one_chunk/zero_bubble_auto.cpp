// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/generate/families.h"
#include "core/generate/in_turn.h"
#include "core/generate/one_chunk/zero_bubble_rounds.h"
#include "core/generate/order_search.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

// How many ops list scheduling places in all.
constexpr std::int64_t kListBudget = 300'000;
constexpr std::int64_t kLargeListBudget = 120'000; ///< for orders of many ops
constexpr std::int64_t kManyOps = 24'000;

/// How W are placed: how many may wait for every stage before, and whether they fill any gap.
constexpr std::array kWeightWays = {Manner{}, Manner{.waiting = 1}, Manner{.overrun = Manner::kAnyGap},
                                    Manner{.waiting = 2}};

struct Lookahead {
    int gradientWait = 0;
    int overrun = 0;
};

constexpr std::array kLookaheads = {Lookahead{0, 0}, Lookahead{4, 0}, Lookahead{2, 0}, Lookahead{0, 1}, Lookahead{1, 0},
                                    Lookahead{3, 0}, Lookahead{2, 1}, Lookahead{1, 3}, Lookahead{2, 3}, Lookahead{4, 1},
                                    Lookahead{1, 1}, Lookahead{0, 3}, Lookahead{1, 2}};

/// How many microbatches can be between F and B at once on the rank of a chunk that is its only one.
int mostInFlight(const Instance& instance, int chunk) {
    const Chunk& own = instance.chunks[chunk];
    const int microbatches = instance.microbatchesOf(chunk);
    const Bytes limit = instance.limit[own.rank];
    if (limit >= Instance::kNoLimit || own.forwardMemory <= 0)
        return microbatches;
    return static_cast<int>(std::clamp<Bytes>((limit - own.recomputeMemory) / own.forwardMemory, 1, microbatches));
}

/// The most microbatches in flight on the first and the last stage.
struct Line {
    double first = 1;
    double last = 1;
};

std::vector<Line> linesFor(const Instance& instance) {
    const double p = instance.stages;
    int most = 1;
    for (int stage = 0; stage < instance.stages; ++stage)
        most = std::max(most, mostInFlight(instance, stage));
    const double room = most;
    return {{p, 1},         {2 * p - 1, 1},       {room, room / p}, {p + 1, 2},          {p - 1, 0},
            {2 * p - 2, 0}, {2 * p, 2},           {room - 1, 1},    {p + 2, 3},          {2 * p + 2, 4},
            {room, room},   {room - 1, room - 1}, {p + 4, 5},       {1.5 * p, p / 2 + 1}};
}

/// Per stage the most in flight, by each line once.
std::vector<std::vector<int>> inFlightsFor(const Instance& instance) {
    std::vector<std::vector<int>> all;
    for (const Line& line : linesFor(instance)) {
        std::vector<int> counts = mapped(countedUp(instance.stages), [&](int stage) {
            return std::min(onLine(line.first, line.last, stage, instance.stages), mostInFlight(instance, stage));
        });
        if (std::ranges::find(all, counts) == all.end())
            all.push_back(std::move(counts));
    }
    return all;
}

/// Rules for an instance with one chunk per rank, those that did best in trials first: lines, double lines and slopes
/// of microbatches in flight from the first stage to the last, each with several ways to place W.
///
/// What decides an order is how many microbatches are in flight on each stage. In good orders that falls along a line
/// from the first stage to the last, so the rules are a handful of lines.
void eachLineRule(const Instance& instance, const OfferRule& offer) {
    const std::vector<std::vector<int>> inFlights = inFlightsFor(instance);
    for (const Lookahead& lookahead : kLookaheads)
        for (const std::vector<int>& inFlight : inFlights)
            for (const bool backwardFirst : {true, false})
                for (Manner manner : kWeightWays) {
                    // What fills any gap looks at none that it could overrun.
                    if (manner.overrun > 0 && lookahead.overrun > 0)
                        continue;
                    manner.waiting *= manner.waiting == Manner::kAny ? 1 : instance.weightParts;
                    manner.overrun = std::max(manner.overrun, lookahead.overrun);
                    manner.gradientWait = lookahead.gradientWait;
                    manner.backwardFirst = backwardFirst;
                    if (!offer(ruleOf(instance, inFlight, manner)))
                        return;
                }
}

bool hasEqualStages(const Instance& instance) {
    return std::ranges::all_of(instance.chunks, [&](const Chunk& chunk) {
        const Chunk& first = instance.chunks.front();
        return chunk.forward == first.forward && chunk.backward == first.backward && chunk.weight == first.weight;
    });
}

/// What the paper tries, and orders made by hand.
void tryPublished(const Plan& problem, OrderSearch& search) {
    const Instance& instance = search.instance();
    search.draft() = serialSequences(instance);
    search.offer();
    offerRounds(search);
    for (const TurnRule& handMade : {kZbH1, kZbH2}) {
        Plan plan = problem;
        plan.schedule = orderInTurn(problem, handMade);
        search.draft() = *sequencesOf(plan, instance);
        search.offer();
    }
}

} // namespace

/// Tries all that is known to make orders with one chunk per rank. No method is the best for all costs, and each takes
/// O(ops), so all are run and the best order is kept, until a bound says that none can be better.
Result<Schedule> makeZbAuto(const Plan& problem, const Choices& choices) {
    return bestOrder(problem, choices.objective, [&](OrderSearch& search) {
        tryPublished(problem, search);
        search.offerLists(eachLineRule, opsOf(search.instance()) < kManyOps ? kListBudget : kLargeListBudget);
    });
}

Result<Schedule> makeZbFold(const Plan& problem, const Choices& choices) {
    if (choices.objective != Objective::LongestSpan || !hasEqualStages(instanceOf(problem)))
        return makeZbAuto(problem, choices);
    return bestOrder(problem, choices.objective, [&](OrderSearch& search) { tryPublished(problem, search); });
}

} // namespace lanewright
