// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// What decides the start of a block.
enum class Binding : std::uint8_t {
    Start,      ///< nothing: it is first on its rank and needs no value
    Dependency, ///< a value arrives last
    RankBusy,   ///< the block before it on its rank ends last
    Gap,        ///< the explicit gap before it
};

/// A value a block needs, with its way and time.
struct Arrival {
    Op producer = {};
    int fromRank = 0;
    Time arrives = 0; ///< at the block's rank
    Time slack = 0;   ///< block start − arrival

    friend bool operator==(const Arrival&, const Arrival&) = default;
};

/// Why a block starts when it starts.
struct Explanation {
    Slot slot = {};
    Time start = 0;
    Time end = 0;
    Time idleBefore = 0; ///< own rank's idle time right before it
    Binding binding = Binding::Start;
    std::optional<Op> bindingOp = {}; ///< the producer, or the op before on the own rank
    std::vector<Arrival> inputs = {};
    std::optional<Op> before = {};  ///< the op before it on its rank
    Time rankFree = 0;              ///< when that one ends
    std::vector<Op> consumers = {}; ///< ops that wait for this one
    std::optional<Op> longOp = {};  ///< the op to blame where the rank waits because a microbatch is longer than others
    Message sentence = {};          ///< the binding in words, in the plan's time unit

    friend bool operator==(const Explanation&, const Explanation&) = default;
};

/// None when the op has no span in the timeline.
std::optional<Explanation> explain(const Plan& plan, const Timeline& timeline, const Op& op);

} // namespace lanewright
