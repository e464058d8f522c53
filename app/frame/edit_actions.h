// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/selection_edits.h"

#include <QCoreApplication>

namespace lanewright::app {

/// The edits of the main window.
class EditActions : public SelectionEdits {
    Q_DECLARE_TR_FUNCTIONS(EditActions)

public:
    using SelectionEdits::SelectionEdits;

    /// Draws the order together (`squeezed`). Fails where nothing moves.
    Result<Done> squeeze();
    void removeGaps();
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
    /// Drops the overlapped pairs.
    Result<Done> untie();
    /// Lets the costs of stage 0 be as PyTorch runs it.
    Result<Done> takeCostsOfPytorch();

    /// The selected one; none when nothing in the order is selected.
    std::optional<Block> block() const;
};

} // namespace lanewright::app
