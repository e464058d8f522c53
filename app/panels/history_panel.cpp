// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/history_panel.h"

#include "app/document/document.h"
#include "app/document/plain_text.h"
#include "app/document/variants.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/table_model.h"
#include "app/widgets/tables.h"
#include "app/widgets/window_parts.h"
#include "core/simulate/metrics.h"

#include <QCoreApplication>
#include <QFont>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

/// The variants with what each takes, and by how much that differs from the first.
class VariantsModel : public TableModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::VariantsModel)

public:
    using enum HistoryPanel::Column;

    /// `answer` hears what there is to say of a name that somebody typed; empty: it was taken.
    VariantsModel(Document& document, Variants& variants, std::function<void(const QString& sentence)> answer,
                  QObject* parent)
        : TableModel(parent, {{NameColumn, tr("variant")},
                              {IterationColumn, tr("iteration")},
                              {ChangeColumn, tr("to the first")},
                              {PeakColumn, tr("peak memory")}}),
          m_document(document), m_variants(variants), m_answer(std::move(answer)) {
        connect(&m_variants, &Variants::changed, this, &VariantsModel::follow);
        connect(&m_document, &Document::changed, this, [this] {
            // Another one may be the present one now.
            if (rowCount() > 0)
                Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, PeakColumn));
        });
        follow();
    }

    /// Renames the variant.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override {
        if (role != Qt::EditRole || !index.isValid() || index.column() != NameColumn)
            return false;
        const Result<Done> renamed = m_variants.rename(index.row(), value.toString());
        m_answer(renamed ? QString() : sentenceOf(renamed.error()));
        return static_cast<bool>(renamed);
    }

    Qt::ItemFlags flags(const QModelIndex& index) const override {
        const Qt::ItemFlags flags = TableModel::flags(index);
        return index.column() == NameColumn ? flags | Qt::ItemIsEditable : flags;
    }

private:
    int rows() const override { return static_cast<int>(m_numbers.size()); }
    QVariant cell(const QModelIndex& index, int role) const override {
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

    /// What a variant is measured by.
    struct Numbers {
        std::shared_ptr<const Plan> plan; ///< the one that they measure; null: it does not fit the schedule
        bool stalls = false;
        bool valid = false;
        std::optional<Time> iteration = {}; ///< rounded to the tick; none of an order that is not whole
        Bytes peak = 0;                     ///< on the fullest rank
    };
    void follow() {
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

    Numbers numbersOf(const std::shared_ptr<const Plan>& plan) const {
        if (!plan)
            return {};
        const auto analysis = plan == m_document.sharedPlan() ? m_document.sharedAnalysis()
                                                              : std::make_shared<const Analysis>(analyse(*plan));
        Numbers numbers{.plan = plan, .stalls = !analysis->stalls.empty(), .valid = analysis->valid};
        if (isWhole(analysis->findings) && !plan->isProblem())
            numbers.iteration =
                static_cast<Time>(std::llround(valueOf(analysis->metrics, Objective::Iteration).value()));
        numbers.peak = analysis->metrics.highestPeak();
        return numbers;
    }

    QString cellText(int row, int column) const {
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
            return row == 0 || !numbers.valid || !first.valid ? QString()
                                                              : changeOf(*first.iteration, *numbers.iteration);
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

    Document& m_document;
    Variants& m_variants;
    std::function<void(const QString& sentence)> m_answer;
    std::vector<Numbers> m_numbers; ///< one per variant
};

} // namespace

HistoryPanel::HistoryPanel(Document& document, Variants& variants, QWidget* parent)
    : QWidget(parent), m_variants(variants),
      m_model(new VariantsModel(
          document, variants, [this](const QString& sentence) { Q_EMIT hint(sentence); }, this)),
      m_history(new QUndoView(&document.history(), this)) {
    named(m_history, {.spoken = tr("History of edits"),
                      .tip = tr("Behind each step: the time of an iteration, before and after it")});
    m_history->setEmptyLabel(tr("As opened"));
    m_history->setFrameShape(QFrame::NoFrame);
    makeRow(this, {.margins = {0, 0, 12, 0}, .between = 12}, {{m_history, 1}, {makeVariants(), 2}});
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
            {wide(m_table), wide(m_nothing),
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
    QInputDialog* dialog =
        makeInput("variantDialog", tr("Name this state"), tr("Under this name the schedule stays as it is now:"), this);
    dialog->setTextValue(m_variants.freeName());
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        const Result<Done> kept = m_variants.keep(name);
        Q_EMIT hint(kept ? QString() : sentenceOf(kept.error()));
    });
    opened(dialog);
}

} // namespace lanewright::app
