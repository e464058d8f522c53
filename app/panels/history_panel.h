// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/variants.h"
#include "app/widgets/qt_names.h"
#include "app/widgets/table_model.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace lanewright::app {

/// The variants with what each takes, and by how much that differs from the first.
class VariantsModel : public TableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, IterationColumn, ChangeColumn, PeakColumn, Columns };

    VariantsModel(Document& document, Variants& variants, QObject* parent = nullptr);

    /// Renames the variant.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    /// What there is to say of a name that somebody typed; empty: it was taken.
    void answered(const QString& sentence);

protected:
    int rows() const override { return static_cast<int>(m_numbers.size()); }
    int columns() const override { return Columns; }
    QString titleOf(int column) const override;
    QVariant cell(const QModelIndex& index, int role) const override;

private:
    /// What a variant is measured by.
    struct Numbers {
        std::shared_ptr<const Plan> plan; ///< the one that they measure; null: it does not fit the schedule
        bool stalls = false;
        bool valid = false;
        std::optional<Time> iteration = {}; ///< rounded to the tick; none of an order that is not whole
        Bytes peak = 0;                     ///< on the fullest rank
    };
    void follow();
    Numbers numbersOf(const std::shared_ptr<const Plan>& plan) const;
    QString cellText(int row, int column) const;

    Document& m_document;
    Variants& m_variants;
    std::vector<Numbers> m_numbers; ///< one per variant
};

/// The history of edits, and beside it the states that got a name: to go back to, and to be compared.
class HistoryPanel : public QWidget {
    Q_OBJECT

public:
    HistoryPanel(Document& document, Variants& variants, QWidget* parent = nullptr);

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

    Variants& m_variants;
    VariantsModel* m_model;
    QUndoView* m_history;
    QTableView* m_table = nullptr;
    QLabel* m_nothing = nullptr;
    QPushButton* m_keep = nullptr;
    QPushButton* m_goTo = nullptr;
    QPushButton* m_rename = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace lanewright::app
