// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sequence/instance.h"

/// The chunk that an instance has in the place of microbatches that differ: their least or mean times. Inside
/// core/sequence only.
namespace lanewright {

/// The times of one microbatch on a stage, with host times. B (`input`) and W take no longer together than their BW.
struct OwnTimes {
    Time forward = 0;
    Time input = 0;
    Time weight = 0;
    Time recompute = 0;

    Time work() const { return forward + input + weight + recompute; }
};

OwnTimes ownTimes(const Plan& problem, int direction, int stage, int microbatch);

/// The chunk with what the microbatch takes there.
Chunk forMicrobatch(Chunk chunk, const Plan& problem, int microbatch);

/// The least time of any op of any microbatch over the usual time of that op, without host times; 1 at most. At 1 at
/// most it holds for pairs with their host times too, which all microbatches share. `anyDeal`: of any microbatch in any
/// direction.
Ratio leastShare(const Plan& problem, bool anyDeal);

/// Sets the chunk's times and memory to the least or the mean (`as`) of the microbatches of its direction, with
/// `anyDeal` of all microbatches. The time of its pair is scaled by `leastPair` (`leastShare`), or with the mean like
/// the chunk's work. Returns the times of each microbatch.
EachTime summarise(Chunk& chunk, const Plan& problem, Unequal as, const Ratio& leastPair, bool anyDeal);

} // namespace lanewright
