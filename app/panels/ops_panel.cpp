// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/ops_panel.h"

#include "app/document/call_later.h"
#include "app/panels/ops_model.h"
#include "app/panels/sheet.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTableView>

namespace lanewright::app {

OpsPanel::OpsPanel(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_model(new OpsModel(document, this)),
      m_table(named(makeTable(m_model, this), {.name = "ops", .spoken = tr("Ops of the schedule")})),
      m_filter(named(new QLineEdit(this), {.name = "opsFilter", .spoken = tr("Show only some ops")})),
      m_status(named(makeLabel("caption", {}, this), "opsStatus")) {
    m_filter->setPlaceholderText(tr("Show only: B3    s2 F*    mb:2-4    wait>0    slack=0"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(380);
    makeColumn(this, {.margins = {0, 6, 0, 0}, .between = 4},
               {makeRow({.margins = {16, 0, 16, 0}, .between = 12}, {{m_filter, 1}, {m_status, 1}}), {m_table, 1}});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(OpsModel::RankColumn, Qt::AscendingOrder);
    m_table->setDragDropMode(QAbstractItemView::InternalMove);
    m_table->setDragDropOverwriteMode(false);
    m_table->horizontalHeader()->setDefaultSectionSize(104);
    m_table->setColumnWidth(OpsModel::KindColumn, 136);
    fitHeaders(m_table);
    onCopyAndPaste(m_table, [this] { copySelectedRows(*m_table); }, {});
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
        const Result<Done> done = m_model->setFilter(words);
        say(done ? QString() : sentenceOf(done.error()));
        showSelection();
    });
    connect(m_model, &OpsModel::refused, this, &OpsPanel::say);
    connect(m_model, &OpsModel::wasRead, this, [this] {
        say({});
        // A cell that is being committed closes its editor first.
        if (m_table->isPersistentEditorOpen(m_table->currentIndex()))
            callLater(this, &OpsPanel::showSelection);
        else
            showSelection();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OpsPanel::publishSelection);
    connect(&m_selection, &Selection::changed, this, &OpsPanel::showSelection);
}

void OpsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_model->setWatched(true);
    say({});
    showSelection();
}

void OpsPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_model->setWatched(false);
}

void OpsPanel::say(const QString& trouble) {
    m_status->setText(trouble.isEmpty() ? tr("%n op(s)", nullptr, m_model->rowCount()) : trouble);
}

void OpsPanel::publishSelection() {
    if (m_syncing)
        return;
    const QScopedValueRollback<bool> guard(m_syncing, true);
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.empty())
        return;
    std::set<Op> ops;
    for (const QModelIndex& row : rows)
        ops.insert(m_model->line(row.row()).op);
    const QModelIndex current = m_table->currentIndex();
    const Op op = current.isValid() ? m_model->line(current.row()).op : *ops.begin();
    if (ops.size() == 1)
        m_selection.reveal(*ops.begin());
    else
        m_selection.set(ops, ops.contains(op) ? op : *ops.begin());
}

void OpsPanel::showSelection() {
    if (m_syncing || !isVisible())
        return;
    const QScopedValueRollback<bool> guard(m_syncing, true);
    QItemSelectionModel& shown = *m_table->selectionModel();
    QItemSelection rows;
    QModelIndex current;
    for (const int row : m_model->rowsOf(m_selection.ops())) {
        const QModelIndex index = m_model->index(row, OpsModel::PositionColumn);
        rows.select(m_model->index(row, 0), m_model->index(row, OpsModel::Columns - 1));
        if (m_model->line(row).op == m_selection.current())
            current = index;
    }
    shown.select(rows, QItemSelectionModel::ClearAndSelect);
    if (!current.isValid())
        return;
    shown.setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    m_table->scrollTo(current);
}

} // namespace lanewright::app
