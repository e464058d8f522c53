// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_selection.h"

#include <algorithm>

namespace lanewright::app {
namespace {

/// Blocks of a chain that are looked for on either side of the selected one.
constexpr std::size_t kLongestChain = 20'000;

} // namespace

std::optional<Slot> LaneSelection::current() const {
    return m_selection.empty() ? std::nullopt : m_lanes.slotOf(m_selection.current());
}

int LaneSelection::rank() const {
    if (m_bubble)
        return m_bubble->rank;
    const std::optional<Slot> slot = current();
    return slot ? slot->rank : -1;
}

std::optional<Extent> LaneSelection::extent() const {
    std::optional<Extent> extent = m_bubble ? std::optional(Extent{m_bubble->start, m_bubble->end}) : std::nullopt;
    for (const Slot& slot : m_blocks) {
        const PlacedBlock& block = *m_lanes.planned().find(slot);
        extent = extent ? Extent{std::min(extent->start, block.start), std::max(extent->end, block.end)}
                        : Extent{block.start, block.end};
    }
    return extent;
}

void LaneSelection::setArrowDepth(ArrowDepth depth) {
    m_arrows = depth;
    refreshChain();
}

void LaneSelection::refresh() {
    m_blocks = m_lanes.slotsOf(m_selection.ops());
    m_why.reset();
    if (!m_selection.empty() && !m_document.plan().isProblem())
        m_why = m_document.reasons().of(m_selection.current());
    // Bubbles are those of the plan; where its blocks stand otherwise, there is nothing to frame.
    m_bubble = m_lanes.isRetimed() ? std::nullopt : bubbleNow(m_document, m_selection);
    refreshChain();
}

void LaneSelection::keepGap() {
    const std::optional<Slot> slot = m_gap ? m_lanes.slotOf(*m_gap) : std::nullopt;
    if (!slot || m_lanes.planned().find(*slot)->gap == 0)
        m_gap.reset();
}

void LaneSelection::refreshChain() {
    m_chain.clear();
    if (m_document.plan().isProblem())
        return;
    if (m_arrows == ArrowDepth::CriticalPath)
        m_chain = m_document.reasons().causes().criticalSlots();
    else if (m_arrows == ArrowDepth::Chain && !m_selection.empty())
        addChainOf(m_selection.current());
}

void LaneSelection::addChainOf(const Op& op) {
    const Reasons& reasons = m_document.reasons();
    const Causes& causes = reasons.causes();
    const PlacedLanes& planned = m_lanes.planned();
    std::optional<Slot> at = reasons.slotOf(op);
    if (!at)
        return;
    const Slot self = *at;
    while (at && m_chain.size() < kLongestChain) {
        m_chain.push_back(*at);
        const Causes::Cause cause = causes.causeOf(*at);
        at = cause.binding == Binding::Start || cause.blame == *at ? std::nullopt : std::optional(cause.blame);
    }
    std::ranges::reverse(m_chain);
    // Forward: of the blocks whose start this one decides, the first to start; and so on.
    for (Slot here = self; m_chain.size() < 2 * kLongestChain;) {
        std::optional<Slot> next;
        const auto offer = [&](const Slot& slot) {
            if (!planned.find(slot) || planned.find(slot)->parked || causes.causeOf(slot).blame != here || slot == here)
                return;
            if (!next || causes.spanAt(slot).start < causes.spanAt(*next).start)
                next = slot;
        };
        const auto about = reasons.of(causes.spanAt(here).op);
        for (const Op& consumer : about->consumers)
            if (const auto slot = reasons.slotOf(consumer))
                offer(*slot);
        if (const PlacedBlock* behind = planned.find({here.rank, here.position + 1}); behind && !behind->parked)
            offer({here.rank, here.position + 1});
        if (!next)
            return;
        m_chain.push_back(*next);
        here = *next;
    }
}

} // namespace lanewright::app
