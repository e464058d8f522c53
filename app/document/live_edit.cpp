// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/live_edit.h"

#include <utility>

namespace lanewright::app {

bool LiveEdit::isActive() const { return m_before && m_historyIndex == m_document.history().index(); }

void LiveEdit::begin() {
    if (isActive())
        return;
    m_before = std::make_shared<const Plan>(m_document.plan());
    m_mergeId = m_document.newMergeId();
    m_historyIndex = m_document.history().index();
}

void LiveEdit::show(const QString& text, Plan next) {
    begin();
    m_document.apply(text, std::move(next), m_mergeId);
    m_historyIndex = m_document.history().index();
}

void LiveEdit::cancel() {
    if (isActive())
        m_document.apply({}, *m_before, m_mergeId);
    end();
}

} // namespace lanewright::app
