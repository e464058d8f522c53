// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <cstddef>
#include <functional>

class QCustomPlot;
class QFont;

namespace lanewright::app {

/// Gives a plot with both axes the colours of the present theme and small letters; the zero lines are the plot's own.
void stylePlot(QCustomPlot& plot, const QFont& font);

/// Which of `count` points is the nearest to a place in pixels and no further than `reach` pixels from it; −1: none.
/// `point` gives their places in the units of the axes.
int nearestPoint(const QCustomPlot& plot, std::size_t count, const std::function<QPointF(std::size_t)>& point,
                 QPointF at, double reach);

} // namespace lanewright::app
