// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"

#include <optional>
#include <vector>

namespace lanewright {

/// A backward that an F would save more time with than it does.
struct BetterPartner {
    Op backward = {}; ///< one of its kind and stage that the rank runs
    Time saved = 0;

    friend bool operator==(const BetterPartner&, const BetterPartner&) = default;
};

/// What an overlapped pair wins by running its ops side by side, by the costs, or what an op by itself does not hide.
struct PairOverlap {
    bool paired = true;
    Time apart = 0;   ///< what the ops take one after the other
    Time length = 0;  ///< what the block takes
    Time network = 0; ///< all its ops together; 0 where the costs say nothing of segments
    Time hidden = 0;  ///< how much of it runs beside compute
    std::optional<BetterPartner> better = {};

    Time saved() const { return apart - length; }
    Time exposed() const { return network - hidden; }
    friend bool operator==(const PairOverlap&, const PairOverlap&) = default;
};

/// Looks at a block alone, without looking for partners; none where it is neither a pair nor on the network.
std::optional<PairOverlap> pairOverlapOf(const Plan& plan, const Block& block);
/// Looks at the block that holds the op, with the better partner of its F among the backwards of its rank.
std::optional<PairOverlap> pairOverlapOf(const Plan& plan, const Op& op);

/// What there is to say of it, a sentence each, in the plan's time unit.
std::vector<Message> sentencesOf(const PairOverlap& overlap, TimeUnit unit);

} // namespace lanewright
