// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/lane_layout.h"
#include "app/timeline/accessible/accessible_lanes.h"

namespace lanewright::app {

/// What lanes and blocks have in common: no object of their own, a rectangle on the screen, words to read only.
class AccessiblePart : public QAccessibleInterface {
public:
    explicit AccessiblePart(const AccessibleLanes& lanes) : m_lanes(&lanes) {}

    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_lanes->window(); }
    void setText(QAccessible::Text, const QString&) override {}

protected:
    TimelineView& view() const { return m_lanes->view(); }
    const AccessibleLanes& lanes() const { return *m_lanes; }
    /// From pixels of the lanes to those of the screen.
    QRect onScreen(const QRectF& rect) const;

private:
    const AccessibleLanes* m_lanes;
};

/// A rank's lane: a list of its blocks.
class AccessibleLane : public AccessiblePart {
public:
    AccessibleLane(const AccessibleLanes& lanes, int rank) : AccessiblePart(lanes), m_rank(rank) {}

    int rank() const { return m_rank; }

    bool isValid() const override;
    QAccessibleInterface* parent() const override;
    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QString text(QAccessible::Text which) const override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::List; }
    QAccessible::State state() const override;

private:
    const int m_rank;
};

/// A block of a lane. It can be selected, and moved one place, by what assistive programs call actions.
class AccessibleBlock : public AccessiblePart, public QAccessibleActionInterface {
public:
    AccessibleBlock(const AccessibleLanes& lanes, Slot slot) : AccessiblePart(lanes), m_slot(slot) {}

    Slot slot() const { return m_slot; }

    bool isValid() const override { return placed() != nullptr; }
    QAccessibleInterface* parent() const override { return lanes().lane(m_slot.rank); }
    int childCount() const override { return 0; }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QString text(QAccessible::Text which) const override;
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QStringList actionNames() const override;
    QString localizedActionDescription(const QString& name) const override;
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString& name) const override;

private:
    const PlacedBlock* placed() const { return view().placed().find(m_slot); }

    const Slot m_slot;
};

} // namespace lanewright::app
