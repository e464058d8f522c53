// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/dress.h"

#include "app/plots/custom_plot.h"
#include "app/timeline/theme.h"

namespace lanewright {

void dressPlot(QCustomPlot& plot, const QFont& font) {
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

} // namespace lanewright
