// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"

#include <set>
#include <utility>

namespace lanewright::app {

/// What lessons let students do to the selected ops, by menus and keys. Each is one undo step.
class LessonEdits {
public:
    LessonEdits(Document& document, Selection& selection) : m_document(document), m_selection(selection) {}

    /// Splits every selected BW; fuses every selected B or W with its other half. What came of it is selected.
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
    /// And selects what came of it, unless the lesson refused.
    Result<Done> reform(const QString& text, Result<std::pair<Schedule, std::set<Op>>> next);

    Document& m_document;
    Selection& m_selection;
};

} // namespace lanewright::app
