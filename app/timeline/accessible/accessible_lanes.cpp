// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/accessible/accessible_lanes.h"

#include "app/document/numbers.h"
#include "app/lanes/canvas.h"
#include "app/lanes/lane_chrome.h"
#include "app/timeline/accessible/spoken.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/tray/tray.h"
#include "core/model/block_ops.h"

#include <utility>

namespace lanewright::app {
namespace {

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
    QRect onScreen(const QRectF& rect) const {
        const QRect pixels = rect.toAlignedRect();
        return {view().viewport()->mapToGlobal(pixels.topLeft()), pixels.size()};
    }

private:
    const AccessibleLanes* m_lanes;
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
    QString text(QAccessible::Text which) const override {
        const PlacedBlock* block = placed();
        if (!block)
            return {};
        const Document& document = view().document();
        const TimeUnit unit = document.plan().timeUnit;
        switch (which) {
        case QAccessible::Name: return spokenSentence(document, *block, m_slot.rank, !view().isRetimed());
        case QAccessible::Value: return block->parked ? QString() : spokenTimes(*block, unit);
        case QAccessible::Description: return kindText(block->op.kind);
        default: return {};
        }
    }

    QRect rect() const override {
        const PlacedBlock* block = placed();
        return block ? onScreen(view().canvas().rectOf(m_slot.rank, *block)) : QRect();
    }

    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        const PlacedBlock* block = placed();
        state.invalid = block == nullptr;
        if (!block)
            return state;
        const Selection& selection = view().selection();
        const Canvas canvas = view().canvas();
        state.selectable = state.focusable = state.multiSelectable = state.extSelectable = true;
        state.selected = holdsAny(*block, selection.ops());
        state.focused = view().hasFocus() && !selection.empty() && block->holds(selection.current());
        state.offscreen = !canvas.rectOf(m_slot.rank, *block).intersects(canvas.areaOf(m_slot.rank));
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }

    QStringList actionNames() const override { return {pressAction(), decreaseAction(), increaseAction()}; }
    QString localizedActionDescription(const QString& name) const override {
        if (name == pressAction())
            return TimelineView::tr("Selects the block");
        if (name == decreaseAction())
            return TimelineView::tr("Moves the block one place earlier");
        if (name == increaseAction())
            return TimelineView::tr("Moves the block one place later");
        return QAccessibleActionInterface::localizedActionDescription(name);
    }

    void doAction(const QString& name) override {
        const PlacedBlock* block = placed();
        if (!block)
            return;
        // A copy: what is placed changes with the plan.
        const Op op = block->op;
        view().setFocus();
        view().selection().reveal(op);
        if (name == decreaseAction())
            view().keys().nudge(-1);
        else if (name == increaseAction())
            view().keys().nudge(1);
    }

    QStringList keyBindingsForAction(const QString& name) const override {
        if (name == decreaseAction())
            return {QStringLiteral("Ctrl+Left")};
        if (name == increaseAction())
            return {QStringLiteral("Ctrl+Right")};
        return {};
    }

private:
    const PlacedBlock* placed() const { return view().placed().find(m_slot); }

    const Slot m_slot;
};

/// A rank's lane: a list of its blocks.
class AccessibleLane : public AccessiblePart {
public:
    AccessibleLane(const AccessibleLanes& lanes, int rank) : AccessiblePart(lanes), m_rank(rank) {}

    int rank() const { return m_rank; }

    bool isValid() const override { return m_rank < static_cast<int>(view().placed().lanes.size()); }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(&view()); }
    int childCount() const override {
        return isValid() ? static_cast<int>(view().placed().lanes[m_rank].blocks.size()) : 0;
    }

    QAccessibleInterface* child(int index) const override { return lanes().block({m_rank, index}); }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* block = dynamic_cast<const AccessibleBlock*>(child);
        return block && block->slot().rank == m_rank ? block->slot().position : -1;
    }

    QAccessibleInterface* childAt(int x, int y) const override {
        const auto slot = view().blockAt(view().viewport()->mapFromGlobal(QPoint(x, y)));
        return slot && slot->rank == m_rank ? lanes().block(*slot) : nullptr;
    }

    QString text(QAccessible::Text which) const override {
        if (!isValid())
            return {};
        const Document& document = view().document();
        const auto bubble = bubbleNow(document, view().selection());
        switch (which) {
        case QAccessible::Name:
            return bubble && bubble->rank == m_rank ? spokenBubble(document, *bubble)
                                                    : spokenLane(document, m_rank, childCount());
        case QAccessible::Value: return headerOf(document.plan(), document.analysis().metrics, m_rank).memory;
        default: return {};
        }
    }

    QRect rect() const override {
        const Canvas canvas = view().canvas();
        return onScreen(QRectF(0, canvas.geometry.laneTop(m_rank), canvas.area.right(), canvas.geometry.laneHeight));
    }

    QAccessible::Role role() const override { return QAccessible::List; }
    QAccessible::State state() const override {
        QAccessible::State state;
        const auto bubble = bubbleNow(view().document(), view().selection());
        state.multiSelectable = state.extSelectable = true;
        state.focusable = true;
        state.focused = view().hasFocus() && bubble && bubble->rank == m_rank;
        state.readOnly = true;
        state.invalid = !isValid();
        state.offscreen = state.invalid || !view().canvas().shows(m_rank);
        return state;
    }

private:
    const int m_rank;
};

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
