// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"

#include <optional>
#include <set>
#include <utility>

namespace lanewright::app {

/// What menus and keys do to the selected ops, each as one undo step with a sentence as its text.
class SelectionEdits {
public:
    SelectionEdits(Document& document, Selection& selection) : m_document(document), m_selection(selection) {}

    /// Splits every selected BW; fuses every selected B or W with its other half. What came of it is selected.
    Result<Done> split();
    Result<Done> fuse();
    /// Joins the two selected blocks into an overlapped pair; where one is selected, it and the block behind it.
    Result<Done> pair();
    /// Parts the selected pair.
    Result<Done> unpair();
    /// Makes one V of two directions.
    Result<Done> cutInHalf();
    /// Hosts the stage of the op on another rank.
    Result<Done> moveStage(const Op& op, int toRank);
    /// Where the selected op stands; none when nothing in the order is selected.
    std::optional<Slot> slot() const;

protected:
    static Error nothingSelected();
    QString name() const;
    template <typename Next>
    Result<Done> apply(const QString& text, Result<Next> next) {
        if (!next)
            return next.error();
        m_document.apply(text, *std::move(next));
        return Done{};
    }
    /// And selects what came of it, unless the document took nothing.
    void become(const QString& text, const Schedule& next, const std::set<Op>& ops);

    Document& m_document;
    Selection& m_selection;

private:
    Result<Done> reform(const Message& sentence, const Result<std::pair<Schedule, std::set<Op>>>& next);
};

} // namespace lanewright::app
