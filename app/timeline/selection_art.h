// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lanes/canvas.h"
#include "app/lanes/theme.h"
#include "app/timeline/lane_selection.h"
#include "core/explain/explain.h"

#include <QPainter>

#include <optional>
#include <set>
#include <vector>

/// How the selection is drawn over the lanes, and the arrows that say why its blocks start when they start.
namespace lanewright::app {

/// What a sentence beside the lanes speaks of: ops, and where one of them goes.
struct Pointed {
    std::set<Op> ops = {};
    std::optional<Slot> to = {}; ///< in front of the block that stands there, or behind the last

    friend bool operator==(const Pointed&, const Pointed&) = default;
};

/// Frames around the blocks that are pointed at, and a mark where one goes.
void drawPointed(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const std::vector<Slot>& blocks,
                 const std::optional<Slot>& to, const Theme& theme);

/// The pen of what is pointed at.
QPen pointedPen(const Theme& theme);

/// Frames around the selected blocks.
void drawSelected(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const std::vector<Slot>& selected,
                  const Theme& theme);

/// The chain of blocks each of which decides when the next one starts.
void drawChain(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const std::vector<Slot>& chain,
               const Theme& theme);

/// The bubble, and an arrow to the block behind it from what that waits for.
void drawBubble(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const Document& document,
                const Bubble& bubble, const Theme& theme);

/// Arrows from what a block needs, and to what needs it.
void drawNeeds(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const Schedule& schedule,
               const Explanation& explanation, const Theme& theme);

} // namespace lanewright::app
