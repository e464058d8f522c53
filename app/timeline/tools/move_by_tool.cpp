// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/move_by_tool.h"

#include "app/document/translate.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/timeline_view.h"
#include "app/timeline/tools/edit_tool.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/pattern.h"

#include <utility>

namespace lanewright::app {

namespace {

class MoveByTool : public EditTool {
public:
    MoveByTool(TimelineView& timeline, std::set<Op> ops, int places)
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
        show(translated(sentence()), propose(document.plan(), *std::move(next), m_ops), rank);
    }

    void begin(const ToolPoint&) override {}
    void preview(const ToolPoint&) override {}
    void commit() override {
        if (!m_refusal.isEmpty())
            Q_EMIT view().hint(m_refusal);
        if (make(sentence()))
            Q_EMIT view().hint(view().document().history().undoText());
    }

private:
    Message sentence() const {
        return moveBySentence(namesOf(m_ops, view().document().plan().costs.weightParts), m_places);
    }

    std::set<Op> m_ops;
    int m_places;
    QString m_refusal; ///< why they can't; empty: they can
};

} // namespace

std::unique_ptr<Tool> makeMoveByTool(TimelineView& view, std::set<Op> ops, int places) {
    return std::make_unique<MoveByTool>(view, std::move(ops), places);
}

} // namespace lanewright::app
