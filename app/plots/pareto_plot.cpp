// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/pareto_plot.h"

#include "app/document/numbers.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/plots/custom_plot.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kNamePadding = 6;
constexpr int kNameGap = 3;
constexpr int kDot = 9;

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
    std::vector<QRectF> taken;
    std::vector<QRectF> dots;
    for (int point = 0; point < count(); ++point)
        dots.emplace_back(placeInPixels(point) - QPointF(kDot, kDot) / 2, QSizeF(kDot, kDot));
    const auto othersOf = [&dots](QPointF at) {
        std::vector<QRectF> others = dots;
        std::erase_if(others, [at](const QRectF& dot) { return dot.contains(at); });
        return others;
    };
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        QCPItemText& name = *m_names[i];
        const QFontMetrics metrics(name.font());
        const QPointF at = placeInPixels(static_cast<int>(i));
        const int right = static_cast<int>(area.right() - at.x()) - kNamePadding;
        const int left = static_cast<int>(at.x() - area.left()) - kNamePadding;
        const QString words = nameOf(static_cast<int>(i));
        const bool stands = right >= left || metrics.horizontalAdvance(words) <= right;
        // Names of one plan's runs differ at their ends.
        const QString text = metrics.elidedText(words, Qt::ElideMiddle, stands ? right : left);
        const int width = metrics.horizontalAdvance(text) + kNamePadding;
        const int height = metrics.height() + kNameGap;
        name.setText({});
        // Above the point, so that a front which goes on to the right does not strike it out; where another name or
        // point is, below it or at its other side; else nowhere, and the mouse finds it.
        const bool fitsLeft = metrics.horizontalAdvance(text) <= left;
        const std::pair<bool, bool> places[] = {{stands, true}, {stands, false}, {!stands, true}, {!stands, false}};
        for (const auto& [isRight, isAbove] : places) {
            if (!(isRight ? right >= metrics.horizontalAdvance(text) : fitsLeft))
                continue;
            const QRectF place(isRight ? at.x() : at.x() - width, isAbove ? at.y() - height : at.y(), width, height);
            const auto isTaken = [&](const QRectF& each) { return each.intersects(place); };
            if (std::ranges::any_of(taken, isTaken) || std::ranges::any_of(othersOf(at), isTaken))
                continue;
            taken.push_back(place);
            name.setPositionAlignment((isRight ? Qt::AlignLeft : Qt::AlignRight) |
                                      (isAbove ? Qt::AlignBottom : Qt::AlignTop));
            name.setText(text);
            break;
        }
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
