// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/memory_lines.h"

namespace lanewright::app {

QPen memoryPen(const Theme& theme, int place, double width) {
    QPen pen(theme.rank(place), width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (const std::vector<double>& dash = memoryDashes(place); !dash.empty())
        pen.setDashPattern({dash.begin(), dash.end()});
    return pen;
}

} // namespace lanewright::app
