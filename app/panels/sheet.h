// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/live_edit.h"
#include "app/widgets/qt_names.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <vector>

namespace lanewright::app {

class AmountSlider;
class PlanTable;

/// A table of numbers to type into: cells are selected, not rows, and any key begins to edit.
QTableView* makeSheet(PlanTable* model, const char* name, const QString& spoken, QWidget* parent);

/// Calls these for the keys of Copy and Paste in the table; elsewhere in the window they are for the order.
void onCopyAndPaste(QTableView* table, std::function<void()> copy, std::function<void()> paste);

/// Puts columns of a table on the clipboard, with a header, for a spreadsheet: numbers as they are edited, with all
/// their digits.
void copyColumns(const QAbstractItemModel& model, const std::vector<int>& columns);

/// What a slide does: as one undo step, shown while it goes on.
struct Slide {
    /// The plan with the amount, from the one that the slide began with; why not is for `say`.
    std::function<Result<Plan>(std::int64_t amount)> change;
    /// What the history says.
    std::function<QString(std::int64_t amount)> words;
    /// Shows why an amount is refused; empty: nothing is.
    std::function<void(const QString& sentence)> say;
    /// Shows the document as it is when the slide is over.
    std::function<void()> refresh;
};

void follow(AmountSlider& slider, LiveEdit& edit, const Slide& slide);

} // namespace lanewright::app
