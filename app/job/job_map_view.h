// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/job/job_layout.h"
#include "core/measured/job_map.h"

#include <QAbstractScrollArea>
#include <QColor>

#include <optional>

namespace lanewright::app {

/// Every pipeline of every step of a job, coloured by how its time compares with the median of all. Mouse and keys
/// choose one.
class JobMapView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit JobMapView(QWidget* parent = nullptr);

    void show(JobMap map, TimeUnit unit);
    const JobMap& map() const { return m_map; }
    /// Marks a pipeline, and scrolls to it; none: no pipeline is marked.
    void mark(std::optional<JobCell> cell);
    std::optional<JobCell> marked() const { return m_marked; }
    std::optional<JobCell> cellOf(int replica, int step) const;
    JobLayout layout() const;
    /// `step 403, replica 20: 9.11 s, +12.3 %, the slowest of its step`.
    QString textOf(const JobCell& cell) const;
    /// The pipeline at this point of the viewport.
    std::optional<JobCell> cellAt(const QPoint& point) const;
    /// As high as its rows ask for, within limits.
    int wantedHeight() const;

Q_SIGNALS:
    /// A person chose it.
    void chosen(int replica, int step);

private:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

    QColor colourOf(Time time) const;
    QPoint origin() const;
    void choose(const JobCell& cell);
    void fitScrollBars();
    void paintNames(QPainter& painter) const;

    JobMap m_map;
    TimeUnit m_unit = TimeUnit::Ms;
    std::optional<JobCell> m_marked;
};

} // namespace lanewright::app
