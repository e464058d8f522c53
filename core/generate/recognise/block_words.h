// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Orders told apart by their words alone. Inside core/generate only.
namespace lanewright {

/// How closely an order is read.
enum class Reading : std::uint8_t {
    Blocks,   ///< as it stands: a pair is one letter, BW another than B and W
    Apart,    ///< pairs as their F and B, BW as its B and W
    WithoutW, ///< F and B alone
};

/// What one rank runs, a letter for each block: equal letters are blocks alike but for their microbatch. R is left out:
/// it belongs to its B.
using BlockWord = std::vector<std::uint64_t>;

/// One word per rank of an order whose ops exist.
std::vector<BlockWord> blockWords(const Schedule& schedule, Reading reading, int weightParts);

/// The fewest letters that must be taken out and put in elsewhere (or are missing, or too many) to make `to` of `from`,
/// over all ranks; none where that is more than `most`. O(letters · most).
std::optional<int> movedBlocks(const std::vector<BlockWord>& from, const std::vector<BlockWord>& to, int most);

} // namespace lanewright
