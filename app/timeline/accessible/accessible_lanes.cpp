// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/accessible/accessible_lanes.h"

#include "app/timeline/accessible/accessible_block.h"
#include "app/timeline/accessible/spoken.h"
#include "app/timeline/tray/tray.h"

#include <utility>

namespace lanewright::app {
namespace {

QAccessibleInterface* make(const QString& className, QObject* object) {
    if (className != QLatin1String("lanewright::app::TimelineView"))
        return nullptr;
    auto* view = qobject_cast<TimelineView*>(object);
    return view ? new AccessibleLanes(*view) : nullptr;
}

AccessibleLanes::Listener& listener() {
    static AccessibleLanes::Listener one;
    return one;
}

void notify(QAccessibleInterface& about, QAccessible::Event what) {
    if (listener())
        return listener()(about, what);
    QAccessibleEvent event(&about, what);
    QAccessible::updateAccessibility(&event);
}

} // namespace

AccessibleLanes::AccessibleLanes(TimelineView& view) : QAccessibleWidget(&view, QAccessible::List), m_view(&view) {}

AccessibleLanes::~AccessibleLanes() {
    for (const QAccessible::Id id : m_lanes)
        if (id != 0)
            QAccessible::deleteAccessibleInterface(id);
    for (const auto& [slot, id] : m_blocks)
        QAccessible::deleteAccessibleInterface(id);
}

void AccessibleLanes::install() {
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(once)
}

void AccessibleLanes::setListener(Listener next) { listener() = std::move(next); }

AccessibleLanes* AccessibleLanes::of(TimelineView& view) {
    return QAccessible::isActive() || listener()
               ? dynamic_cast<AccessibleLanes*>(QAccessible::queryAccessibleInterface(&view))
               : nullptr;
}

int AccessibleLanes::lanes() const { return static_cast<int>(m_view->placed().lanes.size()); }

QAccessibleInterface* AccessibleLanes::lane(int rank) const {
    if (rank < 0 || rank >= lanes())
        return nullptr;
    const auto index = static_cast<std::size_t>(rank);
    if (m_lanes.size() <= index)
        m_lanes.resize(index + 1, 0);
    if (m_lanes[index] == 0)
        m_lanes[index] = QAccessible::registerAccessibleInterface(new AccessibleLane(*this, rank));
    return QAccessible::accessibleInterface(m_lanes[index]);
}

QAccessibleInterface* AccessibleLanes::block(Slot slot) const {
    if (!m_view->placed().find(slot))
        return nullptr;
    if (const auto found = m_blocks.find(slot); found != m_blocks.end())
        return QAccessible::accessibleInterface(found->second);
    if (m_blocks.size() >= kMostBlocks) {
        QAccessible::deleteAccessibleInterface(m_blocks.at(m_age.front()));
        m_blocks.erase(m_age.front());
        m_age.pop_front();
    }
    auto* made = new AccessibleBlock(*this, slot);
    m_blocks[slot] = QAccessible::registerAccessibleInterface(made);
    m_age.push_back(slot);
    return made;
}

QAccessibleInterface* AccessibleLanes::current() const {
    const Selection& selection = m_view->selection();
    if (const auto bubble = bubbleNow(m_view->document(), selection))
        return lane(bubble->rank);
    if (selection.empty())
        return nullptr;
    const auto slot = slotOf(m_view->placed(), m_view->document().schedule(), selection.current());
    return slot ? block(*slot) : nullptr;
}

void AccessibleLanes::announce() {
    QAccessibleInterface* now = current();
    const QString spoken = now ? now->text(QAccessible::Name) : QString();
    if (spoken == m_spoken)
        return;
    m_spoken = spoken;
    if (!now)
        return;
    notify(*now, QAccessible::NameChanged);
    if (!m_view->selection().empty())
        notify(*now, QAccessible::Selection);
    announceFocus();
}

void AccessibleLanes::announceFocus() const {
    if (QAccessibleInterface* now = m_view->hasFocus() ? current() : nullptr)
        notify(*now, QAccessible::Focus);
}

void AccessibleLanes::announceLanes() { notify(*this, QAccessible::ObjectReorder); }

int AccessibleLanes::childCount() const { return lanes() + (m_view->isTrayShown() ? 1 : 0); }

QAccessibleInterface* AccessibleLanes::child(int index) const {
    if (index == lanes() && m_view->isTrayShown())
        return QAccessible::queryAccessibleInterface(&m_view->tray());
    return lane(index);
}

int AccessibleLanes::indexOfChild(const QAccessibleInterface* child) const {
    if (child && m_view->isTrayShown() && child->object() == &m_view->tray())
        return lanes();
    const auto* lane = dynamic_cast<const AccessibleLane*>(child);
    return lane ? lane->rank() : -1;
}

QAccessibleInterface* AccessibleLanes::childAt(int x, int y) const {
    const QPoint point = m_view->viewport()->mapFromGlobal(QPoint(x, y));
    if (!m_view->viewport()->rect().contains(point))
        return nullptr;
    if (m_view->isTrayShown() && m_view->tray().geometry().contains(m_view->mapFromGlobal(QPoint(x, y))))
        return child(lanes());
    return lane(m_view->canvas().geometry.rankAt(point.y()));
}

QAccessibleInterface* AccessibleLanes::focusChild() const {
    return m_view->hasFocus() ? current() : QAccessibleWidget::focusChild();
}

QString AccessibleLanes::text(QAccessible::Text which) const {
    if (which == QAccessible::Description)
        return m_view->document().displayName();
    return QAccessibleWidget::text(which);
}

} // namespace lanewright::app
