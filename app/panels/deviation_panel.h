// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/widgets/qt_names.h"
#include "app/widgets/table_model.h"
#include "core/explain/compare.h"
#include "core/explain/reasons.h"
#include "core/simulate/step_spread.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lanewright::app {

class DeviationPlot;

/// Every op that was measured, against its plan; by rank and planned start until it is sorted otherwise. It sorts by
/// itself, by integers: a run of a million ops asks for a table once in a while, and no other thread may touch a model.
class DeviationModel : public TableModel {
    Q_OBJECT

public:
    enum Column {
        OpColumn,
        RankColumn,
        PlannedColumn,
        MeasuredColumn,
        SlipColumn,
        DurationColumn,
        StepsColumn,
        WhyColumn,
        Columns
    };
    explicit DeviationModel(Document& document, QObject* parent = nullptr);

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    const Op& op(int row) const { return at(row).op; }

protected:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    int columns() const override { return Columns; }
    QString titleOf(int column) const override;
    QVariant cell(const QModelIndex& index, int role) const override;

private:
    void read();
    /// The rows in their order, sorted when one is first asked for: a panel that nobody looks at sorts nothing.
    const std::vector<std::size_t>& sortedRows() const;
    void sortRows() const;
    const Deviation& at(int row) const;
    /// The deviation of an op; null where it has none.
    const Deviation* find(const Op& op) const;
    QString cellText(const Deviation& each, int column) const;
    /// The durations of all steps: `median (p10 – p90)`.
    QString stepsOf(const Deviation& each) const;
    const OpSpread* spreadOf(const Op& op) const;
    /// What a column of numbers is sorted by.
    Time numberOf(const Deviation& each, int column) const;
    /// Why the op started when it did, read off the measured timeline.
    QString why(const Deviation& each) const;
    QString lateness(const Op& op) const;

    Document& m_document;
    std::shared_ptr<const Comparison> m_comparison; ///< the step that is shown
    mutable std::vector<std::size_t> m_rows;        ///< row → its deviation; read through `sortedRows()`
    mutable bool m_sorted = true;
    int m_sortColumn = -1; ///< −1: as they were compared
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::shared_ptr<const Run> m_run;
    Timeline m_measured;
    QString m_step; ///< whose times these are; empty: none
    // Made when they are first asked for.
    mutable std::optional<std::map<Op, OpSpread>> m_spreads; ///< over the steps that count
    mutable std::vector<std::size_t> m_byOp;                 ///< deviations by their op
    mutable std::unique_ptr<const Reasons> m_why; ///< why things of the measured timeline start when they start
};

/// The deviations as a table; a click selects the op everywhere.
class DeviationPanel : public QWidget {
    Q_OBJECT

public:
    DeviationPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

    int count() const { return m_model->rowCount(); }

private:
    QWidget* makePlots();
    void refresh();
    void showInversions();

    Document& m_document;
    Selection& m_selection;
    DeviationModel* m_model;
    QTableView* m_table;
    DeviationPlot* m_plot;
    QListWidget* m_inversions;
    QLabel* m_inversionsTitle;
    QSplitter* m_parts;
    QLabel* m_nothing;
    QStackedLayout* m_stack;
};

} // namespace lanewright::app
