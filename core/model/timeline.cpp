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

Slot lastSlotOf(const Timeline& timeline) {
    Slot last{-1, 0};
    Time end = 0;
    for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank) {
        const Lane& lane = timeline.lanes[rank];
        if (lane.empty() || (last.rank >= 0 && lane.back().end <= end))
            continue;
        last = {rank, static_cast<int>(lane.size()) - 1};
        end = lane.back().end;
    }
    return last;
}

} // namespace lanewright
