// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"
#include "core/picture/time_scale.h"

#include <QFontMetrics>
#include <QRectF>
#include <QString>

#include <vector>

namespace lanewright::app {

/// How far the major marks of ruler and grid are apart at least, in pixels of usual type.
constexpr double kLabelsApart = 90;

/// `5 ms`, with as many decimals as the step needs.
QString tickLabel(Time time, Time step, TimeUnit unit);

/// A label of the ruler; none covers another.
struct RulerLabel {
    double left = 0;
    double width = 0;
    QString text;
};

/// Beside the major marks; what has no room is left out. `metrics` are those of the ruler's font.
std::vector<RulerLabel> rulerLabels(const QRectF& rect, const TimeScale& scale, TimeUnit unit,
                                    const QFontMetrics& metrics, double type = 1);

} // namespace lanewright::app
