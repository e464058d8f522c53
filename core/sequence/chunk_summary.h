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

/// The chunk as it is for each microbatch of its direction, with `anyDeal` for all microbatches.
std::vector<Chunk> chunkPerMicrobatch(const Chunk& usual, const Plan& problem, bool anyDeal);

EachTime timesOf(const std::vector<Chunk>& each);

/// The usual chunk with the least or the mean (`as`) of the times and of the memory of each. The time of its pair is
/// scaled by `leastPair` (`leastShare`), or with the mean like the chunk's work.
Chunk summaryOf(const Chunk& usual, const std::vector<Chunk>& each, const Costs& costs, Unequal as,
                const Ratio& leastPair);

} // namespace lanewright
