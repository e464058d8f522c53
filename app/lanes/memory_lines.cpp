// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/memory_lines.h"

#include <algorithm>
#include <iterator>

namespace lanewright::app {

QPen memoryPen(const Theme& theme, int place, double width) {
    QPen pen(theme.rank(place), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (const std::vector<double>& dash = memoryDashes(place); !dash.empty())
        pen.setDashPattern({dash.begin(), dash.end()});
    return pen;
}

Bytes bytesAt(const MemoryCurve& curve, Time time) {
    const auto after = std::ranges::upper_bound(curve, time, {}, &MemoryPoint::time);
    return after == curve.begin() ? 0 : std::prev(after)->bytes;
}

} // namespace lanewright::app
