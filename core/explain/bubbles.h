// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// A stretch in which a rank runs nothing, between the first start and the last end of the whole timeline.
struct Bubble {
    int rank = 0;
    int position = 0; ///< where the block behind it stands; the number of blocks where the lane has ended
    Time start = 0;
    Time end = 0;

    Time length() const { return end - start; }
    friend bool operator==(const Bubble&, const Bubble&) = default;
};

/// The bubbles of a rank by time.
std::vector<Bubble> bubblesOf(const Timeline& timeline, int rank);

/// The bubble of a rank that holds the time; none where a block runs, and outside the timeline.
std::optional<Bubble> bubbleAt(const Timeline& timeline, int rank, Time time);

/// What a bubble is due to.
enum class BubbleKind : std::uint8_t {
    Fill,       ///< the first value has not come through the pipeline yet
    Dependency, ///< the value that the next block needs is still being made
    Transfer,   ///< it is made, and on its way
    Gap,        ///< the explicit gap before the next block
    Drain,      ///< the rank has nothing left to run
    Stall,      ///< the rank never goes on
    Late,       ///< nothing that is known: in measured timelines launches and jitter
};

/// Why a rank does nothing for a while.
struct BubbleReason {
    Bubble bubble = {};
    BubbleKind kind = BubbleKind::Late;
    std::optional<Op> next = {};      ///< the op that runs behind it
    std::optional<Op> bindingOp = {}; ///< the producer that is waited for
    int bindingRank = -1;             ///< where that one runs
    std::optional<Op> longOp = {};    ///< the op to blame where a microbatch is longer than others
    Message sentence = {};            ///< in the plan's time unit

    friend bool operator==(const BubbleReason&, const BubbleReason&) = default;
};

/// The bubble's reason; for many, see `Reasons`.
BubbleReason explain(const Plan& plan, const Timeline& timeline, const Bubble& bubble);

} // namespace lanewright
