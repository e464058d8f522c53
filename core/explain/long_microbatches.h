// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/explain/causes.h"

#include <array>
#include <optional>
#include <vector>

namespace lanewright {

/// A block that a wait is due to because its microbatch is longer than others.
struct LongBlock {
    Slot slot = {};
    Op op = {};      ///< its op; of a pair the one that is further above the mean
    Time costs = 0;  ///< what the block takes, by the costs
    Time excess = 0; ///< how much more than on the mean of microbatches

    friend bool operator==(const LongBlock&, const LongBlock&) = default;
};

/// Tells which waits come from microbatches that are longer than others. Of microbatches that are alike it says
/// nothing, and costs nothing. Keeps references.
///
/// A wait is due to the chain of causes behind it, each block the reason why the next did not start earlier. Of the
/// blocks of that chain that run while the rank waits, the one that is the most above the mean of its kind on its stage
/// is named, where that is at least a tenth of the wait.
class LongMicrobatches {
public:
    LongMicrobatches(const Plan& plan, const Causes& causes, const Timeline& timeline);

    /// For the wait [from, to) in front of the block; none where no microbatch is to blame.
    std::optional<LongBlock> behind(const Slot& slot, Time from, Time to) const;
    /// For the wait [from, to) of a rank that has nothing left to run: the others are not done.
    std::optional<LongBlock> behindTheEnd(Time from, Time to) const;
    /// `Microbatch 3 is long: F0.3 costs 4 units, 2 units more than the mean on stage 0.`
    Message sentence(const LongBlock& block) const;

private:
    Time meanOf(const Op& op) const;
    LongBlock blockAt(const Slot& slot) const;
    std::optional<LongBlock> longestIn(Slot at, Time from, Time to) const;

    const Plan& m_plan;
    const Causes& m_causes;
    const Timeline& m_timeline;
    /// By list of costs, stage and kind: the mean over the microbatches that have these costs, of a W with all its
    /// parts.
    std::vector<std::vector<std::array<Time, kOpKinds>>> m_means;
};

} // namespace lanewright
