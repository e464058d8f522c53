// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"
#include "core/simulate/pareto.h"

#include <QString>
#include <QWidget>

#include <cstddef>
#include <vector>

class QCPItemText;
class QCustomPlot;

namespace lanewright::app {

/// Schedules as points: peak memory across, the time of an iteration up; those that no other valid one beats are tied
/// by a line.
class ParetoPlot : public QWidget {
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
    /// The point a click means; −1: none.
    int pointAt(QPointF at) const;
    /// What stands at a point: its name, without its middle where there is no room.
    QString shownName(int point) const;
    QSize sizeHint() const override { return {700, 220}; }

Q_SIGNALS:
    void chosen(int point);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void addFront();
    void addPoints();
    void addName(const Point& point);
    QString wordsOf(const Point& point) const;
    void fitNames();
    void applyTheme();
    double across(const Point& point) const;
    double up(const Point& point) const;

    QCustomPlot* m_plot;
    std::vector<Point> m_points;
    std::vector<QCPItemText*> m_names; ///< per point
    TimeUnit m_time = TimeUnit::Unit;
    MemoryUnit m_memory = MemoryUnit::Unit;
};

} // namespace lanewright::app
