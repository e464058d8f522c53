// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"

#include <QCoreApplication>
#include <QString>

namespace lanewright::app {

/// The edits that menus and keys offer for the selected op. Each is one undo step with a sentence as its text.
class EditActions {
    Q_DECLARE_TR_FUNCTIONS(EditActions)

public:
    EditActions(Document& document, Selection& selection) : m_document(document), m_selection(selection) {}

    Result<Done> setGap(Time gap);
    Time gap() const;
    void removeGaps();
    /// Splits every selected BW; fuses every selected B or W with its other half. What came of it is selected.
    Result<Done> split();
    Result<Done> fuse();
    /// Joins the two selected blocks into an overlapped pair; parts the selected pair.
    Result<Done> pair();
    Result<Done> unpair();
    /// Moves the selected block to the next place that changes the makespan: −1 earlier, +1 later.
    Result<Done> moveToChange(int by);
    /// Repeats the selected blocks for the next microbatches and selects what was stamped; or, with `toTheEnd`, for all
    /// that follow.
    Result<Done> stamp(bool toTheEnd = false);
    /// The order of the selected blocks (of all when none are) to the clipboard, from it, and both with taking out.
    void copyOrder();
    Result<Done> cutOrder();
    Result<Done> pasteOrder();
    enum class Same { Kind, Stage, Microbatch };
    /// Selects all ops of the kind, stage or microbatch of the current one.
    void selectSame(Same what);
    /// Makes one V of two directions.
    Result<Done> cutInHalf();
    /// Drops the overlapped pairs.
    Result<Done> untie();
    /// Lets the costs of stage 0 be as PyTorch runs it.
    Result<Done> takeCostsOfPytorch();
    /// Hosts the stage of the op on another rank.
    Result<Done> moveStage(const Op& op, int toRank);

    /// Where the selected op stands; none when nothing in the order is selected.
    std::optional<Slot> slot() const;
    std::optional<Block> block() const;

private:
    Result<Done> apply(const QString& text, Result<Schedule> next);
    /// And selects what came of it.
    Result<Done> reform(const QString& text, Result<std::pair<Schedule, std::set<Op>>> next);
    Result<Done> apply(const QString& text, Result<Plan> next);
    QString name() const;

    Document& m_document;
    Selection& m_selection;
};

} // namespace lanewright::app
