// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/bubbles.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <vector>

namespace lanewright {

/// A change of the order that was tried: it moves the block at `from` in front of the one at `before` of the same
/// rank, or takes the gap before it away.
struct BubbleFix {
    Slot from = {};
    int before = 0;
    bool removesGap = false;
    Op op = {}; ///< that stands at `from`
    Time makespanBefore = 0;
    Time makespanAfter = 0;

    Time gain() const { return makespanBefore - makespanAfter; }
    friend bool operator==(const BubbleFix&, const BubbleFix&) = default;
};

/// What would shorten the bubble without making the makespan longer or the plan worse than it is: later blocks of the
/// rank that could run in it, the op that is waited for ahead of those before it on its rank, no gap. Each is
/// simulated; the best first: by makespan, then by what is left of the bubble. Tries at most 32 changes.
std::vector<BubbleFix> fixesOf(const Plan& plan, const Timeline& timeline, const Bubble& bubble);

/// The order with the change made; `fix` is of this schedule.
Schedule withFix(const Schedule& schedule, const BubbleFix& fix);

} // namespace lanewright
