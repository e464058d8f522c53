// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/selection_edits.h"
#include "core/lesson/remake.h"

namespace lanewright::app {

/// What lessons let students do to the selected ops.
class LessonEdits : public SelectionEdits {
    Q_DECLARE_TR_FUNCTIONS(LessonEdits)

public:
    using SelectionEdits::SelectionEdits;

    /// Joins the two selected ops; where one is selected, it and the block behind it.
    Result<Done> pair();
    Result<Done> unpair();
    Result<Done> halve();
    /// Has the whole order made anew. Choices that follow each other are one step.
    Result<Done> remake(const Lesson& lesson, const OrderChoice& choice);

private:
    int m_remakes = -1; ///< the step that they merge into
};

} // namespace lanewright::app
