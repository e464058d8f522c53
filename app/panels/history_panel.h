// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QWidget>

#include <optional>

class QSortFilterProxyModel;

namespace lanewright::app {

class Document;
class LowerBounds;
class TableModel;
class Variants;

/// The history of edits, and beside it the states that got a name: to go back to, and to be compared.
class HistoryPanel : public QWidget {
    Q_OBJECT

public:
    /// Columns of the table of variants.
    enum Column { NameColumn, IterationColumn, ChangeColumn, BubbleColumn, PeakColumn, AvoidableColumn, NoteColumn };
    HistoryPanel(Document& document, Variants& variants, LowerBounds& bounds, QWidget* parent = nullptr);

    /// Asks for a name of the present state.
    void askName();

Q_SIGNALS:
    /// All variants are to be laid beside each other.
    void compareRequested();
    /// Why a name was refused; empty: one was taken, and what was said of another is over.
    void hint(const QString& sentence);

private:
    QWidget* makeVariants();
    void enable();
    std::optional<int> selected() const;
    /// Writes the table into a file of the ending that a person chooses: CSV, else Markdown.
    void saveTable();

    Variants& m_variants;
    TableModel* m_model;
    QSortFilterProxyModel* m_sorted = nullptr; ///< the same by a column that was clicked
    QUndoView* m_history;
    QTableView* m_table = nullptr;
    QLabel* m_nothing = nullptr;
    QPushButton* m_keep = nullptr;
    QPushButton* m_goTo = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace lanewright::app
