// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/zero_bubble_lists.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright {

namespace {

struct WeightWay {
    WeightRule rule = WeightRule::Fit;
    int waitingPerStage = 0; ///< for `Steady`: W that may wait for every stage before
};

constexpr std::array kWeightWays = {WeightWay{WeightRule::Fit}, WeightWay{WeightRule::Steady, 1},
                                    WeightWay{WeightRule::Fill}, WeightWay{WeightRule::Steady, 2}};

struct Lookahead {
    int gradientWait = 0;
    int overrun = 0;
};

constexpr std::array kLookaheads = {Lookahead{0, 0}, Lookahead{4, 0}, Lookahead{2, 0}, Lookahead{0, 1}, Lookahead{1, 0},
                                    Lookahead{3, 0}, Lookahead{2, 1}, Lookahead{1, 3}, Lookahead{2, 3}, Lookahead{4, 1},
                                    Lookahead{1, 1}, Lookahead{0, 3}, Lookahead{1, 2}};

std::vector<int> waitingOf(const Instance& instance, const WeightWay& way) {
    std::vector<int> waiting(instance.ranks());
    for (const Chunk& chunk : instance.chunks)
        waiting[chunk.rank] = way.waitingPerStage * chunk.stage;
    return waiting;
}

/// The most microbatches in flight on each of the stages, by a line: of the first and the last stage, both rounded up.
struct Line {
    double first = 1;
    double last = 1;
};

std::vector<int> countsOf(const Instance& instance, const Line& line) {
    std::vector<int> counts(instance.chunks.size());
    const int steps = std::max(1, instance.stages - 1);
    for (int stage = 0; stage < instance.stages; ++stage) {
        const double exact = line.first + (line.last - line.first) * stage / steps;
        // A hair below, so that what is whole but for rounding is not rounded up.
        counts[stage] = std::clamp(static_cast<int>(std::ceil(exact - 1e-9)), 1, mostInFlight(instance, stage));
    }
    return counts;
}

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

} // namespace

int mostInFlight(const Instance& instance, int chunk) {
    const Chunk& own = instance.chunks[chunk];
    const int microbatches = instance.microbatchesOf(chunk);
    const Bytes limit = instance.limit[own.rank];
    if (limit >= Instance::kNoLimit || own.forwardMemory <= 0)
        return microbatches;
    return static_cast<int>(std::clamp<Bytes>((limit - own.recomputeMemory) / own.forwardMemory, 1, microbatches));
}

std::vector<ChunkListRule> listRules(const Instance& instance) {
    std::vector<std::vector<int>> inFlights;
    for (const Line& line : linesFor(instance))
        if (const std::vector<int> counts = countsOf(instance, line);
            std::ranges::find(inFlights, counts) == inFlights.end())
            inFlights.push_back(counts);
    std::vector<ChunkListRule> rules;
    for (const Lookahead& lookahead : kLookaheads)
        for (const std::vector<int>& inFlight : inFlights)
            for (const bool backwardFirst : {true, false})
                for (const WeightWay& way : kWeightWays) {
                    // Fill looks at no gap, so nothing can overrun it.
                    if (way.rule == WeightRule::Fill && lookahead.overrun > 0)
                        continue;
                    rules.push_back({.inFlight = inFlight,
                                     .waiting = waitingOf(instance, way),
                                     .weights = way.rule,
                                     .backwardFirst = backwardFirst,
                                     .gradientWait = lookahead.gradientWait,
                                     .overrun = lookahead.overrun});
                }
    return rules;
}

} // namespace lanewright
