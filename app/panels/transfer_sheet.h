// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/cost_fields_model.h"

#include <QDialog>

class QLabel;
class QTableView;

namespace lanewright::app {

/// How long a value travels from each rank to each other: a row per sender, a column per receiver.
class TransferModel : public PlanTable {
    Q_OBJECT

public:
    static constexpr int kFirstRank = 1; ///< column; before it stands the sender

    explicit TransferModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool isEditable(const QModelIndex& index) const override;
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int) const override { return true; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;
};

/// What a rank is busy with for each value: a row for those it sends, one for those it receives.
class HostTimesModel : public PlanTable {
    Q_OBJECT

public:
    enum Column { NameColumn, TimeColumn, ColumnCount };

    explicit HostTimesModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool isEditable(const QModelIndex& index) const override { return index.column() == TimeColumn; }
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int) const override { return true; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;
};

/// The sheet with the transfer times of all pairs of ranks, and host times below. A cell is one undo step.
class TransferSheet : public QDialog {
    Q_OBJECT

public:
    explicit TransferSheet(Document& document, QWidget* parent = nullptr);

    QTableView& table() { return *m_table; }
    QTableView& hostTimes() { return *m_hostTimes; }
    /// Why the last number was refused; empty when it was not.
    QString trouble() const;

private:
    QTableView* m_table;
    QTableView* m_hostTimes;
    QLabel* m_trouble;
};

} // namespace lanewright::app
