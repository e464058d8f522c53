// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/timeline/shown_lanes.h"
#include "core/explain/explain.h"

#include <optional>
#include <vector>

namespace lanewright::app {

/// Which arrows are drawn.
enum class ArrowDepth {
    Direct,       ///< what the selected block needs, and what needs it
    Chain,        ///< what decided its start, back to the first block, and on to what it decides
    CriticalPath, ///< the chain that decides the makespan, whatever is selected
};

/// What is selected in the lanes: blocks, a bubble or a gap; and why the current block starts when it starts.
class LaneSelection {
public:
    LaneSelection(Document& document, Selection& selection, const ShownLanes& lanes)
        : m_document(document), m_selection(selection), m_lanes(lanes) {}

    const std::vector<Slot>& blocks() const { return m_blocks; }
    /// Where the current block stands; none where nothing in the order is selected.
    std::optional<Slot> current() const;
    const std::optional<Bubble>& bubble() const { return m_bubble; }
    /// The rank whose lane it is in; −1: none.
    int rank() const;
    /// From the first start to the last end; none where nothing is selected.
    std::optional<Extent> extent() const;
    /// Why the current op starts when it starts; none without an order.
    const std::optional<Explanation>& why() const { return m_why; }

    /// The op behind the selected gap.
    const std::optional<Op>& gap() const { return m_gap; }
    void setGap(const std::optional<Op>& behind) { m_gap = behind; }

    ArrowDepth arrowDepth() const { return m_arrows; }
    void setArrowDepth(ArrowDepth depth);
    /// Blocks each of which decides when the next one starts, first to last: the chain of the selected block, or the
    /// critical path. Empty where arrows are direct.
    const std::vector<Slot>& chain() const { return m_chain; }

    /// Another selection, or another plan.
    void refresh();
    /// Lets go of a gap that the plan no longer has.
    void keepGap();

private:
    void refreshChain();
    /// What decided the op's start, back to the first block, and on to what it decides.
    std::vector<Slot> chainOf(const Op& op) const;

    Document& m_document;
    Selection& m_selection;
    const ShownLanes& m_lanes;
    std::vector<Slot> m_blocks;
    std::optional<Explanation> m_why;
    std::optional<Op> m_gap;
    std::optional<Bubble> m_bubble;
    std::vector<Slot> m_chain;
    ArrowDepth m_arrows = ArrowDepth::Direct;
};

} // namespace lanewright::app
