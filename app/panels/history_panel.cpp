// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/history_panel.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "core/simulate/metrics.h"

#include <QFont>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {

// ---------------------------------------------------------------------------------------------- the table

VariantsModel::VariantsModel(Document& document, Variants& variants, QObject* parent)
    : TableModel(parent), m_document(document), m_variants(variants) {
    connect(&m_variants, &Variants::changed, this, &VariantsModel::follow);
    connect(&m_document, &Document::changed, this, [this] {
        // Another one may be the present one now.
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
    });
    follow();
}

void VariantsModel::follow() {
    beginResetModel();
    std::vector<Numbers> numbers;
    numbers.reserve(static_cast<std::size_t>(m_variants.count()));
    for (int index = 0; index < m_variants.count(); ++index) {
        const auto known = std::ranges::find(m_numbers, m_variants.plan(index), &Numbers::plan);
        numbers.push_back(known == m_numbers.end() ? numbersOf(m_variants.plan(index)) : *known);
    }
    m_numbers = std::move(numbers);
    endResetModel();
}

VariantsModel::Numbers VariantsModel::numbersOf(const std::shared_ptr<const Plan>& plan) const {
    if (!plan)
        return {};
    const auto analysis = plan == m_document.sharedPlan() ? m_document.sharedAnalysis()
                                                          : std::make_shared<const Analysis>(analyse(*plan));
    Numbers numbers{.plan = plan, .stalls = !analysis->stalls.empty(), .valid = analysis->valid};
    if (isWhole(analysis->findings) && !plan->isProblem())
        numbers.iteration = static_cast<Time>(std::llround(valueOf(analysis->metrics, Objective::Iteration).value()));
    numbers.peak = analysis->metrics.highestPeak();
    return numbers;
}

QString VariantsModel::cellText(int row, int column) const {
    const Numbers& numbers = m_numbers[row];
    const Numbers& first = m_numbers.front();
    switch (column) {
    case NameColumn: return m_variants.name(row);
    case IterationColumn:
        if (!numbers.plan)
            return tr("does not fit");
        if (!numbers.iteration)
            return numbers.stalls ? tr("stalls") : tr("unfinished");
        return fixedTimeWithUnit(*numbers.iteration, numbers.plan->timeUnit);
    case ChangeColumn:
        return row == 0 || !numbers.valid || !first.valid ? QString() : changeOf(*first.iteration, *numbers.iteration);
    case PeakColumn: {
        if (!numbers.plan)
            return {};
        const QString peak = memoryWithUnit(numbers.peak, numbers.plan->memoryUnit);
        // A whole order that is not valid breaks nothing else.
        return numbers.iteration && !numbers.valid ? tr("%1, over a limit").arg(peak) : peak;
    }
    default: return {};
    }
}

QVariant VariantsModel::cell(const QModelIndex& index, int role) const {
    if (role == Qt::DisplayRole || (role == Qt::EditRole && index.column() == NameColumn))
        return cellText(index.row(), index.column());
    if (role == Qt::ToolTipRole)
        return plainTip(cellText(index.row(), index.column()));
    if (role == Qt::FontRole && index.column() == NameColumn && m_variants.present() == index.row()) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::AccessibleTextRole && index.column() == NameColumn && m_variants.present() == index.row())
        return tr("%1, the present state").arg(cellText(index.row(), NameColumn));
    return {};
}

QString VariantsModel::titleOf(int column) const {
    switch (column) {
    case NameColumn: return tr("variant");
    case IterationColumn: return tr("iteration");
    case ChangeColumn: return tr("to the first");
    case PeakColumn: return tr("peak memory");
    default: return {};
    }
}

bool VariantsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() || index.column() != NameColumn)
        return false;
    const Result<Done> renamed = m_variants.rename(index.row(), value.toString());
    Q_EMIT answered(renamed ? QString() : sentenceOf(renamed.error()));
    return static_cast<bool>(renamed);
}

Qt::ItemFlags VariantsModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.column() == NameColumn ? flags | Qt::ItemIsEditable : flags;
}

// ---------------------------------------------------------------------------------------------- the panel

HistoryPanel::HistoryPanel(Document& document, Variants& variants, QWidget* parent)
    : QWidget(parent), m_variants(variants), m_model(new VariantsModel(document, variants, this)),
      m_history(new QUndoView(&document.history(), this)) {
    named(m_history, {.spoken = tr("History of edits"),
                      .tip = tr("Behind each step: the time of an iteration, before and after it")});
    m_history->setEmptyLabel(tr("As opened"));
    m_history->setFrameShape(QFrame::NoFrame);
    makeRow(this, {.margins = {0, 0, 12, 0}, .between = 12}, {{m_history, 1}, {makeVariants(), 2}});
    connect(m_model, &VariantsModel::answered, this, &HistoryPanel::hint);
    connect(m_model, &QAbstractItemModel::modelReset, this, &HistoryPanel::enable);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryPanel::enable);
    connect(m_table, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { m_variants.goTo(index.row()); });
    enable();
}

QWidget* HistoryPanel::makeVariants() {
    auto* box = new QWidget(this);
    m_table = named(makeTable(m_model, box), {.name = "variants", .spoken = tr("Variants: states with a name")});
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(VariantsModel::NameColumn, QHeaderView::Stretch);
    m_nothing = makeEmptySign(tr("Give the present state a name, try something else, and compare the two."), box);
    m_nothing->setWordWrap(true);
    const auto button = [&](const char* name, const QString& words, const QString& tip, auto act) {
        return named(makeButton(words, box, this, act), {.name = name, .tip = tip});
    };
    m_keep = button("keepVariant", tr("Name this state …"),
                    tr("Keeps the present order under a name, in the file of the schedule"), &HistoryPanel::askName);
    m_goTo = button("goToVariant", tr("Go back to it"),
                    tr("Makes the selected variant the schedule again, as one undo step"),
                    [this] { m_variants.goTo(*selected()); });
    m_rename = button("renameVariant", tr("Rename"), tr("Types another name (F2)"),
                      [this] { m_table->edit(m_model->index(*selected(), VariantsModel::NameColumn)); });
    m_compare =
        button("compareVariants", tr("Compare"), tr("Lays the present state and all variants beside each other"),
               &HistoryPanel::compareRequested);
    m_remove = button("removeVariant", tr("Remove"), tr("Forgets the selected variant"),
                      [this] { m_variants.remove(*selected()); });
    makeRow(box, {.between = 12},
            {{m_table, 1},
             {m_nothing, 1},
             makeColumn({.margins = {0, 6, 0, 6}, .between = 4},
                        {m_keep, m_goTo, m_rename, m_compare, m_remove, freeRoom()})});
    return box;
}

void HistoryPanel::enable() {
    const bool any = m_variants.count() > 0;
    m_table->setVisible(any);
    m_nothing->setVisible(!any);
    const bool one = selected().has_value();
    m_goTo->setEnabled(one && m_variants.plan(*selected()));
    m_rename->setEnabled(one);
    m_remove->setEnabled(one);
    m_compare->setEnabled(any);
}

std::optional<int> HistoryPanel::selected() const {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt : std::optional(rows.front().row());
}

void HistoryPanel::askName() {
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("variantDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Name this state"));
    dialog->setLabelText(tr("Under this name the schedule stays as it is now:"));
    dialog->setTextValue(m_variants.freeName());
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        const Result<Done> kept = m_variants.keep(name);
        Q_EMIT hint(kept ? QString() : sentenceOf(kept.error()));
    });
    dialog->open();
}

} // namespace lanewright::app
