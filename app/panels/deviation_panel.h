// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "core/explain/compare.h"
#include "core/explain/reasons.h"
#include "core/simulate/step_spread.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <map>
#include <memory>
#include <optional>

class QLabel;
class QListWidget;
class QSortFilterProxyModel;
class QSplitter;
class QStackedLayout;
class QTableView;

namespace lanewright::app {

class DeviationPlot;

/// Every op that was measured, against its plan.
class DeviationModel : public QAbstractTableModel {
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
    /// The number to sort by.
    static constexpr int kSortRole = Qt::UserRole;

    explicit DeviationModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    const Op& op(int row) const { return m_deviations[static_cast<std::size_t>(row)].op; }

private:
    void read();
    QString wordOf(const Deviation& each, int column) const;
    /// The durations of all steps: `median (p10 – p90)`.
    QString stepsOf(const Deviation& each) const;
    const OpSpread* spreadOf(const Op& op) const;
    QVariant numberOf(const Deviation& each, int column) const;
    /// Why the op started when it did, read off the measured timeline.
    QString why(const Deviation& each) const;
    QString lateness(const Op& op) const;

    Document& m_document;
    std::vector<Deviation> m_deviations;
    std::map<Op, std::size_t> m_rowOf;
    std::shared_ptr<const Run> m_run;
    Timeline m_measured;
    QString m_step; ///< whose times these are; empty: none
    // Made when they are first asked for.
    mutable std::optional<std::map<Op, OpSpread>> m_spreads; ///< over the steps that count
    mutable std::unique_ptr<const Reasons> m_why; ///< why things of the measured timeline start when they start
};

/// The deviations as a table; a click selects the op everywhere.
class DeviationPanel : public QWidget {
    Q_OBJECT

public:
    DeviationPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

    QTableView* table() { return m_table; }
    int count() const { return m_model->rowCount(); }

private:
    QWidget* makePlots();
    void refresh();
    void showInversions();

    Document& m_document;
    Selection& m_selection;
    DeviationModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    DeviationPlot* m_plot;
    QListWidget* m_inversions;
    QLabel* m_inversionsTitle;
    QSplitter* m_parts;
    QLabel* m_nothing;
    QStackedLayout* m_stack;
};

} // namespace lanewright::app
