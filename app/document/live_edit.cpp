// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/live_edit.h"

#include <utility>

namespace lanewright {
namespace {

/// Above those that nudges take.
constexpr int kFirstId = 0x40000000;

int nextId() {
    static int count = 0;
    return kFirstId + count++ % kFirstId;
}

} // namespace

bool LiveEdit::isActive() const { return m_before && m_historyIndex == m_document.history().index(); }

void LiveEdit::begin() {
    if (isActive())
        return;
    m_before = std::make_shared<const Plan>(m_document.plan());
    m_mergeId = nextId();
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

} // namespace lanewright
