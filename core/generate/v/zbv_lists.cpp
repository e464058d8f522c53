// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv_lists.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright {

namespace {

/// How many activations of a chunk the rank can hold, of its larger one; `most` at most.
int roomOf(const Instance& instance, int place, int most) {
    const Chunk& down = instance.chunks[place];
    const Bytes each = std::max(down.forwardMemory, instance.chunks[2 * instance.ranks() - 1 - place].forwardMemory);
    return each <= 0 ? most : static_cast<int>(std::clamp<Bytes>(instance.limit[down.rank] / each, 0, most));
}

/// By how many microbatches between F and B the arm down may be ahead, at the open end and at the tip.
struct VLine {
    double first = 1;
    double lessFirst = 0;
    double last = 1;
    double lessLast = 0;
};

constexpr std::array kLines{VLine{1, 1, 0.5, 0}, VLine{1, 0, 1, 0},   VLine{1, 2, 1, 2},
                            VLine{1, 0, 0.5, 1}, VLine{1, 2, 0.5, 1}, VLine{1, 1, 0.5, 1}};
struct Way {
    WeightRule rule;
    int overrun;
    bool backwardFirst;
    bool lateForwardsFirst;
    int gradientWait;
};
constexpr std::array kWays{
    Way{WeightRule::Fit, 3, true, true, 0},  Way{WeightRule::Fill, 0, true, false, 0},
    Way{WeightRule::Fit, 1, true, true, 0},  Way{WeightRule::Fit, 3, true, false, 0},
    Way{WeightRule::Fit, 2, false, true, 0}, Way{WeightRule::Fit, 1, true, false, 2},
    Way{WeightRule::Fit, 0, true, true, 0},  Way{WeightRule::Fill, 0, true, true, 0},
    Way{WeightRule::Fit, 2, true, false, 0}, Way{WeightRule::Fit, 0, true, false, 2},
    Way{WeightRule::Fit, 3, false, true, 0}, Way{WeightRule::Fit, 2, false, true, 2},
};

std::vector<int> inFlightBy(const Instance& instance, const std::vector<int>& rooms, const VLine& line) {
    const int ranks = instance.ranks();
    const int free = instance.microbatches[0] + 1;
    std::vector<int> counts(instance.chunks.size(), free);
    for (int place = 0; place < ranks; ++place) {
        const double part = ranks == 1 ? 0 : static_cast<double>(place) / (ranks - 1);
        const double room = rooms[place];
        const double exact =
            (line.first * room - line.lessFirst) * (1 - part) + (line.last * room - line.lessLast) * part;
        counts[place] = std::clamp(static_cast<int>(std::ceil(exact - 1e-9)), 1, free);
    }
    return counts;
}

} // namespace

std::vector<int> roomsOnV(const Instance& instance) {
    std::vector<int> rooms(instance.ranks());
    for (int place = 0; place < instance.ranks(); ++place)
        rooms[place] = roomOf(instance, place, 2 * instance.microbatches[0]);
    return rooms;
}

std::vector<ChunkListRule> vListRules(const Instance& instance) {
    const std::vector<int> rooms = roomsOnV(instance);
    std::vector<ChunkListRule> rules;
    for (const Way& way : kWays)
        for (const VLine& line : kLines)
            rules.push_back({.inFlight = inFlightBy(instance, rooms, line),
                             .weights = way.rule,
                             .backwardFirst = way.backwardFirst,
                             .lateForwardsFirst = way.lateForwardsFirst,
                             .gradientWait = way.gradientWait,
                             .overrun = way.overrun});
    return rules;
}

} // namespace lanewright
