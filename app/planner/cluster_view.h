// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/planner/cluster_layout.h"
#include "app/planner/planner_document.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

namespace lanewright::app {

/// The cluster with the stages on its devices. A stage is dragged to another device; the schedule follows while it is
/// in the air. With keys: arrows choose a device, Enter takes its stage up and puts it down.
class ClusterView : public QWidget {
    Q_OBJECT

public:
    explicit ClusterView(PlannerDocument& planner, QWidget* parent = nullptr);

    const ClusterLayout& layoutNow() const { return m_layout; }
    int currentDevice() const { return m_current; }
    /// The stage in the air; −1: none.
    int carried() const { return m_carried; }
    QSize sizeHint() const override { return {760, 250}; }
    QSize minimumSizeHint() const override { return {320, 150}; }

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
    bool event(QEvent* event) override;

    /// @name cluster_view.cpp: what is seen
    /// @{
    void arrange();
    void shownChanged();
    void paintGroups(QPainter& painter) const;
    void paintWires(QPainter& painter) const;
    void paintDevice(QPainter& painter, int device) const;
    /// One line: the stages on the device, at most `width` wide, or its name where there are none (`stage` < 0).
    void paintName(QPainter& painter, int device, int stage, double width) const;
    /// Three lines: the device, the stages on it, and what it can.
    void paintLines(QPainter& painter, int device, int stage, const QRectF& inside) const;
    void paintCarried(QPainter& painter) const;
    double fullnessOf(int stage) const;
    QColor stageColour(int stage) const;
    /// Names the stage and the other one of its rank on a V: `stages 1 and 6`.
    QString stagesText(int stage) const;
    /// The same in fewer words where they are wider than `width`: `stages 1, 6`, or `1 6`.
    QString stagesText(int stage, const QFontMetrics& metrics, double width) const;
    QString groupText(const ClusterLayout::Group& group) const;
    QString deviceText(int device) const;
    QString wireAt(QPointF point) const;
    /// @}

    /// @name cluster_view_drag.cpp: what is done
    /// @{
    void takeUp(int stage);
    void hoverOver(int device);
    void putDown();
    void giveUp();
    void step(int key);
    void say();
    /// @}

    PlannerDocument& m_planner;
    ClusterLayout m_layout;
    std::vector<Bytes> m_rankMemory; ///< what the ranks of the shown plan hold, everything counted
    int m_current = 0;
    int m_pressed = -1; ///< device under the press
    int m_carried = -1; ///< stage in the air
    int m_target = -1;  ///< device it hangs over
    bool m_byKeys = false;
    Partition m_before; ///< when it was taken up
    QPointF m_from;
    QPointF m_mouse;
};

} // namespace lanewright::app
