// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/lane_selection.h"

#include <algorithm>

namespace lanewright::app {
namespace {

/// Blocks of a chain that are looked for on either side of the selected one.
constexpr std::size_t kLongestChain = 20'000;

/// The blocks each of which decides when the next one starts, up to this one, first to last.
std::vector<Slot> chainTo(const Slot& last, const Causes& causes) {
    std::vector<Slot> chain;
    std::optional<Slot> at = last;
    while (at && chain.size() < kLongestChain) {
        chain.push_back(*at);
        const Causes::Cause cause = causes.causeOf(*at);
        at = cause.binding == Binding::Start || cause.blame == *at ? std::nullopt : std::optional(cause.blame);
    }
    std::ranges::reverse(chain);
    return chain;
}

/// The first to start of the blocks whose start this one decides; none: it decides none.
std::optional<Slot> nextOf(const Slot& here, const Reasons& reasons, const PlacedLanes& planned) {
    const Causes& causes = reasons.causes();
    std::optional<Slot> next;
    const auto offer = [&](const Slot& slot) {
        const PlacedBlock* block = planned.find(slot);
        if (!block || block->parked || slot == here || causes.causeOf(slot).blame != here)
            return;
        if (!next || causes.spanAt(slot).start < causes.spanAt(*next).start)
            next = slot;
    };
    const auto about = reasons.of(causes.spanAt(here).op);
    for (const Op& consumer : about->consumers)
        if (const auto slot = reasons.slotOf(consumer))
            offer(*slot);
    offer({here.rank, here.position + 1});
    return next;
}

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
        m_chain = chainOf(m_selection.current());
}

std::vector<Slot> LaneSelection::chainOf(const Op& op) const {
    const Reasons& reasons = m_document.reasons();
    const std::optional<Slot> self = reasons.slotOf(op);
    if (!self)
        return {};
    std::vector<Slot> chain = chainTo(*self, reasons.causes());
    for (std::optional<Slot> next = nextOf(*self, reasons, m_lanes.planned()); next && chain.size() < 2 * kLongestChain;
         next = nextOf(*next, reasons, m_lanes.planned()))
        chain.push_back(*next);
    return chain;
}

} // namespace lanewright::app
