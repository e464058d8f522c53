// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_edits.h"

#include "app/document/numbers.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"

#include <QCoreApplication>

namespace lanewright::app {
namespace {

struct EditText {
    Q_DECLARE_TR_FUNCTIONS(LessonEdits)
};

Error nothingSelected() { return Error{say(phrase("refusal", "Select a block first."))}; }

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

Result<Done> LessonEdits::reform(const QString& text, Result<std::pair<Schedule, std::set<Op>>> next) {
    if (!next)
        return next.error();
    const auto [schedule, ops] = *std::move(next);
    m_document.apply(text, schedule);
    if (m_document.schedule() == schedule)
        m_selection.set(ops, *ops.begin());
    return Done{};
}

Result<Done> LessonEdits::split() {
    if (m_selection.empty())
        return nothingSelected();
    const int count = static_cast<int>(m_selection.ops().size());
    return reform(count == 1 ? EditText::tr("Split %1 into B and W").arg(name())
                             : EditText::tr("Split %n selected ops into B and W", nullptr, count),
                  splitAll(m_document.schedule(), m_selection.ops(), m_document.plan().costs.weightParts));
}

Result<Done> LessonEdits::fuse() {
    if (m_selection.empty())
        return nothingSelected();
    const int count = static_cast<int>(m_selection.ops().size());
    return reform(count == 1 ? EditText::tr("Fuse %1 with its other half").arg(name())
                             : EditText::tr("Fuse B and W of %n selected ops", nullptr, count),
                  fuseAll(m_document.schedule(), m_selection.ops()));
}

Result<Done> LessonEdits::pair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    Slot other{at->rank, at->position + 1};
    for (const Op& op : m_selection.ops())
        if (const auto place = slotOf(m_document.schedule(), op); place && *place != *at)
            other = *place;
    return apply(EditText::tr("Run %1 as a pair").arg(name()), pairBlocks(m_document.schedule(), *at, other));
}

Result<Done> LessonEdits::unpair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    return apply(EditText::tr("Take the pair of %1 apart").arg(name()), lanewright::unpair(m_document.schedule(), *at));
}

Result<Done> LessonEdits::halve() {
    Result<Plan> half = cutInHalf(m_document.plan());
    if (!half)
        return half.error();
    m_document.apply(EditText::tr("Cut the schedule in half"), *std::move(half));
    return Done{};
}

} // namespace lanewright::app
