// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_edits.h"

#include "app/document/translate.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"

#include <utility>

namespace lanewright::app {

Result<Done> LessonEdits::pair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    Slot other{at->rank, at->position + 1};
    for (const Op& op : m_selection.ops())
        if (const auto place = slotOf(m_document.schedule(), op); place && *place != *at)
            other = *place;
    return apply(tr("Run %1 as a pair").arg(name()), pairBlocks(m_document.schedule(), *at, other));
}

Result<Done> LessonEdits::unpair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    return apply(tr("Take the pair of %1 apart").arg(name()), lanewright::unpair(m_document.schedule(), *at));
}

Result<Done> LessonEdits::halve() { return apply(tr("Cut the schedule in half"), cutInHalf(m_document.plan())); }

Result<Done> LessonEdits::remake(const Lesson& lesson, const OrderChoice& choice) {
    Result<Plan> next = remade(lesson, choice);
    if (!next)
        return next.error();
    if (m_remakes < 0)
        m_remakes = m_document.newMergeId();
    m_document.apply(translated(remakeSentence(choice, m_document.plan())), *std::move(next), m_remakes);
    return Done{};
}

} // namespace lanewright::app
