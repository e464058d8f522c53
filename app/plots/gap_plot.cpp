// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/gap_plot.h"

#include "app/document/numbers.h"
#include "app/lanes/theme.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kFoot = 22;
constexpr int kHead = 10;

} // namespace

/// The window of time and value that is drawn, and where.
struct GapPlot::Frame {
    QRectF area;
    double seconds = 1;
    double low = 0;
    double high = 1;

    double x(double second) const { return area.left() + area.width() * std::clamp(second / seconds, 0.0, 1.0); }
    double y(double value) const { return area.bottom() - area.height() * (value - low) / (high - low); }
};

GapPlot::GapPlot(QWidget* parent) : QWidget(parent) {
    setMinimumSize(200, 90);
    setAccessibleName(tr("Best value and bound over time"));
}

void GapPlot::show(std::vector<SearchPoint> points, double seconds, const QString& unit) {
    m_points = std::move(points);
    m_seconds = seconds;
    m_unit = unit;
    setAccessibleDescription(
        m_points.empty() ? QString()
                         : tr("best %1, bound %2")
                               .arg(decimalText(m_points.back().value, 2), decimalText(m_points.back().bound, 2)));
    update();
}

int GapPlot::labelWidth() const {
    constexpr int kLeast = 96;
    const auto width = [this](const QString& words) { return fontMetrics().horizontalAdvance(words) + 12; };
    return std::max({kLeast, width(bestText()), width(boundText())});
}

GapPlot::Frame GapPlot::frame() const {
    Frame frame;
    frame.area = QRectF(rect()).adjusted(2, kHead, -labelWidth(), -kFoot);
    frame.seconds = std::max(m_seconds, 0.001);
    frame.low = m_points.front().bound;
    frame.high = m_points.front().value;
    for (const SearchPoint& point : m_points) {
        frame.low = std::min({frame.low, point.bound, point.value});
        frame.high = std::max({frame.high, point.bound, point.value});
    }
    const double room = std::max((frame.high - frame.low) * 0.08, frame.high * 1e-3);
    frame.low -= room;
    frame.high += std::max(room, 1e-9);
    return frame;
}

void GapPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = currentTheme();
    if (m_points.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Best value and proven bound appear here while the search runs."));
        return;
    }
    const Frame now = frame();
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(now.area.bottomLeft(), now.area.bottomRight());
    paintCurves(painter, now);
    paintLabels(painter, now);
}

void GapPlot::paintCurves(QPainter& painter, const Frame& frame) const {
    const auto steps = [&](double SearchPoint::*member) {
        QPolygonF line;
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const double until = i + 1 < m_points.size() ? m_points[i + 1].seconds : m_seconds;
            line << QPointF(frame.x(i == 0 ? 0 : m_points[i].seconds), frame.y(m_points[i].*member));
            line << QPointF(frame.x(until), frame.y(m_points[i].*member));
        }
        return line;
    };
    const QPolygonF values = steps(&SearchPoint::value);
    const QPolygonF bounds = steps(&SearchPoint::bound);
    QPolygonF band = values;
    for (auto point = bounds.rbegin(); point != bounds.rend(); ++point)
        band << *point;
    const Theme& theme = currentTheme();
    QColor tint = theme.accent;
    tint.setAlphaF(0.12F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawPolygon(band);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.good, 1.6, Qt::DashLine));
    painter.drawPolyline(bounds);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawPolyline(values);
}

void GapPlot::paintLabels(QPainter& painter, const Frame& frame) const {
    const Theme& theme = currentTheme();
    const int line = painter.fontMetrics().height();
    const SearchPoint& last = m_points.back();
    double best = frame.y(last.value);
    double bound = frame.y(last.bound);
    // Where the two meet, their words stand one above the other.
    if (bound - best < line) {
        const double middle = std::clamp((best + bound) / 2, frame.area.top() + line, frame.area.bottom() - line / 2.0);
        best = middle - line / 2.0;
        bound = middle + line / 2.0;
    }
    const auto write = [&](double y, const QColor& colour, const QString& words) {
        painter.setPen(colour);
        painter.drawText(QRectF(frame.area.right() + 8, y - line / 2.0, width() - frame.area.right() - 8, line),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
    };
    write(best, theme.accent, bestText());
    write(bound, theme.good, boundText());
    painter.setPen(theme.mutedText);
    const QRectF foot(frame.area.left(), frame.area.bottom() + 3, width() - frame.area.left() - 8, kFoot - 3);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, m_unit);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, tr("%1 s").arg(decimalText(m_seconds, 1)));
}

} // namespace lanewright::app
