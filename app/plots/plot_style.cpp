// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_style.h"

#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <cmath>

namespace lanewright::app {

void stylePlot(QCustomPlot& plot, const QFont& font) {
    const Theme& theme = currentTheme();
    QFont small = font;
    small.setPointSizeF(small.pointSizeF() * 0.85);
    plot.setBackground(theme.surface);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(QPen(theme.line, 1));
        axis->setTickPen(QPen(theme.line, 1));
        axis->setSubTicks(false);
        axis->setTickLabelColor(theme.mutedText);
        axis->setLabelColor(theme.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(theme.line, 1));
        axis->ticker()->setTickCount(4);
    }
}

int nearestPoint(const QCustomPlot& plot, std::size_t count, const std::function<QPointF(std::size_t)>& point,
                 QPointF at, double reach) {
    int nearest = -1;
    for (std::size_t i = 0; i < count; ++i) {
        const QPointF place = point(i);
        const double distance =
            std::hypot(plot.xAxis->coordToPixel(place.x()) - at.x(), plot.yAxis->coordToPixel(place.y()) - at.y());
        if (distance <= reach) {
            reach = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

} // namespace lanewright::app
