// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/front_plot.h"

#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

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

FrontPlot::FrontPlot(QWidget* parent) : PointPlot(tr("Time of an iteration over memory"), parent) {
    m_plot->setMinimumSize(220, 140);
    rebuild();
}

void FrontPlot::show(std::vector<Point> points) {
    m_points = std::move(points);
    rebuild();
}

QPointF FrontPlot::placeOf(int point) const { return {across(m_points[point]), up(m_points[point])}; }

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
    style(tr("fullest device (GiB)"), tr("iteration (ms)"));
    fitAxes();
    tieFront();
    for (const Point& point : m_points)
        addPoint(point);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void FrontPlot::tieFront() {
    // Some plans with fewer devices lie above: the line ties those that nothing beats in time and memory.
    std::vector<Point> points;
    std::ranges::copy_if(m_points, std::back_inserter(points), &Point::front);
    std::ranges::sort(points, {}, &Point::memory);
    std::vector<QPointF> front;
    for (const Point& point : points)
        if (front.empty() || up(point) < front.back().y())
            front.emplace_back(across(point), up(point));
    addFront(front);
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
    if (point.robust)
        addMarks({across(point)}, {up(point)},
                 QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.good, 2), Qt::NoBrush, sizeOf(point) + 9));
}

void FrontPlot::addPoint(const Point& point) {
    const Theme& theme = currentTheme();
    if (point.whisker)
        addWhisker(point);
    const QColor colour = point.front ? theme.accent : theme.mutedText;
    const QBrush fill = point.front ? QBrush(colour) : QBrush(Qt::NoBrush);
    addMarks({across(point)}, {up(point)},
             QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colour, 1.4), fill, sizeOf(point)));
    if (point.shown)
        addMarks({across(point)}, {up(point)},
                 QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.selection, 2), Qt::NoBrush, sizeOf(point) + 7));
}

QString FrontPlot::tipAt(QPointF at) const {
    const int place = pointAt(at);
    if (place < 0)
        return {};
    const Point& point = m_points[place];
    if (!point.whisker)
        return point.name;
    const auto text = [](Time time) { return QLocale().toString(ms(time), 'g', 4); };
    return tr("%1: planned %2 ms; with jitter half of the iterations take at most %3, 90 % %4, 99 % %5 ms")
        .arg(point.name, text(point.time), text(point.whisker->median), text(point.whisker->p90),
             text(point.whisker->p99));
}

} // namespace lanewright::app
