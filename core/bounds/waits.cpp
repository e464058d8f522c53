// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/waits.h"

#include "core/base/switches.h"
#include "core/base/wide.h"

#include <vector>

namespace lanewright::bounds {

namespace {

/// The most time that F (and R) of the rank can take while no B has freed memory: as if they could be cut, most time
/// per byte first.
Time mostForwards(const Case& problem, int rank) {
    const Instance& instance = problem.instance;
    struct Forwards {
        Time time = 0;
        Bytes bytes = 0;
    };
    std::vector<Forwards> all;
    for (const int chunk : instance.onRank[rank]) {
        const Time count = instance.microbatchesOf(chunk);
        const Forwards each{count * (instance.chunks[chunk].forward + problem.recompute(chunk)),
                            count * instance.chunks[chunk].forwardMemory};
        if (each.time > 0)
            all.push_back(each);
    }
    std::ranges::sort(all, [](const Forwards& a, const Forwards& b) {
        return static_cast<Wide>(a.time) * b.bytes > static_cast<Wide>(b.time) * a.bytes;
    });
    Time time = 0;
    Bytes room = instance.limit[rank];
    for (const Forwards& each : all) {
        if (problem.isLimited(rank) && each.bytes > room)
            return time + static_cast<Time>((static_cast<Wide>(each.time) * room + each.bytes - 1) / each.bytes);
        time += each.time;
        room -= each.bytes;
    }
    return time;
}

/// For the only stage of a rank, which runs whole F.
Time waitForFirst(const Case& problem, const Ways& ways, int index) {
    const Time fits = inFlight(problem, index);
    return std::max<Time>(0, ways.trip[index] - (fits - 1) * problem.instance.chunks[index].forward -
                                 fits * problem.recompute(index));
}

/// For one of several stages, from the rank's first start.
Time waitForFirstOfSeveral(const Case& problem, const Ways& ways, int rank) {
    if (isOff("bound:first-of-several"))
        return 0;
    const std::vector<Chunk>& chunks = problem.instance.chunks;
    Time first = -1;
    int opening = -1; // the first chunk of the direction: its F comes before F of the later ones
    for (const int index : problem.instance.onRank[rank]) {
        if (problem.instance.microbatchesOf(index) == 0)
            continue;
        if (opening < 0 || chunks[opening].direction != chunks[index].direction)
            opening = index;
        const Time lead = ways.down[index] - ways.down[opening];
        const Time backward = lead + chunks[index].forward + ways.trip[index];
        first = first < 0 ? backward : std::min(first, backward);
    }
    return std::max<Time>(0, first - mostForwards(problem, rank));
}

/// For the only stage of a rank: when its last F ends, some microbatches are in flight, and W of the others wait, as
/// many as find room beside.
Time waitForLast(const Case& problem, const Ways& ways, int index) {
    if (isOff("bound:last-backward"))
        return 0;
    const Instance& instance = problem.instance;
    const Chunk& chunk = instance.chunks[index];
    const Time all = instance.microbatchesOf(index);
    const Time parts = instance.weightParts;
    const Bytes pending = -chunk.weightMemory / parts;
    const Time longestPart = (chunk.weight + parts - 1) / parts;
    Time longest = 0;
    for (int flying = 1; flying <= inFlight(problem, index); ++flying) {
        Bytes waiting = (all - flying) * parts;
        if (pending > 0)
            waiting = std::min(waiting, (instance.limit[chunk.rank] - flying * chunk.forwardMemory) / pending);
        const Time weights = std::min((all - flying) * chunk.weight, waiting * longestPart);
        longest =
            std::max(longest, (flying - 1) * (chunk.backward + chunk.weight) + problem.recompute(index) + weights);
    }
    return std::max<Time>(0, ways.trip[index] - longest);
}

} // namespace

int inFlight(const Case& problem, int index) {
    const Chunk& chunk = problem.instance.chunks[index];
    const int all = problem.instance.microbatchesOf(index);
    if (!problem.isLimited(chunk.rank) || chunk.forwardMemory <= 0)
        return all;
    const Bytes fit = problem.instance.limit[chunk.rank] / chunk.forwardMemory;
    return static_cast<int>(std::clamp<Bytes>(fit, 1, std::max(1, all)));
}

Waits waitsOf(const Case& problem, const Ways& ways, int rank) {
    const std::vector<int>& chunks = problem.instance.onRank[rank];
    if (chunks.size() != 1)
        return {.first = waitForFirstOfSeveral(problem, ways, rank)};
    const int chunk = chunks.front();
    return {.first = waitForFirst(problem, ways, chunk),
            .last = waitForLast(problem, ways, chunk),
            .areTwo = inFlight(problem, chunk) < problem.instance.microbatchesOf(chunk)};
}

} // namespace lanewright::bounds
