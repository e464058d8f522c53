// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lanes/canvas.h"
#include "app/lanes/theme.h"
#include "app/timeline/shown_lanes.h"
#include "core/simulate/step_spread.h"

#include <QPainter>

#include <vector>

namespace lanewright::app {

/// How a planned block was measured.
struct Slip {
    Slot planned = {}; ///< in the plan's lanes
    Slot actual = {};  ///< in the measured lanes
    Spread start = {}; ///< over the steps
    Spread end = {};
    int steps = 0;
};

/// What is drawn over the measured bars: from the selected blocks to theirs, and how sure each rank's clock is.
class MeasuredOverlay {
public:
    MeasuredOverlay(const Document& document, const ShownLanes& lanes) : m_document(document), m_lanes(lanes) {}

    /// How the selected blocks were measured, where bars are shown.
    const std::vector<Slip>& slips() const { return m_slips; }
    void refresh(const std::vector<Slot>& selected);
    void paintSlips(QPainter& painter, const Canvas& canvas, const Theme& theme) const;
    void paintClocks(QPainter& painter, const Canvas& canvas, const Theme& theme) const;

private:
    const Document& m_document;
    const ShownLanes& m_lanes;
    std::vector<Slip> m_slips;
};

} // namespace lanewright::app
