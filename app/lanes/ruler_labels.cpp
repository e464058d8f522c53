// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/ruler_labels.h"

#include "app/document/numbers.h"

#include <cmath>

namespace lanewright::app {

QString tickLabel(Time time, Time step, TimeUnit unit) {
    const Time scale = scaleOf(unit);
    int decimals = 0;
    for (Time part = scale; part > 1 && step % part != 0; part /= 10)
        ++decimals;
    return timeWithUnit(time, unit, decimals);
}

std::vector<RulerLabel> rulerLabels(const QRectF& rect, const TimeScale& scale, TimeUnit unit,
                                    const QFontMetrics& metrics, double type) {
    constexpr double kBesideMark = 5;
    const Ticks ticks = ticksFor(scale, kLabelsApart * type);
    std::vector<RulerLabel> labels;
    double free = rect.left();
    for (const Tick& tick : ticks.marks) {
        if (!tick.major)
            continue;
        const QString text = tickLabel(tick.time, ticks.step, unit);
        const double x = std::round(scale.x(tick.time));
        const double wide = metrics.horizontalAdvance(text);
        // What would be cut off at the right stands at the left of its mark.
        const bool fits = x + kBesideMark + wide <= rect.right();
        const double left = fits ? x + kBesideMark : x - kBesideMark - wide;
        if (left < free)
            continue;
        labels.push_back({left, wide, text});
        free = left + wide + kBesideMark;
    }
    return labels;
}

} // namespace lanewright::app
