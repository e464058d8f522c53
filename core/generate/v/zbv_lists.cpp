// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv_lists.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

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

} // namespace

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

void eachVRule(const Instance& instance, const OfferRule& offer) {
    for (const Manner& manner : kWays)
        for (const VLine& line : kLines)
            if (!offer(ruleOf(instance, inFlightBy(instance, line), manner)))
                return;
}

} // namespace lanewright
