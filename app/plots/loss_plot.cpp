// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/loss_plot.h"

#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

/// Graphs of the plot.
constexpr int kLosses = 0;
constexpr int kNoNumbers = 1;

} // namespace

LossPlot::LossPlot(QWidget* parent) : Plot(tr("Loss per step"), parent) {
    m_plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    m_plot->addGraph();
    m_plot->addGraph();
    m_plot->xAxis->grid()->setVisible(false);
    // Steps are whole.
    const auto ticks = QSharedPointer<QCPAxisTickerFixed>::create();
    ticks->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    m_plot->xAxis->setTicker(ticks);
    rebuild();
}

void LossPlot::show(const std::vector<double>& losses, int steps) {
    QVector<double> x;
    QVector<double> y;
    QVector<double> lost; // steps whose loss is no number
    for (const double loss : losses) {
        x << static_cast<double>(x.size());
        y << (std::isfinite(loss) ? loss : qQNaN());
        if (!std::isfinite(loss))
            lost << x.last();
    }
    m_plot->graph(kLosses)->setData(x, y, true);
    m_plot->graph(kNoNumbers)->data()->clear();
    m_plot->xAxis->setRange(-0.5, std::max<double>(steps, 1) - 0.5);
    m_plot->yAxis->rescale();
    const QCPRange values = m_plot->yAxis->range();
    const double room = std::max(0.1 * values.size(), 0.02);
    m_plot->yAxis->setRange(values.lower - room, values.upper + room);
    m_plot->graph(kNoNumbers)->setData(lost, QVector<double>(lost.size(), values.upper), true);
    m_plot->setToolTip(lost.isEmpty() ? QString()
                                      : tr("Crosses: the loss is no number, first in step %1.").arg(lost.first()));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void LossPlot::rebuild() {
    const Theme& theme = currentTheme();
    style({}, {});
    m_plot->xAxis->ticker()->setTickCount(5);
    m_plot->yAxis->ticker()->setTickCount(3);
    m_plot->graph(kLosses)->setPen(QPen(theme.accent, 1.8));
    m_plot->graph(kLosses)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, theme.accent, theme.accent, 4));
    m_plot->graph(kNoNumbers)->setLineStyle(QCPGraph::lsNone);
    m_plot->graph(kNoNumbers)
        ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross, QPen(theme.violation, 1.8), {}, 7));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace lanewright::app
