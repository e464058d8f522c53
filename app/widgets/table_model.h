// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

namespace lanewright::app {

/// A table without a tree: says how many rows and columns there are, how they are called, and what stands in a cell
/// that is there.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns(); }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    virtual int rows() const = 0;
    virtual int columns() const = 0;
    virtual QString titleOf(int column) const = 0;
    /// The tooltip of the column's header; empty: none.
    virtual QString meaningOf(int) const { return {}; }
    /// Numbers stand at the right.
    virtual bool isNumber(int) const { return false; }
    /// What the roles say, but for the alignment.
    virtual QVariant cell(const QModelIndex& index, int role) const = 0;

private:
    QVariant alignmentOf(int column) const;
};

} // namespace lanewright::app
