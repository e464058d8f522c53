// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/search_point.h"

#include <QString>
#include <QWidget>

#include <vector>

class QPainter;

namespace lanewright::app {

/// How a search closes in: the best value falls, the proven bound rises, and the band between them is what is not yet
/// known.
class GapPlot : public QWidget {
    Q_OBJECT

public:
    explicit GapPlot(QWidget* parent = nullptr);

    /// Values and bounds in the unit that is shown. `seconds` is where the axis ends; the last point holds until there.
    void show(std::vector<SearchPoint> points, double seconds, const QString& unit);
    const std::vector<SearchPoint>& points() const { return m_points; }
    QSize sizeHint() const override { return {320, 130}; }

private:
    void paintEvent(QPaintEvent* event) override;

    struct Frame;
    Frame frame() const;
    QString bestText() const { return tr("best %1").arg(m_points.back().value, 0, 'f', 2); }
    QString boundText() const { return tr("bound %1").arg(m_points.back().bound, 0, 'f', 2); }
    /// The width of what stands at the right of the curves.
    int labelWidth() const;
    void paintCurves(QPainter& painter, const Frame& frame) const;
    void paintLabels(QPainter& painter, const Frame& frame) const;

    std::vector<SearchPoint> m_points;
    double m_seconds = 0;
    QString m_unit;
};

} // namespace lanewright::app
