// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"

#include <QString>

#include <memory>
#include <utility>

namespace lanewright::app {

/// A change that shows while it is under way and is one undo step in the end: what a slider does.
///
/// It ends by itself when anything else changes the history.
class LiveEdit {
public:
    explicit LiveEdit(Document& document) : m_document(document) {}

    bool isActive() const { return m_before && m_historyIndex == m_document.history().index(); }
    /// From begin to end, even where something else has ended it.
    bool hasBegun() const { return m_before != nullptr; }
    /// Begins at the present plan; nothing where it has begun already.
    void begin() {
        if (isActive())
            return;
        m_before = std::make_shared<const Plan>(m_document.plan());
        m_mergeId = m_document.newMergeId();
        m_historyIndex = m_document.history().index();
    }

    /// The plan it began with. Only while it is active.
    const Plan& before() const { return *m_before; }
    /// The present plan of the document, as part of the step. `text` as in `Document::apply`.
    void show(const QString& text, Plan next) {
        begin();
        m_document.apply(text, std::move(next), m_mergeId);
        m_historyIndex = m_document.history().index();
    }

    /// What was shown stays.
    void end() { m_before.reset(); }
    /// Everything is as it was, and the history says nothing of it.
    void cancel() {
        if (isActive())
            m_document.apply({}, *m_before, m_mergeId);
        end();
    }

private:
    Document& m_document;
    std::shared_ptr<const Plan> m_before;
    int m_mergeId = -1;
    int m_historyIndex = -1;
};

} // namespace lanewright::app
