// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection.h"

#include "app/document/document.h"
#include "core/model/block_ops.h"

#include <utility>

namespace lanewright::app {

void Selection::clear() {
    if (m_ops.empty() && !m_bubble)
        return;
    m_ops.clear();
    m_bubble.reset();
    Q_EMIT changed();
}

void Selection::set(const Op& op) { set({op}, op); }

void Selection::set(std::set<Op> ops, const Op& current) {
    if (ops == m_ops && current == m_current && !m_bubble)
        return;
    m_bubble.reset();
    m_ops = std::move(ops);
    m_current = current;
    Q_EMIT changed();
}

void Selection::setBubble(const BubbleName& bubble) {
    if (m_bubble == bubble)
        return;
    m_ops.clear();
    m_bubble = bubble;
    Q_EMIT changed();
}

void Selection::toggle(const Op& op) {
    m_bubble.reset();
    if (m_ops.erase(op) == 0) {
        m_ops.insert(op);
        m_current = op;
    } else if (m_current == op && !m_ops.empty()) {
        m_current = *m_ops.rbegin();
    }
    Q_EMIT changed();
}

void Selection::keepThoseIn(const Schedule& schedule) {
    if (m_ops.empty())
        return;
    std::set<Op> kept;
    forEachOp(schedule.order, [&](const Op& op) {
        if (m_ops.contains(op))
            kept.insert(op);
    });
    if (kept.size() == m_ops.size())
        return;
    if (kept.empty())
        return clear();
    const Op current = kept.contains(m_current) ? m_current : *kept.rbegin();
    set(std::move(kept), current);
}

void Selection::reveal(const Op& op) {
    set(op);
    Q_EMIT revealRequested();
}

std::optional<Bubble> bubbleNow(const Document& document, const Selection& selection) {
    const std::optional<BubbleName>& name = selection.bubble();
    const Timeline& timeline = document.timeline();
    if (!name || name->rank >= static_cast<int>(timeline.lanes.size()))
        return {};
    int position = static_cast<int>(timeline.lanes[name->rank].size());
    if (name->next) {
        const std::optional<Slot> slot = document.reasons().slotOf(*name->next);
        // Where a rank stalls, the op behind the bubble never starts.
        if (slot && slot->rank != name->rank)
            return {};
        position = slot ? slot->position : position;
    }
    for (const Bubble& bubble : bubblesOf(timeline, name->rank))
        if (bubble.position == position)
            return bubble;
    return {};
}

} // namespace lanewright::app
