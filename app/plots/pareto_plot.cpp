// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/pareto_plot.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kNamePadding = 6;
constexpr int kNameGap = 3;
constexpr int kDot = 9;

/// Where a name can stand at its point.
struct NamePlace {
    NamePlace(QPointF at, QSizeF size, bool right, bool above)
        : room({right ? at.x() : at.x() - size.width(), above ? at.y() - size.height() : at.y()}, size), isRight(right),
          isAbove(above) {}

    QRectF room;
    bool isRight;
    bool isAbove;
};

/// The first of the places, best first, where neither a name nor another point is; else the first without a name.
/// Null: there is none, and the mouse finds the point.
const NamePlace* freeOf(const std::vector<NamePlace>& places, const std::vector<QRectF>& names,
                        const std::vector<QRectF>& dots) {
    const NamePlace* second = nullptr;
    for (const NamePlace& place : places) {
        const auto isThere = [&](const QRectF& each) { return each.intersects(place.room); };
        if (std::ranges::any_of(names, isThere))
            continue;
        if (std::ranges::none_of(dots, isThere))
            return &place;
        if (!second)
            second = &place;
    }
    return second;
}

} // namespace

ParetoPlot::ParetoPlot(QWidget* parent) : PointPlot(tr("Time over memory"), parent) {
    m_plot->setMinimumSize(300, 150);
    // Only then is it known where the points are and how much room there is beside them.
    connect(m_plot, &QCustomPlot::afterLayout, this, &ParetoPlot::fitNames);
    rebuild();
}

void ParetoPlot::show(std::vector<Point> points, TimeUnit time, MemoryUnit memory) {
    m_points = std::move(points);
    m_time = time;
    m_memory = memory;
    rebuild();
}

QPointF ParetoPlot::placeOf(const Point& point) const {
    return {static_cast<double>(point.takes.memory) / static_cast<double>(scaleOf(m_memory)),
            static_cast<double>(point.takes.time) / static_cast<double>(scaleOf(m_time))};
}

void ParetoPlot::fitAxes() {
    double right = 1;
    double low = m_points.empty() ? 0 : placeOf(0).y();
    double high = m_points.empty() ? 1 : placeOf(0).y();
    for (int point = 0; point < count(); ++point) {
        const QPointF place = placeOf(point);
        right = std::max(right, place.x());
        low = std::min(low, place.y());
        high = std::max(high, place.y());
    }
    const double room = std::max(0.06 * high, 0.35 * (high - low));
    m_plot->xAxis->setRange(0, 1.25 * right);
    m_plot->yAxis->setRange(std::max(0.0, low - room), high + room);
}

void ParetoPlot::rebuild() {
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_names.clear();
    fitAxes();
    std::vector<QPointF> tied;
    for (const std::size_t point : front())
        tied.push_back(placeOf(m_points[point]));
    addFront(tied);
    const Theme& theme = currentTheme();
    for (const Point& point : m_points) {
        const QColor colour = point.invalid ? theme.violation : theme.accent;
        const QBrush fill = point.measured || point.invalid ? theme.surface : colour;
        addMarks({placeOf(point).x()}, {placeOf(point).y()},
                 QCPScatterStyle(point.invalid ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssCircle, QPen(colour, 2),
                                 fill, kDot));
        addName(point);
    }
    style(axisTitle(tr("peak memory"), tr("peak memory (%1)"), unitText(m_memory)),
          axisTitle(tr("iteration"), tr("iteration (%1)"), unitText(m_time)));
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

void ParetoPlot::addName(const Point& point) {
    auto* name = new QCPItemText(m_plot);
    name->position->setCoords(placeOf(point));
    name->setPadding(QMargins(kNamePadding, 0, kNamePadding, kNameGap));
    name->setColor(currentTheme().text);
    name->setFont(scaled(font(), 0.9));
    m_names.push_back(name);
}

QPointF ParetoPlot::placeInPixels(int point) const {
    const QPointF place = placeOf(point);
    return {m_plot->xAxis->coordToPixel(place.x()), m_plot->yAxis->coordToPixel(place.y())};
}

void ParetoPlot::fitNames() {
    const QRect area = m_plot->axisRect()->rect();
    std::vector<QRectF> names;
    for (int point = 0; point < count(); ++point) {
        QCPItemText& name = *m_names[point];
        const QFontMetrics metrics(name.font());
        const QPointF at = placeInPixels(point);
        const int right = static_cast<int>(area.right() - at.x()) - kNamePadding;
        const int left = static_cast<int>(at.x() - area.left()) - kNamePadding;
        const QString words = nameOf(point);
        const bool stands = right >= left || metrics.horizontalAdvance(words) <= right;
        // Names of one plan's runs differ at their ends.
        const QString text = metrics.elidedText(words, Qt::ElideMiddle, stands ? right : left);
        const int advance = metrics.horizontalAdvance(text);
        const QSizeF size(advance + kNamePadding, metrics.height() + kNameGap);
        // Above the point first, so that a front which goes on to the right does not strike it out.
        std::vector<NamePlace> places;
        for (const bool isRight : {stands, !stands})
            if (advance <= (isRight ? right : left))
                for (const bool isAbove : {true, false})
                    places.emplace_back(at, size, isRight, isAbove);
        std::vector<QRectF> dots;
        for (int other = 0; other < count(); ++other)
            if (const QRectF dot(placeInPixels(other) - QPointF(kDot, kDot) / 2, QSizeF(kDot, kDot)); !dot.contains(at))
                dots.push_back(dot);
        const NamePlace* free = freeOf(places, names, dots);
        name.setText(free ? text : QString());
        if (!free)
            continue;
        names.push_back(free->room);
        name.setPositionAlignment((free->isRight ? Qt::AlignLeft : Qt::AlignRight) |
                                  (free->isAbove ? Qt::AlignBottom : Qt::AlignTop));
    }
}

QString ParetoPlot::nameOf(int point) const {
    const QString& own = m_points[point].name;
    return m_points[point].invalid ? tr("%1, over a limit").arg(own) : own;
}

QString ParetoPlot::tipAt(QPointF at) const {
    const int point = pointAt(at);
    return point < 0 ? QString() : nameOf(point);
}

QString ParetoPlot::shownName(int point) const { return m_names[point]->text(); }

} // namespace lanewright::app
