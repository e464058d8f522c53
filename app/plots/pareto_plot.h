// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/plots/plot.h"
#include "core/model/plan.h"
#include "core/simulate/pareto.h"

#include <cstddef>
#include <vector>

namespace lanewright::app {

/// Schedules as points: peak memory across, the time of an iteration up; those that no other valid one beats are tied
/// by a line.
class ParetoPlot : public PointPlot {
    Q_OBJECT

public:
    struct Point {
        QString name;
        TimeAndMemory takes;
        bool measured = false; ///< drawn hollow
        bool invalid = false;  ///< drawn as a hollow square, said in words, and beats none: it is no choice
    };

    explicit ParetoPlot(QWidget* parent = nullptr);

    void show(std::vector<Point> points, TimeUnit time, MemoryUnit memory);
    const std::vector<Point>& points() const { return m_points; }
    /// The places of those that the line ties.
    std::vector<std::size_t> front() const;
    /// What stands at a point: its name, without its middle where there is no room; empty where other names take it
    /// all.
    QString shownName(int point) const;
    QSize sizeHint() const override { return {700, 220}; }

private:
    void rebuild() override;
    int count() const override { return static_cast<int>(m_points.size()); }
    QPointF placeOf(int point) const override { return placeOf(m_points[point]); }

    /// To the points, with room for their names at the right.
    void fitAxes();
    void addName(const Point& point);
    void fitNames();
    QString nameOf(int point) const;
    QString tipAt(QPointF at) const override;
    QPointF placeOf(const Point& point) const;
    QPointF placeInPixels(int point) const;

    std::vector<Point> m_points;
    std::vector<QCPItemText*> m_names; ///< per point
    TimeUnit m_time = TimeUnit::Unit;
    MemoryUnit m_memory = MemoryUnit::Unit;
};

} // namespace lanewright::app
