// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/panels/cost_fields_model.h"

#include <QDialog>

namespace lanewright::app {

/// How long a value travels from each rank to each other: a row per sender, a column per receiver.
class TransferModel : public PlanTable {
    Q_OBJECT

public:
    static constexpr int kFirstRank = 1; ///< column; before it stands the sender

    TransferModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

protected:
    int rows() const override { return m_document.schedule().ranks(); }
    int columns() const override { return kFirstRank + m_document.schedule().ranks(); }
    bool isEditable(const QModelIndex& index) const override;
    QString nameAt(const QModelIndex& index) const override;
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override;
    QString textAt(const QModelIndex& index, bool exactly) const override;
    QString spokenAt(const QModelIndex& index) const override;
    QString tipAt(const QModelIndex& index) const override;
    bool isMuted(const QModelIndex& index) const override;
    QString titleOf(int column) const override;
    QString meaningOf(int column) const override;
    bool showsTime(int) const override { return true; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value, QString& sentence) const override;

private:
    /// It takes no longer; nobody knows more.
    bool isBound(const QModelIndex& index) const;
};

/// What a rank is busy with for each value: a row for those it sends, one for those it receives.
class HostTimesModel : public PlanTable {
    Q_OBJECT

public:
    enum Column { NameColumn, TimeColumn, ColumnCount };

    HostTimesModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

protected:
    int rows() const override { return 2; }
    int columns() const override { return ColumnCount; }
    QString nameAt(const QModelIndex& index) const override;
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override;
    QString spokenAt(const QModelIndex& index) const override;
    QString tipAt(const QModelIndex& index) const override;
    bool isMuted(const QModelIndex&) const override { return false; }
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
};

} // namespace lanewright::app
