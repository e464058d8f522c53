// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/front_plot.h"

#include "app/document/plain_text.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"
#include "app/plots/plot_style.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr double kFrontReach = 12; ///< pixels

double across(const FrontPlot::Point& point) { return static_cast<double>(point.memory) / (1 << 30); }
double up(const FrontPlot::Point& point) { return static_cast<double>(point.time) / 1e6; }

double ms(Time time) { return static_cast<double>(time) / 1e6; }

/// The highest there is to see of it.
double topOf(const FrontPlot::Point& point) {
    return point.whisker ? std::max(up(point), ms(point.whisker->p99)) : up(point);
}

/// With more devices a point is larger, by its area.
double sizeOf(const FrontPlot::Point& point) { return std::clamp(4.5 + 1.4 * std::sqrt(point.devices), 5.0, 14.0); }

} // namespace

FrontPlot::FrontPlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->setMinimumSize(220, 140);
    m_plot->installEventFilter(this);
    setAccessibleName(tr("Time of an iteration over memory"));
    m_plot->setAccessibleName(accessibleName());
    rebuild();
}

void FrontPlot::show(std::vector<Point> points) {
    m_points = std::move(points);
    rebuild();
}

void FrontPlot::fitAxes() {
    if (m_points.empty()) {
        m_plot->xAxis->setRange(0, 1);
        m_plot->yAxis->setRange(0, 1);
        return;
    }
    const auto least = std::ranges::min_element(m_points, {}, up);
    const auto most = std::ranges::max_element(m_points, {}, topOf);
    const auto right = std::ranges::max_element(m_points, {}, across);
    const double room = std::max(0.08 * topOf(*most), 0.15 * (topOf(*most) - up(*least)));
    m_plot->xAxis->setRange(0, 1.15 * across(*right));
    m_plot->yAxis->setRange(std::max(0.0, up(*least) - room), topOf(*most) + room);
}

void FrontPlot::rebuild() {
    m_plot->clearPlottables();
    stylePlot(*m_plot, font());
    m_plot->xAxis->setLabel(tr("fullest device (GiB)"));
    m_plot->yAxis->setLabel(tr("iteration (ms)"));
    fitAxes();
    addFront();
    for (const Point& point : m_points)
        addPoint(point);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void FrontPlot::addFront() {
    // Some plans with fewer devices lie above: the line ties those that nothing beats in time and memory.
    QVector<double> x;
    QVector<double> y;
    std::vector<Point> points;
    std::ranges::copy_if(m_points, std::back_inserter(points), &Point::front);
    std::ranges::sort(points, {}, &Point::memory);
    for (const Point& point : points)
        if (y.isEmpty() || up(point) < y.back()) {
            x << across(point);
            y << up(point);
        }
    QCPGraph* graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(QPen(currentTheme().good, 1.6, Qt::DashLine));
    graph->setData(x, y, true);
}

void FrontPlot::addWhisker(const Point& point) {
    const Theme& theme = currentTheme();
    const QColor colour = point.robust ? theme.good : Theme::mixed(theme.surface, theme.accent, 0.6);
    const auto line = [&](Time to, double width) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
        graph->setData({across(point), across(point)}, {ms(point.whisker->median), ms(to)});
    };
    line(point.whisker->p99, 1.4);
    line(point.whisker->p90, 4);
    if (!point.robust)
        return;
    QCPGraph* mark = m_plot->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.good, 2), QBrush(Qt::NoBrush), sizeOf(point) + 9));
    mark->setData({across(point)}, {up(point)});
}

void FrontPlot::addPoint(const Point& point) {
    const Theme& theme = currentTheme();
    if (point.whisker)
        addWhisker(point);
    QCPGraph* graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    const QColor colour = point.front ? theme.accent : theme.mutedText;
    graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colour, 1.4),
                                           point.front ? QBrush(colour) : QBrush(Qt::NoBrush), sizeOf(point)));
    graph->setData({across(point)}, {up(point)});
    if (!point.shown)
        return;
    QCPGraph* ring = m_plot->addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.selection, 2), QBrush(Qt::NoBrush), sizeOf(point) + 7));
    ring->setData({across(point)}, {up(point)});
}

QString FrontPlot::textOf(const Point& point) const {
    if (!point.whisker)
        return point.name;
    const auto text = [](Time time) { return QString::number(ms(time), 'g', 4); };
    return tr("%1: planned %2 ms; with jitter half of the iterations take at most %3, 90 % %4, 99 % %5 ms")
        .arg(point.name, text(point.time), text(point.whisker->median), text(point.whisker->p90),
             text(point.whisker->p99));
}

int FrontPlot::pointAt(QPointF at) const {
    const auto place = [&](std::size_t i) { return QPointF(across(m_points[i]), up(m_points[i])); };
    return nearestPoint(*m_plot, m_points.size(), place, at, kFrontReach);
}

bool FrontPlot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease)
        if (const int point = pointAt(static_cast<QMouseEvent*>(event)->position()); point >= 0)
            Q_EMIT chosen(point);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int point = pointAt(help->pos());
        const QString words = point < 0 ? QString() : textOf(m_points[point]);
        QToolTip::showText(help->globalPos(), plainTip(words), m_plot);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FrontPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuild();
}

} // namespace lanewright::app
