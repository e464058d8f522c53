// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/live_edit.h"
#include "app/panels/cost_fields_model.h"
#include "app/widgets/qt_names.h"
#include "core/edit/microbatch_fields.h"

#include <QDialog>

namespace lanewright::app {

class AmountBox;
class AmountSlider;

/// How microbatches differ: a row per microbatch with its tokens, its shares of times and memory, its times on one
/// stage, and how long all of its ops take together.
class MicrobatchModel : public PlanTable {
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

    MicrobatchModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

    /// The stage whose times are shown.
    int stage() const;
    void setStage(int stage);

    /// None for the columns that follow from others.
    static std::optional<MicrobatchField> fieldAt(int column);

protected:
    int rows() const override { return m_document.schedule().microbatches; }
    int columns() const override { return Columns; }
    bool isEditable(const QModelIndex& index) const override;
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override;
    QString textAt(const QModelIndex& index, bool exactly) const override;
    QString spokenAt(const QModelIndex& index) const override;
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int column) const override { return column >= ForwardColumn; }
    Result<std::optional<std::int64_t>> numberFrom(const QString& text, int column) const override;
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;

private:
    Time timeOf(int microbatch) const;

    int m_stage = 0;
};

/// The sheet with how microbatches differ: the table, lengths pasted from a spreadsheet, and a slider that makes the
/// microbatches more or less uneven while the lanes follow. A cell is one undo step, and so are a paste and a slide.
class MicrobatchSheet : public QDialog {
    Q_OBJECT

public:
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
    Result<Plan> spreadBy(std::int64_t percent) const;
    void refresh();
    void say(const QString& sentence);
    void apply(const QString& text, Result<Plan> next);

    Document& m_document;
    LiveEdit m_slide;
    bool m_spreading = false; ///< a slide is under way
    MicrobatchModel* m_model;
    QTableView* m_table = nullptr;
    AmountSlider* m_spread = nullptr;
    AmountBox* m_quadratic = nullptr;
    QComboBox* m_stage = nullptr;
    QPushButton* m_alike = nullptr;
    QLabel* m_trouble = nullptr;
};

} // namespace lanewright::app
