// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/move_by_tool.h"

#include "app/document/translate.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/timeline_view.h"
#include "core/edit/pattern.h"

#include <cstdlib>
#include <utility>

namespace lanewright::app {

QString moveSentence(const QString& what, int places) {
    const int many = std::abs(places);
    if (many <= 1)
        return (places < 0 ? TimelineText::tr("Move %1 one place earlier")
                           : TimelineText::tr("Move %1 one place later"))
            .arg(what);
    return (places < 0 ? TimelineText::tr("Move %1 %2 places earlier") : TimelineText::tr("Move %1 %2 places later"))
        .arg(what)
        .arg(many);
}

MoveByTool::MoveByTool(TimelineView& timeline, std::set<Op> ops, int places)
    : EditTool(timeline), m_ops(std::move(ops)), m_places(places) {
    const Document& document = view().document();
    Result<Schedule> next = moveBlocksBy(document.plan(), m_ops, m_places);
    if (!next) {
        m_refusal = translated(next.error().message);
        showNone(m_refusal);
        return;
    }
    if (next->order == document.schedule().order) {
        showNone(TimelineText::tr("%n ops stay where they are", nullptr, static_cast<int>(m_ops.size())));
        return;
    }
    // The memory of the lane where the first of them stands is the one that the card shows.
    int rank = 0;
    for (const Op& op : m_ops)
        if (const std::optional<Slot> slot = slotOf(document.schedule(), op)) {
            rank = slot->rank;
            break;
        }
    show(sentence(), propose(document.plan(), *std::move(next), m_ops), rank);
}

void MoveByTool::commit() {
    if (!m_refusal.isEmpty())
        Q_EMIT view().hint(m_refusal);
    if (make(sentence()))
        Q_EMIT view().hint(view().document().history().undoText());
}

QString MoveByTool::sentence() const { return moveSentence(TimelineText::tr("%1 ops").arg(m_ops.size()), m_places); }

} // namespace lanewright::app
