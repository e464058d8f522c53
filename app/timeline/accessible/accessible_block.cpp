// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/accessible/accessible_block.h"

#include "app/document/numbers.h"
#include "app/lanes/canvas.h"
#include "app/lanes/lane_chrome.h"
#include "app/timeline/accessible/spoken.h"
#include "app/timeline/key_navigator.h"

namespace lanewright::app {

QRect AccessiblePart::onScreen(const QRectF& rect) const {
    const QRect pixels = rect.toAlignedRect();
    return {view().viewport()->mapToGlobal(pixels.topLeft()), pixels.size()};
}

// ---------------------------------------------------------------------------------------------- lane

bool AccessibleLane::isValid() const { return m_rank < static_cast<int>(view().placed().lanes.size()); }

QAccessibleInterface* AccessibleLane::parent() const { return QAccessible::queryAccessibleInterface(&view()); }

int AccessibleLane::childCount() const {
    return isValid() ? static_cast<int>(view().placed().lanes[m_rank].blocks.size()) : 0;
}

QAccessibleInterface* AccessibleLane::child(int index) const { return lanes().block({m_rank, index}); }

int AccessibleLane::indexOfChild(const QAccessibleInterface* child) const {
    const auto* block = dynamic_cast<const AccessibleBlock*>(child);
    return block && block->slot().rank == m_rank ? block->slot().position : -1;
}

QAccessibleInterface* AccessibleLane::childAt(int x, int y) const {
    const auto slot = view().blockAt(view().viewport()->mapFromGlobal(QPoint(x, y)));
    return slot && slot->rank == m_rank ? lanes().block(*slot) : nullptr;
}

QString AccessibleLane::text(QAccessible::Text which) const {
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

QRect AccessibleLane::rect() const {
    const Canvas canvas = view().canvas();
    return onScreen(QRectF(0, canvas.geometry.laneTop(m_rank), canvas.area.right(), canvas.geometry.laneHeight));
}

QAccessible::State AccessibleLane::state() const {
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

// ---------------------------------------------------------------------------------------------- block

QString AccessibleBlock::text(QAccessible::Text which) const {
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

QRect AccessibleBlock::rect() const {
    const PlacedBlock* block = placed();
    return block ? onScreen(view().canvas().rectOf(m_slot.rank, *block)) : QRect();
}

QAccessible::State AccessibleBlock::state() const {
    QAccessible::State state;
    const PlacedBlock* block = placed();
    state.invalid = block == nullptr;
    if (!block)
        return state;
    const Selection& selection = view().selection();
    const Canvas canvas = view().canvas();
    state.selectable = state.focusable = state.multiSelectable = state.extSelectable = true;
    state.selected = selection.contains(block->op) || (block->paired && selection.contains(*block->paired));
    state.focused = view().hasFocus() && !selection.empty() && block->holds(selection.current());
    state.offscreen = !canvas.rectOf(m_slot.rank, *block).intersects(canvas.areaOf(m_slot.rank));
    return state;
}

void* AccessibleBlock::interface_cast(QAccessible::InterfaceType type) {
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
}

QStringList AccessibleBlock::actionNames() const { return {pressAction(), decreaseAction(), increaseAction()}; }

QString AccessibleBlock::localizedActionDescription(const QString& name) const {
    if (name == pressAction())
        return TimelineView::tr("Selects the block");
    if (name == decreaseAction())
        return TimelineView::tr("Moves the block one place earlier");
    if (name == increaseAction())
        return TimelineView::tr("Moves the block one place later");
    return QAccessibleActionInterface::localizedActionDescription(name);
}

void AccessibleBlock::doAction(const QString& name) {
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

QStringList AccessibleBlock::keyBindingsForAction(const QString& name) const {
    if (name == decreaseAction())
        return {QStringLiteral("Ctrl+Left")};
    if (name == increaseAction())
        return {QStringLiteral("Ctrl+Right")};
    return {};
}

} // namespace lanewright::app
