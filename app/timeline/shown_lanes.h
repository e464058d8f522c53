// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lanes/lane_layout.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lanewright::app {

/// Where the blocks of the plan stand, and the measured bars under them.
///
/// The planned blocks are those of the document's present plan, as it was simulated or, while `isRetimed`, as it would
/// run with the measured durations; the bars are those of the measured step that the document shows.
class ShownLanes {
public:
    explicit ShownLanes(Document& document) : m_document(document) {}

    const PlacedLanes& planned() const { return *m_planned; }
    const PlacedLanes& measured() const { return m_measured; }
    int count() const { return static_cast<int>(m_planned->lanes.size()); }
    /// Blocks with a finding of severity error.
    const std::vector<Slot>& broken() const { return m_broken; }
    std::optional<Slot> slotOf(const Op& op) const { return lanewright::slotOf(*m_planned, m_document.schedule(), op); }
    std::vector<Slot> slotsOf(const std::set<Op>& ops) const {
        return lanewright::slotsOf(*m_planned, m_document.schedule(), ops);
    }

    /// The end of the block before, or 0.
    Time previousEnd(Slot slot) const {
        const PlacedBlock* before = m_planned->find({slot.rank, slot.position - 1});
        return before ? before->end : 0;
    }

    /// Where the last block, or bar that is drawn, ends.
    Time end() const { return std::max(m_planned->end, barsShown() ? m_measured.end : Time{0}); }

    /// The document has another plan.
    void refreshPlan() {
        place();
        m_broken = m_document.analysis().broken;
    }

    /// The document shows another measured step, or none.
    void refreshRun();

    /// Measured bars are drawn under the planned blocks.
    void setBarsWanted(bool wanted) { m_barsWanted = wanted; }
    bool barsShown() const { return m_barsWanted && !m_measured.lanes.empty(); }
    bool barsAreOfAnotherOrder() const { return barsShown() && m_document.runIsOfAnotherOrder(); }

    /// Planned blocks take their measured durations, where there are any. Says whether that is new.
    bool setRetimed(bool on) { return std::exchange(m_retimed, on) != on; }
    /// And there is a measurement.
    bool isRetimed() const { return m_retimed && m_document.measured() && !m_document.plan().isProblem(); }

private:
    void place();

    Document& m_document;
    std::shared_ptr<const PlacedLanes> m_planned = std::make_shared<const PlacedLanes>();
    std::vector<Slot> m_broken;
    PlacedLanes m_measured;
    std::shared_ptr<const Run> m_run;     ///< that `m_measured` shows
    const Timeline* m_timeline = nullptr; ///< a step of that run
    Placement m_placement;                ///< by which `m_measured` was placed
    bool m_barsWanted = true;
    bool m_retimed = false;
};

} // namespace lanewright::app
