// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/planner/planner_document.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

#include <vector>

namespace lanewright::app {

/// The layers in a row, as wide as their work, in the colours of their stages. Cuts are dragged from layer to layer;
/// the schedule follows. With keys: arrows choose a cut, with Ctrl they move it.
class LayerBar : public QWidget {
    Q_OBJECT

public:
    explicit LayerBar(PlannerDocument& planner, QWidget* parent = nullptr);

    /// The left edge of a layer; of the number of layers: the right end.
    double xOf(int layer) const { return m_edges[std::clamp(layer, 0, static_cast<int>(m_edges.size()) - 1)]; }
    /// The boundary between layers nearest to x: 0 … number of layers.
    int boundaryAt(double x) const;
    /// Moves the chosen cut by so many layers.
    void moveCut(int by);
    void chooseCut(int by);
    QSize sizeHint() const override { return {760, 108}; }
    QSize minimumSizeHint() const override { return {320, 100}; }

Q_SIGNALS:
    void hint(const QString& sentence);

private:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    void measureLayers();
    int cutAt(QPointF point) const; ///< −1: none
    int cuts() const { return static_cast<int>(m_planner.partition().size()) - 1; }
    int layerAt(double x) const;
    void say();
    QString cutText(int cut) const;
    void paintStage(QPainter& painter, int stage) const;
    void paintLayers(QPainter& painter, int stage) const;
    void paintCuts(QPainter& painter) const;

    PlannerDocument& m_planner;
    std::vector<double> m_edges; ///< left edges by layer, and the right end
    int m_current = 0;
    int m_dragged = -1;
    Partition m_before;
};

} // namespace lanewright::app
