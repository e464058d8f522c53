// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection_edits.h"

#include "app/document/numbers.h"
#include "core/edit/edits.h"

namespace lanewright::app {

std::optional<Slot> SelectionEdits::slot() const {
    return m_selection.empty() ? std::nullopt : slotOf(m_document.schedule(), m_selection.current());
}

Error SelectionEdits::nothingSelected() { return Error{say(phrase("refusal", "Select a block first."))}; }

QString SelectionEdits::name() const { return opText(m_selection.current(), m_document.plan().costs.weightParts); }

void SelectionEdits::become(const QString& text, const Schedule& next, const std::set<Op>& ops) {
    m_document.apply(text, next);
    if (m_document.schedule() == next)
        m_selection.set(ops, *ops.begin());
}

Result<Done> SelectionEdits::reform(const QString& text, const Result<std::pair<Schedule, std::set<Op>>>& next) {
    if (!next)
        return next.error();
    become(text, next->first, next->second);
    return Done{};
}

Result<Done> SelectionEdits::split() {
    if (m_selection.empty())
        return nothingSelected();
    const int count = static_cast<int>(m_selection.ops().size());
    return reform(count == 1 ? tr("Split %1 into B and W").arg(name())
                             : tr("Split %n selected ops into B and W", nullptr, count),
                  splitAll(m_document.schedule(), m_selection.ops(), m_document.plan().costs.weightParts));
}

Result<Done> SelectionEdits::fuse() {
    if (m_selection.empty())
        return nothingSelected();
    const int count = static_cast<int>(m_selection.ops().size());
    return reform(count == 1 ? tr("Fuse %1 with its other half").arg(name())
                             : tr("Fuse B and W of %n selected ops", nullptr, count),
                  fuseAll(m_document.schedule(), m_selection.ops()));
}

} // namespace lanewright::app
