// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/edit/fixes.h"

#include <QWidget>

class QModelIndex;

namespace lanewright::app {

class Document;
struct Analysis;
class FindingsModel;
class Selection;

/// What there is to say about the plan. A click jumps to the place; a click on *fix* shows what would remove the
/// finding, each with what it would give, and *I know, keep it…*; a double-click applies the first of those.
class FindingsPanel : public QWidget {
    Q_OBJECT

public:
    /// Columns of the table.
    enum Column { SeverityColumn, CodeColumn, WhereColumn, FixColumn, SentenceColumn };
    FindingsPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

    int count() const;
    /// The table stays that of the plan while a gesture shows another; null: none does.
    void preview(const Analysis* analysis);
    /// Goes to the finding `by` places after the present one, around the end: +1 next, −1 previous.
    void step(int by);
    /// Shows what would remove the finding of the row, to choose from.
    void showFixes(int row);
    /// Does what removes the finding of the row best, or says why nothing does.
    void applyFirstFix(int row);
    /// Lets the file say that the finding of the row is known and kept, with the reason; one that it says so of, no
    /// more.
    void approve(int row, const QString& why);
    void withdraw(int row);
    bool isApproved(int row) const;
    /// The row that keys and clicks chose last; −1: none.
    int currentRow() const;

Q_SIGNALS:
    void countChanged(int count);
    void hint(const QString& sentence);

private:
    void jump(const QModelIndex& index);
    void addApproval(QMenu& menu, int row);
    void apply(const Fix& fix);
    void refresh();

    Document& m_document;
    Selection& m_selection;
    FindingsModel* m_model;
    QTableView* m_table;
    QLabel* m_nothing;
};

/// What would come of it, `(27 → 28 ms)`; with the errors that stay.
QString fixOutcome(const Fix& fix, const Document& document);

} // namespace lanewright::app
