// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/canvas.h"
#include "app/lanes/theme.h"
#include "app/timeline/shown_lanes.h"

#include <QPainter>

#include <set>
#include <vector>

namespace lanewright::app {

/// The blocks that a search found.
class SearchMatches {
public:
    explicit SearchMatches(const ShownLanes& lanes) : m_lanes(lanes) {}

    /// Empty: none.
    void set(const std::vector<Op>& ops) {
        m_ops = std::set<Op>(ops.begin(), ops.end());
        refresh();
    }

    const std::vector<Slot>& blocks() const { return m_blocks; }
    /// The lanes have changed.
    void refresh() { m_blocks = m_lanes.slotsOf(m_ops); }
    void paint(QPainter& painter, const Canvas& canvas, const Theme& theme) const;

private:
    const ShownLanes& m_lanes;
    std::set<Op> m_ops;
    std::vector<Slot> m_blocks;
};

} // namespace lanewright::app
