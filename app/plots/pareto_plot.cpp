// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/pareto_plot.h"

#include "app/document/numbers.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"
#include "app/plots/plot_style.h"

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr double kParetoReach = 14; ///< pixels
constexpr int kNamePadding = 6;

} // namespace

ParetoPlot::ParetoPlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->setMinimumSize(300, 150);
    m_plot->installEventFilter(this);
    // Only then is it known where the points are and how much room there is beside them.
    connect(m_plot, &QCustomPlot::afterLayout, this, &ParetoPlot::fitNames);
    setAccessibleName(tr("Time over memory"));
    m_plot->setAccessibleName(accessibleName());
    rebuild();
}

void ParetoPlot::show(std::vector<Point> points, TimeUnit time, MemoryUnit memory) {
    m_points = std::move(points);
    m_time = time;
    m_memory = memory;
    rebuild();
}

double ParetoPlot::across(const Point& point) const {
    return static_cast<double>(point.takes.memory) / static_cast<double>(scaleOf(m_memory));
}

double ParetoPlot::up(const Point& point) const {
    return static_cast<double>(point.takes.time) / static_cast<double>(scaleOf(m_time));
}

void ParetoPlot::rebuild() {
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_names.clear();
    double right = 1;
    double low = 0;
    double high = 1;
    for (const Point& point : m_points) {
        right = std::max(right, across(point));
        low = &point == m_points.data() ? up(point) : std::min(low, up(point));
        high = &point == m_points.data() ? up(point) : std::max(high, up(point));
    }
    const double room = std::max(0.06 * high, 0.2 * (high - low));
    m_plot->xAxis->setRange(0, 1.25 * right);
    m_plot->yAxis->setRange(std::max(0.0, low - room), high + room);
    addFront();
    addPoints();
    applyTheme();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<std::size_t> ParetoPlot::front() const {
    std::vector<TimeAndMemory> choices;
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < m_points.size(); ++place) {
        if (m_points[place].invalid)
            continue;
        choices.push_back(m_points[place].takes);
        places.push_back(place);
    }
    std::vector<std::size_t> front = paretoFront(choices);
    for (std::size_t& place : front)
        place = places[place];
    return front;
}

void ParetoPlot::addFront() {
    QVector<double> x;
    QVector<double> y;
    for (const std::size_t place : front()) {
        x << across(m_points[place]);
        y << up(m_points[place]);
    }
    QCPGraph* graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(QPen(currentTheme().good, 1.6, Qt::DashLine));
    graph->setData(x, y, true);
}

void ParetoPlot::addPoints() {
    for (const Point& point : m_points) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        const QColor colour = point.invalid ? currentTheme().violation : currentTheme().accent;
        graph->setScatterStyle(
            QCPScatterStyle(point.invalid ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssCircle, QPen(colour, 2),
                            point.measured || point.invalid ? QBrush(currentTheme().surface) : QBrush(colour), 9));
        graph->setData({across(point)}, {up(point)});
        addName(point);
    }
}

void ParetoPlot::addName(const Point& point) {
    auto* name = new QCPItemText(m_plot);
    name->position->setCoords(across(point), up(point));
    name->setPadding(QMargins(kNamePadding, 0, kNamePadding, 3));
    name->setColor(currentTheme().text);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    name->setFont(small);
    m_names.push_back(name);
}

void ParetoPlot::fitNames() {
    const QRect area = m_plot->axisRect()->rect();
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        QCPItemText& name = *m_names[i];
        const QFontMetrics metrics(name.font());
        const double x = m_plot->xAxis->coordToPixel(across(m_points[i]));
        const int right = static_cast<int>(area.right() - x) - kNamePadding;
        const int left = static_cast<int>(x - area.left()) - kNamePadding;
        const QString words = wordsOf(m_points[i]);
        const bool stands = right >= left || metrics.horizontalAdvance(words) <= right;
        // Above the point, so that a front which goes on to the right does not strike it out.
        name.setPositionAlignment((stands ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignBottom);
        // Names of one plan's runs differ at their ends.
        name.setText(metrics.elidedText(words, Qt::ElideMiddle, stands ? right : left));
    }
}

QString ParetoPlot::wordsOf(const Point& point) const {
    return point.invalid ? tr("%1, over a limit").arg(point.name) : point.name;
}

QString ParetoPlot::shownName(int point) const { return m_names[point]->text(); }

void ParetoPlot::applyTheme() {
    stylePlot(*m_plot, font());
    const QString memory = unitText(m_memory);
    m_plot->xAxis->setLabel(memory.isEmpty() ? tr("peak memory") : tr("peak memory (%1)").arg(memory));
    const QString time = unitText(m_time);
    m_plot->yAxis->setLabel(time.isEmpty() ? tr("iteration") : tr("iteration (%1)").arg(time));
}

int ParetoPlot::pointAt(QPointF at) const {
    const auto place = [&](std::size_t i) { return QPointF(across(m_points[i]), up(m_points[i])); };
    return nearestPoint(*m_plot, m_points.size(), place, at, kParetoReach);
}

bool ParetoPlot::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease)
        if (const int point = pointAt(static_cast<QMouseEvent*>(event)->position()); point >= 0)
            Q_EMIT chosen(point);
    return QWidget::eventFilter(watched, event);
}

void ParetoPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        rebuild();
}

} // namespace lanewright::app
