// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot.h"

#include "app/document/plain_text.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <cmath>

namespace lanewright::app {

Plot::Plot(const QString& spoken, QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    (new QVBoxLayout(this))->addWidget(m_plot);
    layout()->setContentsMargins(0, 0, 0, 0);
    m_plot->installEventFilter(this);
    setAccessibleName(spoken);
    m_plot->setAccessibleName(spoken);
}

bool Plot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease)
        clickAt(static_cast<QMouseEvent*>(event)->position());
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = tipAt(help->pos());
        QToolTip::showText(help->globalPos(), plainTip(tip), m_plot); // without words it goes
        if (!tip.isEmpty())
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

void Plot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
}

void Plot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_plot->bufferDevicePixelRatio() != devicePixelRatioF())
        m_plot->setBufferDevicePixelRatio(devicePixelRatioF());
}

void Plot::style(const QString& across, const QString& up) {
    const Theme& theme = currentTheme();
    m_plot->setBackground(theme.surface);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(theme.line, 1));
        axis->setTickPen(QPen(theme.line, 1));
        axis->setSubTicks(false);
        axis->setTickLabelColor(theme.mutedText);
        axis->setLabelColor(theme.mutedText);
        axis->setTickLabelFont(smallFont());
        axis->setLabelFont(smallFont());
        axis->grid()->setPen(QPen(theme.line, 1));
        axis->ticker()->setTickCount(4);
    }
    m_plot->xAxis->setLabel(across);
    m_plot->yAxis->setLabel(up);
}

QCPGraph* Plot::addMarks(const QVector<double>& x, const QVector<double>& y, const QCPScatterStyle& style) {
    QCPGraph* graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(style);
    graph->setData(x, y);
    return graph;
}

QCPGraph* Plot::addSteps(const QVector<double>& x, const QVector<double>& y, const QPen& pen) {
    QCPGraph* graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(pen);
    graph->setData(x, y, true);
    return graph;
}

int PointPlot::pointAt(QPointF at) const {
    double least = reach();
    int nearest = -1;
    for (int point = 0; point < count(); ++point) {
        const QPointF place = placeOf(point);
        const double distance = std::hypot(m_plot->xAxis->coordToPixel(place.x()) - at.x(),
                                           m_plot->yAxis->coordToPixel(place.y()) - at.y());
        if (distance <= least) {
            least = distance;
            nearest = point;
        }
    }
    return nearest;
}

void PointPlot::clickAt(QPointF at) {
    if (const int point = pointAt(at); point >= 0)
        Q_EMIT chosen(point);
}

void PointPlot::addFront(const std::vector<QPointF>& front) {
    QVector<double> x;
    QVector<double> y;
    for (const QPointF& place : front) {
        x << place.x();
        y << place.y();
    }
    addSteps(x, y, QPen(currentTheme().good, 1.6, Qt::DashLine));
}

QString axisTitle(const QString& bare, const QString& withUnit, const QString& unit) {
    return unit.isEmpty() ? bare : withUnit.arg(unit);
}

} // namespace lanewright::app
