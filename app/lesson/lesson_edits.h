// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"

namespace lanewright::app {

/// What lessons let students do to the selected ops, by menus and keys. Each is one undo step.
class LessonEdits {
public:
    LessonEdits(Document& document, const Selection& selection) : m_document(document), m_selection(selection) {}

    Result<Done> split();
    Result<Done> fuse();
    /// Joins the two selected ops; where one is selected, it and the block behind it.
    Result<Done> pair();
    Result<Done> unpair();
    Result<Done> halve();

private:
    std::optional<Slot> slot() const;
    QString name() const;
    Result<Done> apply(const QString& text, Result<Schedule> next);

    Document& m_document;
    const Selection& m_selection;
};

} // namespace lanewright::app
