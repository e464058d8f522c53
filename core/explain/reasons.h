// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/bubbles.h"
#include "core/explain/causes.h"
#include "core/explain/explain.h"
#include "core/explain/long_microbatches.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright {

/// Answers, over and over, why the blocks of one timeline start when they start: what needs a look at every block is
/// done once, each answer then takes no longer in a large schedule than in a small one. Keeps references.
class Reasons {
public:
    /// `timeline` is of the plan: predicted, or measured in a run of it.
    Reasons(const Plan& plan, const Timeline& timeline);
    Reasons(const Reasons&) = delete;
    Reasons& operator=(const Reasons&) = delete;

    /// None when the op has no span in the timeline.
    std::optional<Explanation> of(const Op& op) const;
    /// Why the rank does nothing there.
    BubbleReason of(const Bubble& bubble) const;
    /// The slot in the timeline; none where the op has no span.
    std::optional<Slot> slotOf(const Op& op) const { return m_spans.of(op); }
    const Causes& causes() const { return m_causes; }

private:
    /// The place of each op that an order or a timeline holds.
    class Places {
    public:
        Places(const Plan& plan, int parts);
        void enter(const Op& op, const Slot& slot);
        std::optional<Slot> of(const Op& op) const;

    private:
        std::size_t indexOf(const Op& op) const;

        int m_stages;
        int m_microbatches;
        std::vector<Slot> m_slots; ///< rank −1: none
    };
    /// Why the rank runs nothing more, or nothing before its next block, but for the sentence.
    BubbleReason reasonAtEnd(const Bubble& bubble) const;
    BubbleReason reasonBefore(const Bubble& bubble) const;
    void addConsumers(const Op& op, std::vector<std::pair<Slot, Op>>& consumers) const;

    const Plan* m_plan;
    const Timeline* m_timeline;
    Causes m_causes;
    LongMicrobatches m_long;
    int m_parts;
    Places m_spans; ///< in the timeline
    Places m_order; ///< in the plan's order
};

} // namespace lanewright
