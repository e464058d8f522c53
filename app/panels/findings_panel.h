// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QTableView;

namespace lanewright {

/// The findings of the document's plan as a table.
class FindingsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { SeverityColumn, CodeColumn, WhereColumn, SentenceColumn, Columns };

    explicit FindingsModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    const Finding& finding(int row) const { return m_findings[static_cast<std::size_t>(row)]; }

private:
    QString wordOf(const Finding& finding, int column) const;

    Document& m_document;
    std::vector<Finding> m_findings;
};

/// What there is to say about the plan. A click jumps to the place.
class FindingsPanel : public QWidget {
    Q_OBJECT

public:
    FindingsPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

    QTableView* table() { return m_table; }
    int count() const;
    /// Goes to the finding `by` places after the present one, around the end: +1 next, −1 previous.
    void step(int by);

Q_SIGNALS:
    void countChanged(int count);

private:
    void jump(const QModelIndex& index);
    void refresh();

    Document& m_document;
    Selection& m_selection;
    FindingsModel* m_model;
    QTableView* m_table;
    QLabel* m_nothing;
};

} // namespace lanewright
