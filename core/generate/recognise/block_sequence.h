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
    Blocks,   ///< as it stands: a pair is one number, BW another than B and W
    Apart,    ///< pairs as their F and B, BW as its B and W
    WithoutW, ///< F and B alone
};

/// What one rank runs, a number for each block: equal numbers are blocks alike but for their microbatch. Unlike a
/// `Sequence` it knows pairs and BW, and names stages, not places on a rank. R is left out: it belongs to its B.
using BlockSequence = std::vector<std::uint64_t>;

/// One sequence per rank of an order whose ops exist.
std::vector<BlockSequence> blockSequences(const Schedule& schedule, Reading reading, int weightParts);

/// The fewest blocks that must be taken out and put in elsewhere (or are missing, or too many) to make the sequences of
/// `to`, read likewise, of `from`, over all ranks; none where that is more than `most`. O(blocks · most); ranks behind
/// the one that is too much are not read.
std::optional<int> movedBlocks(const std::vector<BlockSequence>& from, const Schedule& to, Reading reading,
                               int weightParts, int most);

} // namespace lanewright
