// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/canvas.h"
#include "core/model/op.h"
#include "core/model/schedule.h"

#include <QPainter>
#include <QString>

#include <set>

/// What the gestures share that put blocks into the order of a lane.
namespace lanewright::app {

/// Where the moved ops stand in their row, in words: `after F1.5, before W1.2`, `last, after W1.7`.
QString placeText(const Schedule& schedule, int rank, const std::set<Op>& moved, int weightParts);

/// The line between two blocks of a lane where a drop falls; in a bubble it stands at the end nearer to the mouse.
void drawCaret(QPainter& painter, const Canvas& canvas, const PlacedLane& lane, int rank, int boundary, double mouseX);

/// The block that hangs on the mouse, labelled as those of the lanes; `bad` marks it as a violation.
void drawGhost(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const QRectF& rect,
               const PlacedBlock& block, bool bad);

/// A dashed frame around a lane that means something to the gesture.
void drawLaneFrame(QPainter& painter, const Canvas& canvas, int rank, const QColor& colour);

} // namespace lanewright::app
