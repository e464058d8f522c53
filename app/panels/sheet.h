// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/live_edit.h"
#include "app/widgets/qt_names.h"
#include "core/edit/cost_table.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <vector>

namespace lanewright::app {

class AmountSlider;
class PlanTable;

/// A table of numbers to type into: cells are selected, not rows, and any key begins to edit.
QTableView* makeSheet(PlanTable* model, const char* name, const QString& spoken, QWidget* parent);

/// Calls these for the keys of Copy and Paste in the table; elsewhere in the window they are for the order, as those of
/// Paste are where `paste` is empty.
void onCopyAndPaste(QTableView* table, std::function<void()> copy, std::function<void()> paste);

/// Puts columns of a table on the clipboard, with a header, for a spreadsheet: numbers as they are edited, with all
/// their digits.
void copyColumns(const QAbstractItemModel& model, const std::vector<int>& columns);

/// The same of the rows that are selected, with all columns.
void copySelectedRows(const QTableView& table);

/// What is changed in sheets of a plan: it is applied to the document, and what is refused is said until the document
/// changes.
class SheetEdits : public QObject {
public:
    /// `say` shows a sentence, none for an empty one; `refresh` shows the document as it is, and is called whenever it
    /// changes.
    SheetEdits(Document& document, const std::vector<PlanTable*>& models,
               std::function<void(const QString& sentence)> say, std::function<void()> refresh);

    void say(const QString& sentence) const { m_say(sentence); }
    /// `text` as in `Document::apply`.
    void apply(const QString& text, Result<Plan> next);
    /// Applies what was pasted and says what does not fit. `text` is for the history, of so many numbers.
    void paste(const Result<PastedCosts>& pasted, const std::function<QString(int numbers)>& text);

    /// Lets a slider change the plan: as one undo step, shown while it goes on. `change` gets the plan that the slide
    /// began with, so that nothing is rounded twice; `text` is for the history.
    void slideBy(AmountSlider& slider, std::function<Result<Plan>(const Plan& before, std::int64_t amount)> change,
                 std::function<QString(std::int64_t amount)> text);
    bool isSliding() const { return m_slide.hasBegun(); }

private:
    Document& m_document;
    LiveEdit m_slide;
    std::function<void(const QString& sentence)> m_say;
    std::function<void()> m_refresh;
};

} // namespace lanewright::app
