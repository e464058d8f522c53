// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/sheet.h"
#include "app/widgets/qt_names.h"

#include <QDialog>

namespace lanewright::app {

class AmountBox;
class AmountSlider;
class MicrobatchModel;

/// The sheet with how microbatches differ: the table, lengths pasted from a spreadsheet, and a slider that makes the
/// microbatches more or less uneven while the lanes follow. A cell is one undo step, and so are a paste and a slide.
class MicrobatchSheet : public QDialog {
    Q_OBJECT

public:
    enum Column {
        NumberColumn,
        LengthColumn,
        WorkColumn,
        SizeColumn,
        ForwardColumn,
        BackwardInputColumn,
        BackwardWeightColumn,
        TimeColumn,
        Columns
    };

    explicit MicrobatchSheet(Document& document, QWidget* parent = nullptr);

    /// Sets the numbers of a column on the clipboard, from the selected cell on, else the tokens of all. What does not
    /// fit is said where refused numbers are.
    void paste();
    /// Puts what says how they differ on the clipboard, with a header; of times those of the stage on show.
    void copy() const;
    void makeAlike();

private:
    QWidget* makeControls();
    void followSpread();
    void refresh();

    Document& m_document;
    MicrobatchModel* m_model;
    SheetEdits m_edits;
    QTableView* m_table = nullptr;
    AmountSlider* m_spread = nullptr;
    AmountBox* m_quadratic = nullptr;
    QComboBox* m_stage = nullptr;
    QPushButton* m_alike = nullptr;
    QLabel* m_trouble = nullptr;
};

} // namespace lanewright::app
