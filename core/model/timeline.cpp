// SPDX-License-Identifier: Apache-2.0
#include "core/model/timeline.h"

#include <algorithm>

namespace lanewright {

Extent extentOf(const Lane& lane) {
    if (lane.empty())
        return {};
    return {lane.front().start, lane.back().end};
}

Extent extentOf(const Timeline& timeline) {
    std::optional<Extent> whole;
    for (const Lane& lane : timeline.lanes) {
        if (lane.empty())
            continue;
        const Extent own = extentOf(lane);
        whole = whole ? Extent{std::min(whole->start, own.start), std::max(whole->end, own.end)} : own;
    }
    return whole.value_or(Extent{});
}

const Span* spanOf(const Timeline& timeline, const Op& op) {
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane)
            if (span.holds(op))
                return &span;
    return nullptr;
}

} // namespace lanewright
