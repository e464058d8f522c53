// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/zero_bubble_lists.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

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
        std::vector<int> counts;
        counts.reserve(instance.stages);
        for (int stage = 0; stage < instance.stages; ++stage)
            counts.push_back(
                std::min(onLine(line.first, line.last, stage, instance.stages), mostInFlight(instance, stage)));
        if (std::ranges::find(all, counts) == all.end())
            all.push_back(std::move(counts));
    }
    return all;
}

} // namespace

int mostInFlight(const Instance& instance, int chunk) {
    const Chunk& own = instance.chunks[chunk];
    const int microbatches = instance.microbatchesOf(chunk);
    const Bytes limit = instance.limit[own.rank];
    if (limit >= Instance::kNoLimit || own.forwardMemory <= 0)
        return microbatches;
    return static_cast<int>(std::clamp<Bytes>((limit - own.recomputeMemory) / own.forwardMemory, 1, microbatches));
}

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

} // namespace lanewright
