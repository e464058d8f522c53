// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "app/lanes/lane_layout.h"
#include "app/lanes/theme.h"
#include "core/model/plan.h"
#include "core/picture/time_scale.h"

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>

/// What stands around the blocks: ruler, grid, lane headers. The window and pictures share it.
namespace lanewright::app {

/// What the header of a lane says of its rank.
struct LaneHeader {
    QString name;      ///< `rank 0`
    QString stages;    ///< `stage 0`, `stages 0, 7`
    QString memory;    ///< `4 / 4 act.`
    double filled = 0; ///< share of the memory bar; above 1 counts as over the limit
    bool hasLimit = false;
    QString doing = {}; ///< what the rank does at the moment, in place of its stages; empty: nothing is played
    bool waits = false; ///< that is a wait

    bool isOverLimit() const { return hasLimit && filled > 1; }
};

/// `held`: what the rank holds at the moment that is played; none: its peak counts.
LaneHeader headerOf(const Plan& plan, const Metrics& metrics, int rank, std::optional<Bytes> held = {});

/// As wide as `rect` and as high as its lane; a low lane shows the name alone, a middling one the stages, too. All type
/// is `type` times as large as usual, here and below.
void drawHeader(QPainter& painter, const QRectF& rect, const LaneHeader& header, const Theme& theme, double type = 1);

/// A level or upright line, one pixel wide: the same pixels as `QPainter::drawLine` has without antialiasing, which
/// goes along it pixel by pixel and takes many times as long.
void drawStraight(QPainter& painter, QPointF from, QPointF to, const QColor& colour);

/// Lines at the major marks, over the whole rectangle.
void drawGrid(QPainter& painter, const QRectF& rect, const TimeScale& scale, const Theme& theme, double type = 1);

/// The marks with their labels; `rect` is the ruler.
void drawRuler(QPainter& painter, const QRectF& rect, const TimeScale& scale, TimeUnit unit, const Theme& theme,
               double type = 1);

/// The dashed line behind the last block that runs, with its words in the ruler above the lanes.
void drawStall(QPainter& painter, const QRectF& lanes, double x, const QString& words, const Theme& theme);

/// A red outline and a cross hatch: seen without colour, too.
void drawViolation(QPainter& painter, const QRectF& rect, const Theme& theme);

} // namespace lanewright::app
