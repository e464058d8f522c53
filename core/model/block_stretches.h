// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/costs.h"
#include "core/model/schedule.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// How an op of a block spends a stretch of it.
enum class Spends : std::uint8_t {
    Computing,
    Hidden,  ///< on the network while the other op of the pair computes
    Exposed, ///< on the network while nothing computes
    Idle,    ///< waits for what the other op holds, is over before it, or waits for the host
};

/// From the beginning of the block, half open.
struct Stretch {
    Spends spends = Spends::Computing;
    Time start = 0;
    Time end = 0;

    friend auto operator<=>(const Stretch&, const Stretch&) = default;
};

/// How the time of a block is spent, which pictures of it show.
struct BlockStretches {
    Time length = 0;                  ///< what the block takes
    std::vector<Stretch> first = {};  ///< what its op does, the F of a pair; they cover the block
    std::vector<Stretch> second = {}; ///< likewise what the backward of a pair does
    /// Where the costs give no segments: by how much the pair is shorter than its parts; nothing says when.
    Time saved = 0;

    friend auto operator<=>(const BlockStretches&, const BlockStretches&) = default;
};

/// What there is to show of a block that uses the network by the costs' segments, or of a pair whose own time is less
/// than its parts; none elsewhere. What sharing costs stretches the times in which both resources work.
std::optional<BlockStretches> stretchesOf(const Schedule& schedule, const Costs& costs, const Block& block);

} // namespace lanewright
