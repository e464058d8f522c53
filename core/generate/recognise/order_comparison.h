// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/generate/catalogue.h"
#include "core/generate/recognise/block_sequence.h"
#include "core/generate/recognise/order_traits.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Which of several orders one is most like. Inside core/generate only.
namespace lanewright {

/// What a generator makes of the plan's problem.
struct MadeOrder {
    const Generator* generator = nullptr;
    Message title = {};
    Plan plan = {};
};

/// What ranks and microbatches of a plan are called, by their numbers here.
struct PlanNames {
    std::vector<int> ranks = {};
    std::vector<int> microbatches = {};
};

/// Compares an order with candidates, one after the other, and keeps the best name for it.
///
/// An order is a candidate's where every row is the same once microbatches are renamed: by one renaming for all ranks,
/// within their directions, and only of microbatches that cost the same. It has no gaps then, as no candidate has any.
class OrderComparison {
public:
    /// Keeps references. Orders of more than a million ops are compared as they stand alone.
    OrderComparison(const Plan& plan, const OrderTraits& traits, const PlanNames& names);

    bool isExact() const { return m_best.exact; }
    void tryOn(const MadeOrder& candidate);
    /// None when no candidate is like the order.
    std::optional<Recognition> best() const;

private:
    /// The better comes first.
    enum class Likeness : std::uint8_t {
        Same,
        NearlySame, ///< but for microbatches or gaps
        OtherBlocks,
        NearInW,
        OtherW,
        Near,
        NearOtherBlocks,
        NearOtherW,
        None,
    };

    /// How near a candidate is under the renaming by which it is nearest.
    struct Nearness {
        Likeness likeness = Likeness::None;
        Reading reading = Reading::Blocks;
        int anyhow = 0; ///< blocks that stand elsewhere whichever microbatch they are of
        int moved = 0;
        bool isRenamed = true; ///< else microbatches stand so differently that they are not looked at
        Renaming names = {};

        bool isSame() const { return moved == 0 && isRenamed; }
    };

    const std::vector<BlockSequence>& sequences(Reading reading) const;
    std::vector<Renaming> renamings(const Schedule& made) const;
    std::optional<Nearness> nearness(const Schedule& made, Reading reading) const;
    Message gap() const;
    template <typename Differing>
    void keep(const Nearness& near, const MadeOrder& candidate, const Differing& differing);
    Message detailOf(const Nearness& near, const Schedule& made) const;
    std::string named(Block block) const;
    Message firstOf(const OrderDifference& difference) const;
    Message otherBlocks(const MadeOrder& candidate, Message name) const;
    Message otherW(const MadeOrder& candidate, Message name) const;

    const Plan& m_plan;
    const OrderTraits& m_traits;
    const PlanNames& m_names;
    int m_parts;
    std::vector<BlockSequence> m_blocks;
    std::vector<BlockSequence> m_apart = {};
    std::vector<BlockSequence> m_withoutW = {};
    int m_most = 0;
    Likeness m_likeness = Likeness::None;
    Recognition m_best = {};
};

} // namespace lanewright
