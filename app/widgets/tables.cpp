// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/tables.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace lanewright::app {
namespace {

/// Editors say aloud what the cell they lie on says; by themselves they have no name.
class SpokenEditors : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
        if (editor)
            editor->setAccessibleName(index.data(Qt::AccessibleTextRole).toString());
        return editor;
    }
};

} // namespace

QTableView* makeTable(QAbstractItemModel* model, QWidget* parent) {
    auto* table = new QTableView(parent);
    table->setModel(model);
    table->setItemDelegate(new SpokenEditors(table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return table;
}

void fitHeaders(QTableView* table) {
    const auto widen = [table] {
        QHeaderView* header = table->horizontalHeader();
        header->ensurePolished();
        for (int column = 0; column < header->count(); ++column)
            header->resizeSection(column, std::max(header->sectionSize(column), header->sectionSizeHint(column)));
    };
    widen();
    QObject::connect(table->model(), &QAbstractItemModel::headerDataChanged, table, widen);
    QObject::connect(table->model(), &QAbstractItemModel::modelReset, table, widen);
}

} // namespace lanewright::app
