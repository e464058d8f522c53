// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_edits.h"

#include "app/document/numbers.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"

#include <QCoreApplication>

namespace lanewright::app {
namespace {

struct EditWords {
    Q_DECLARE_TR_FUNCTIONS(LessonEdits)
};

Error nothingSelected() { return {EditWords::tr("Select a block first.").toStdString()}; }

} // namespace

std::optional<Slot> LessonEdits::slot() const {
    return m_selection.empty() ? std::nullopt : slotOf(m_document.schedule(), m_selection.current());
}

QString LessonEdits::name() const { return opText(m_selection.current(), m_document.plan().costs.weightParts); }

Result<Done> LessonEdits::apply(const QString& text, Result<Schedule> next) {
    if (!next)
        return next.error();
    m_document.apply(text, *std::move(next));
    return Done{};
}

Result<Done> LessonEdits::split() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    return apply(EditWords::tr("Split %1 into B and W").arg(name()),
                 splitBackward(m_document.schedule(), *at, m_document.plan().costs.weightParts));
}

Result<Done> LessonEdits::fuse() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    return apply(EditWords::tr("Fuse %1 with its W").arg(name()), fuseBackward(m_document.schedule(), *at));
}

Result<Done> LessonEdits::pair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    Slot other{at->rank, at->position + 1};
    for (const Op& op : m_selection.ops())
        if (const auto place = slotOf(m_document.schedule(), op); place && *place != *at)
            other = *place;
    return apply(EditWords::tr("Run %1 as a pair").arg(name()), pairBlocks(m_document.schedule(), *at, other));
}

Result<Done> LessonEdits::unpair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    return apply(EditWords::tr("Take the pair of %1 apart").arg(name()),
                 lanewright::unpair(m_document.schedule(), *at));
}

Result<Done> LessonEdits::halve() {
    Result<Plan> half = cutInHalf(m_document.plan());
    if (!half)
        return half.error();
    m_document.apply(EditWords::tr("Cut the schedule in half"), *std::move(half));
    return Done{};
}

} // namespace lanewright::app
