// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QPainter;

namespace lanewright {

/// How a search closes in: the best value falls, the proven bound rises, and the band between them is what is not yet
/// known.
class GapPlot : public QWidget {
    Q_OBJECT

public:
    /// Holds until the next point; value and bound in the unit that is shown.
    struct Point {
        double seconds = 0;
        double value = 0;
        double bound = 0;
    };

    explicit GapPlot(QWidget* parent = nullptr);

    /// `seconds` is where the axis ends; the last point holds until there.
    void show(std::vector<Point> points, double seconds, const QString& unit);
    const std::vector<Point>& points() const { return m_points; }
    QSize sizeHint() const override { return {320, 130}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Frame;
    Frame frame() const;
    void paintCurves(QPainter& painter, const Frame& frame) const;
    void paintLabels(QPainter& painter, const Frame& frame) const;

    std::vector<Point> m_points;
    double m_seconds = 0;
    QString m_unit;
};

} // namespace lanewright
