// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/block_layer.h"
#include "core/lesson/lesson.h"

#include <QWidget>

#include <vector>

namespace lanewright::app {

/// Several iterations of an order in a row, with the optimizer steps between them: whether the slanted lanes of one
/// meet those of the next.
class IterationsView : public QWidget {
    Q_OBJECT

public:
    explicit IterationsView(QWidget* parent = nullptr);

    /// An order that does not reach its end has no iterations, which is said in words.
    void show(const Attempt& attempt, int iterations);
    void setType(double type);
    /// `4 iterations, 19 each`; empty when there are none.
    QString caption() const { return m_caption; }

private:
    void paintEvent(QPaintEvent* event) override;

    struct OptimizerStep {
        int rank = 0;
        Time start = 0;
        Time end = 0;
    };
    void paintStep(QPainter& painter, const QRectF& rect) const;
    void paintSteps(QPainter& painter, const TimeScale& scale, const LaneGeometry& geometry) const;
    /// What the steps' colour means, at the right of the line.
    void paintLegend(QPainter& painter, const QRectF& line, const QFont& type) const;

    BlockLayer m_layer;
    PlacedLanes m_lanes;
    std::vector<OptimizerStep> m_steps;
    QString m_caption;
    double m_type = 1;
};

} // namespace lanewright::app
