// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <utility>
#include <vector>

namespace lanewright::app {

/// What a cell or a head says in a file: whole, and with decimal points in every language.
inline constexpr int kFileRole = Qt::UserRole + 1;

/// A table without a tree: says how many rows and columns there are, how they are called, and what stands in a cell
/// that is there.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// What stands above a column; the tooltip says what it means. Numbers stand at the right.
    struct Heading {
        int column;
        QString title;
        QString meaning = {};
        bool isNumber = false;
    };

    /// A heading for each column; none where a table has as many columns as it likes, and says itself what they are.
    explicit TableModel(QObject* parent, std::vector<Heading> headings = {})
        : QAbstractTableModel(parent), m_headings(std::move(headings)) {}

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns(); }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    virtual int rows() const = 0;
    virtual int columns() const { return static_cast<int>(m_headings.size()); }
    virtual QString titleOf(int column) const { return headingOf(column).title; }
    virtual QString titleInFiles(int column) const { return titleOf(column); }
    virtual QString meaningOf(int column) const { return headingOf(column).meaning; }
    virtual bool isNumber(int column) const { return headingOf(column).isNumber; }
    /// What the roles say, but for the alignment; where none says `kFileRole`, the same as on the screen.
    virtual QVariant cell(const QModelIndex& index, int role) const = 0;

private:
    const Heading& headingOf(int column) const;
    QVariant alignmentOf(int column) const {
        return QVariant(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    }

    std::vector<Heading> m_headings;
};

} // namespace lanewright::app
