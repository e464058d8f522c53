// SPDX-License-Identifier: Apache-2.0
#include "core/model/pair_costs.h"

#include "core/model/microbatch_costs.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace lanewright {

namespace {

/// Where a walk along the diagonal stops: at a conflict before these segments, or once one chain is over.
struct Stop {
    std::size_t one = 0;
    std::size_t other = 0;
    Time oneLeft = 0; ///< from where the walk began to the beginning of that segment
    Time otherLeft = 0;
    bool conflict = false;
};

/// Runs both chains from the beginnings of two segments until both want the same resource.
Stop walk(const Chain& a, const Chain& b, std::size_t i, std::size_t j) {
    Stop stop{i, j};
    while (stop.one < a.size() && stop.other < b.size()) {
        if (a[stop.one].resource == b[stop.other].resource) {
            stop.conflict = true;
            return stop;
        }
        // Both run. Whichever ends first moves on, and the other goes on with its segment.
        const Time endOne = stop.oneLeft + a[stop.one].time;
        const Time endOther = stop.otherLeft + b[stop.other].time;
        if (endOne <= endOther) {
            stop.oneLeft = endOne;
            ++stop.one;
        }
        if (endOther <= endOne) {
            stop.otherLeft = endOther;
            ++stop.other;
        }
    }
    return stop;
}

Chain withoutEmpty(const Chain& chain) {
    Chain kept;
    kept.reserve(chain.size());
    for (const Segment& segment : chain)
        if (segment.time > 0)
            kept.push_back(segment);
    return kept;
}

std::vector<Time> remainders(const Chain& chain) {
    std::vector<Time> left(chain.size() + 1, 0);
    for (std::size_t at = chain.size(); at > 0; --at)
        left[at - 1] = left[at] + chain[at - 1].time;
    return left;
}

} // namespace

Time lengthOf(const Chain& chain) {
    Time sum = 0;
    for (const Segment& segment : chain)
        sum += segment.time;
    return sum;
}

Time lengthOn(Resource resource, const Chain& chain) {
    Time sum = 0;
    for (const Segment& segment : chain)
        sum += segment.resource == resource ? segment.time : 0;
    return sum;
}

Chain stretchedTo(const Chain& chain, Time total) {
    const Time whole = lengthOf(chain);
    if (whole == 0)
        return {{Resource::Compute, total}};
    if (whole == total)
        return chain;
    Chain stretched;
    stretched.reserve(chain.size());
    Time passed = 0;
    Time before = 0;
    for (const Segment& segment : chain) {
        passed += segment.time;
        const Time end = scaled(total, {passed, whole});
        stretched.push_back({segment.resource, end - before});
        before = end;
    }
    return stretched;
}

Time leastEndOf(const Chain& one, const Chain& other) {
    const Chain a = withoutEmpty(one);
    const Chain b = withoutEmpty(other);
    const std::vector<Time> restOfA = remainders(a);
    const std::vector<Time> restOfB = remainders(b);
    constexpr Time kNever = std::numeric_limits<Time>::max();
    const std::size_t width = b.size() + 1;
    // By the points, row after row: the earliest time at which both segments may begin.
    std::vector<Time> reached((a.size() + 1) * width, kNever);
    reached[0] = 0;
    Time best = kNever;
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            const Time now = reached[i * width + j];
            if (now == kNever)
                continue;
            const Stop stop = walk(a, b, i, j);
            if (!stop.conflict) {
                best = std::min(best, now + std::max(restOfA[i], restOfB[j]));
                continue;
            }
            const auto reach = [&](std::size_t nextOne, std::size_t nextOther) {
                Time& earliest = reached[nextOne * width + nextOther];
                earliest =
                    std::min(earliest, now + std::max(restOfA[i] - restOfA[nextOne], restOfB[j] - restOfB[nextOther]));
            };
            reach(stop.one + 1, stop.other);
            reach(stop.one, stop.other + 1);
        }
    return best;
}

Time pairTimeOf(const Chain& one, const Chain& other, std::int64_t sharing) {
    const Time end = leastEndOf(one, other);
    if (sharing == 0)
        return end;
    return end + scaled(lengthOf(one) + lengthOf(other) - end, {sharing, PairCosts::kOne});
}

} // namespace lanewright
