// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/planner/cluster_view.h"
#include "core/planner/partition_edits.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {

void ClusterView::takeUp(int stage) {
    m_carried = stage;
    m_before = m_planner.partition();
    m_target = -1;
}

void ClusterView::hoverOver(int device) {
    if (device == m_target)
        return;
    m_target = device;
    const Partition next = device < 0 ? m_before : withPartOn(m_before, m_carried, device);
    m_planner.preview(next);
    say();
    update();
}

void ClusterView::putDown() {
    const int stage = std::exchange(m_carried, -1);
    const int device = std::exchange(m_target, -1);
    m_byKeys = false;
    setCursor(Qt::ArrowCursor);
    if (device < 0)
        return m_planner.endPreview();
    m_planner.apply(tr("Put %1 on %2").arg(stagesText(stage), plainLine(m_planner.problem().cluster().nameOf(device))),
                    withPartOn(m_before, stage, device));
    update();
}

void ClusterView::giveUp() {
    m_carried = m_target = m_pressed = -1;
    m_byKeys = false;
    setCursor(Qt::ArrowCursor);
    m_planner.endPreview();
    update();
}

void ClusterView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_carried >= 0)
        return;
    m_pressed = m_layout.deviceAt(event->position());
    m_from = event->position();
    if (m_pressed >= 0)
        m_current = m_pressed;
    say();
    update();
}

void ClusterView::mouseMoveEvent(QMouseEvent* event) {
    m_mouse = event->position();
    const int device = m_layout.deviceAt(m_mouse);
    if (m_carried < 0 && m_pressed >= 0 && (event->buttons() & Qt::LeftButton) &&
        (m_mouse - m_from).manhattanLength() >= QApplication::startDragDistance())
        if (const int stage = partOn(m_planner.partition(), m_pressed); stage >= 0 && m_planner.obstacle().isEmpty()) {
            takeUp(stage);
            setCursor(Qt::ClosedHandCursor);
        }
    if (m_carried >= 0 && !m_byKeys) {
        hoverOver(device);
        update();
        return;
    }
    const bool grabs = device >= 0 && partOn(m_planner.partition(), device) >= 0;
    setCursor(grabs ? Qt::OpenHandCursor : Qt::ArrowCursor);
    Q_EMIT hint(device >= 0 ? deviceText(device) : wireAt(m_mouse));
}

void ClusterView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = -1;
    if (m_carried >= 0 && !m_byKeys)
        putDown();
}

void ClusterView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    Q_EMIT hint({});
}

/// The device that lies nearest in the direction of the key.
void ClusterView::step(int key) {
    const QPointF from = m_layout.devices[m_current].center();
    int nearest = m_current;
    double least = 1e18;
    for (std::size_t device = 0; device < m_layout.devices.size(); ++device) {
        const QPointF way = m_layout.devices[device].center() - from;
        const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
        const double ahead = (across ? way.x() : way.y()) * (key == Qt::Key_Left || key == Qt::Key_Up ? -1.0 : 1.0);
        const double aside = std::abs(across ? way.y() : way.x());
        if (ahead > 1 && ahead + 4 * aside < least) {
            least = ahead + 4 * aside;
            nearest = static_cast<int>(device);
        }
    }
    m_current = nearest;
    if (m_carried >= 0)
        hoverOver(m_current);
    say();
    update();
}

void ClusterView::keyPressEvent(QKeyEvent* event) {
    if (m_layout.devices.empty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: return step(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_carried >= 0) {
            m_target = m_current;
            return putDown();
        }
        if (const int stage = partOn(m_planner.partition(), m_current); stage >= 0 && m_planner.obstacle().isEmpty()) {
            takeUp(stage);
            m_byKeys = true;
            hoverOver(m_current);
        }
        return;
    case Qt::Key_Escape:
        if (m_carried >= 0)
            return giveUp();
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

void ClusterView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        say();
    update();
}

void ClusterView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    if (m_byKeys)
        giveUp();
    update();
}

void ClusterView::say() {
    if (m_layout.devices.empty())
        return;
    QString words = deviceText(std::clamp(m_current, 0, static_cast<int>(m_layout.devices.size()) - 1));
    if (m_carried >= 0 && m_target >= 0)
        words = tr("Here it puts %1 on %2.")
                    .arg(stagesText(m_carried), plainLine(m_planner.problem().cluster().nameOf(m_target)));
    setAccessibleDescription(words);
    Q_EMIT hint(words);
}

} // namespace lanewright::app
