// SPDX-License-Identifier: Apache-2.0
#include "core/model/pair_costs.h"

#include "core/base/mapped.h"
#include "core/model/microbatch_costs.h"
#include "core/model/side_by_side.h"

namespace lanewright {

Time lengthOf(const Chain& chain) { return summed(chain, &Segment::time); }

Time lengthOn(Resource resource, const Chain& chain) {
    return summed(chain, [&](const Segment& segment) { return segment.resource == resource ? segment.time : 0; });
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

Time leastEndOf(const Chain& one, const Chain& other) { return SideBySide(one, other).end(); }

Time pairTimeOf(const Chain& one, const Chain& other, std::int64_t sharing) {
    const Time end = leastEndOf(one, other);
    if (sharing == 0)
        return end;
    return end + scaled(lengthOf(one) + lengthOf(other) - end, {sharing, PairCosts::kOne});
}

} // namespace lanewright
