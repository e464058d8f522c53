// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Orders told apart by what runs after what alone. Inside core/generate only.
namespace lanewright {

/// How closely an order is read.
enum class Reading : std::uint8_t {
    Blocks,   ///< as it stands: a pair is one block, BW another than B and W
    Apart,    ///< pairs as their F and B, BW as its B and W; without R
    WithoutW, ///< F and B alone
};

/// Per microbatch of one order the microbatch of another that plays its part.
using Renaming = std::vector<int>;

/// The microbatches whose F of the stage run on its rank, in the order in which they do.
std::vector<int> forwardsOf(const Schedule& schedule, int direction, int stage);

/// For microbatches of `to` those of `from` whose F of the stage comes as late in their direction: the only renaming
/// that can make `to` to `from`, where one can. Both have the same shape, and every op exists.
Renaming namesByForwards(const Schedule& from, const Schedule& to, int stage);

/// An order whose ops exist, as it is compared: without gaps, as a reading has it, its microbatches renamed. Without
/// `names` it does not matter which microbatch or part a block is of. Keeps references.
struct ReadOrder {
    const Schedule& schedule;
    Reading reading = Reading::Blocks;
    int weightParts = 1;
    const Renaming* names = nullptr;

    Row row(int rank) const;
};

/// How many blocks all ranks have.
int blockCount(const ReadOrder& order);

/// The fewest blocks that must be taken out and put in elsewhere (or are missing, or too many) to make one order of the
/// other, over all ranks; none where that is more than `most`. O(blocks · most); ranks behind the one that is too much
/// are not read.
std::optional<int> movedBlocks(const ReadOrder& from, const ReadOrder& to, int most);

} // namespace lanewright
