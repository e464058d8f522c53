// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/panels/sheet.h"
#include "app/widgets/qt_names.h"
#include "core/edit/cost_fields.h"

#include <QWidget>

namespace lanewright::app {

class AmountSlider;
class RankLimitsModel;
class StageCostsModel;

/// The sheet of costs and limits: sliders for transfer time and memory limit, whose effect shows while they move, a
/// table of what every stage costs, and one of what every rank may hold. A slide is one undo step, and so is a cell.
class CostsPanel : public QWidget {
    Q_OBJECT

public:
    explicit CostsPanel(Document& document, QWidget* parent = nullptr);

    AmountSlider& transfer() { return *m_transfer; }
    QTableView& stages() { return *m_stages; }
    QTableView& ranks() { return *m_ranks; }

    /// Gives all stages the numbers of the selected cells.
    void spread();
    /// Multiplies the selected numbers, all where none is selected.
    void scaleBy(int percent);
    void askScale();
    /// Puts the table of the stages on the clipboard, with a header, for a spreadsheet.
    void copyTable() const;
    /// Sets the numbers of a table on the clipboard, from the selected cell on, as one undo step. What does not fit is
    /// said where refused numbers are.
    void pasteTable();
    /// Opens the sheet with the transfer times of all pairs of ranks.
    void showPairs();
    /// Opens the sheet with what messages over stage boundaries take.
    void showBoundaries();
    /// Opens the sheet with a row per microbatch.
    void showMicrobatches();

private:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

    QWidget* makeSliders();
    void divide();
    QWidget* makeTables();
    void makeButtons();
    void followSliders();
    void setLimited(bool on);
    void refresh();
    std::vector<FieldPlace> chosen() const;

    Document& m_document;
    AmountSlider* m_transfer = nullptr;
    QLabel* m_transferLabel = nullptr;
    AmountSlider* m_limit = nullptr;
    QCheckBox* m_limited = nullptr;
    QCheckBox* m_serial = nullptr;
    StageCostsModel* m_stageModel;
    RankLimitsModel* m_rankModel;
    SheetEdits m_edits;
    QWidget* m_sliders = nullptr;
    QSplitter* m_tables = nullptr;
    bool m_divided = false; ///< by a person
    QTableView* m_stages = nullptr;
    QTableView* m_ranks = nullptr;
    QPushButton* m_spread = nullptr;
    QPushButton* m_scale = nullptr;
    QPushButton* m_pairs = nullptr;
    QPushButton* m_boundaries = nullptr;
    QPushButton* m_paste = nullptr;
    QPushButton* m_microbatches = nullptr;
    QLabel* m_trouble = nullptr;
    QLabel* m_shared = nullptr; ///< that the costs hold waits for cores
};

} // namespace lanewright::app
