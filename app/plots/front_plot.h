// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot.h"
#include "core/base/units.h"

#include <optional>
#include <vector>

namespace lanewright::app {

/// Plans as points: memory of the fullest device across, time of an iteration up. Those of the front are tied by a
/// line and as large as they have devices; the others are hollow. A whisker goes from the median of drawn iterations up
/// to the 99th percentile, thick up to the 90th.
class FrontPlot : public PointPlot {
    Q_OBJECT

public:
    /// The spread over iterations whose ops are off by chance.
    struct Whisker {
        Time median = 0;
        Time p90 = 0;
        Time p99 = 0;
    };
    struct Point {
        QString name = {}; ///< for the tooltip
        Time time = 0;
        Bytes memory = 0;
        int devices = 0;
        bool front = true;
        bool shown = false; ///< on the screen: with a ring
        std::optional<Whisker> whisker = {};
        bool robust = false; ///< drawn with a diamond: among all with whiskers the one that suffers least
    };

    explicit FrontPlot(QWidget* parent = nullptr);

    void show(std::vector<Point> points);
    const std::vector<Point>& points() const { return m_points; }
    QSize sizeHint() const override { return {320, 190}; }

private:
    void rebuild() override;
    double reach() const override { return 12; }
    int count() const override { return static_cast<int>(m_points.size()); }
    QPointF placeOf(int point) const override;
    QString tipAt(QPointF at) const override;

    void fitAxes();
    void tieFront();
    void addPoint(const Point& point);
    void addWhisker(const Point& point);

    std::vector<Point> m_points;
};

} // namespace lanewright::app
