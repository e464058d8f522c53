// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCustomPlot;
class QFont;

namespace lanewright {

/// Gives a plot with both axes the colours of the present theme and small letters; the zero lines are the plot's own.
void dressPlot(QCustomPlot& plot, const QFont& font);

} // namespace lanewright
