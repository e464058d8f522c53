// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

/// What stands in one chunk for microbatches that differ. Inside core/sequence only.
namespace lanewright {

/// The times of one microbatch on a stage with host times, B and W no longer together than their BW.
struct OwnTimes {
    Time forward = 0;
    Time input = 0;
    Time weight = 0;
    Time recompute = 0;

    Time work() const { return forward + input + weight + recompute; }
};

OwnTimes ownTimes(const Plan& problem, int direction, int stage, int microbatch);

/// What share of computing a microbatch of share 1 any op of any microbatch takes at least, and 1 at most: so it holds
/// for pairs with their host times too, which are alike for all. `anyDeal`: of any microbatch in any direction.
Ratio leastShare(const Plan& problem, bool anyDeal);

/// Makes the chunk the least or the mean (`as`, not `Unequal::Apart`) of what the microbatches of its direction are, or
/// with `anyDeal` all microbatches. Its pair becomes as much shorter as `leastPair` says (`leastShare`), or by the
/// mean. Returns the times of each.
EachTime summarise(Chunk& chunk, const Plan& problem, Unequal as, const Ratio& leastPair, bool anyDeal);

} // namespace lanewright
