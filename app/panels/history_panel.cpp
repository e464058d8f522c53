// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/history_panel.h"

#include "app/document/document.h"
#include "app/document/lower_bounds.h"
#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/document/variants.h"
#include "app/widgets/controls.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/table_model.h"
#include "app/widgets/tables.h"
#include "app/widgets/window_parts.h"
#include "core/page/number_table.h"
#include "core/simulate/metrics.h"

#include <QCoreApplication>
#include <QFont>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

constexpr int kHistoryWidth = 170; ///< at least, beside the table of variants

/// The variants with what each takes, and by how much that differs from the first.
class VariantsModel : public TableModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::VariantsModel)

public:
    using enum HistoryPanel::Column;

    /// `answer` hears what there is to say of a name that somebody typed; empty: it was taken.
    VariantsModel(Document& document, Variants& variants, LowerBounds& bounds,
                  std::function<void(const QString& sentence)> answer, QObject* parent)
        : TableModel(parent, {{NameColumn, tr("variant")},
                              {IterationColumn, tr("iteration"), {}, true},
                              {ChangeColumn, tr("to the first"), {}, true},
                              {BubbleColumn, tr("bubble"), {}, true},
                              {PeakColumn, tr("peak"), tr("Peak memory of the fullest rank, and of each")},
                              {AvoidableColumn, tr("avoidable"), translated(definitionOf("avoidable_share")), true},
                              {NoteColumn, tr("note")}}),
          m_document(document), m_variants(variants), m_bounds(bounds), m_answer(std::move(answer)) {
        connect(&m_variants, &Variants::changed, this, &VariantsModel::follow);
        const auto refresh = [this] {
            if (rowCount() > 0)
                Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, NoteColumn));
        };
        // Another one may be the present one now.
        connect(&m_document, &Document::changed, this, refresh);
        connect(&m_bounds, &LowerBounds::changed, this, refresh);
        follow();
    }

    /// Renames the variant, or writes its note.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override {
        if (role != Qt::EditRole || !index.isValid() || !isEditable(index.column()))
            return false;
        if (index.column() == NoteColumn) {
            m_variants.setNote(index.row(), value.toString());
            return true;
        }
        const Result<Done> renamed = m_variants.rename(index.row(), value.toString());
        m_answer(renamed ? QString() : sentenceOf(renamed.error()));
        return static_cast<bool>(renamed);
    }

    Qt::ItemFlags flags(const QModelIndex& index) const override {
        const Qt::ItemFlags flags = TableModel::flags(index);
        return isEditable(index.column()) ? flags | Qt::ItemIsEditable : flags;
    }

private:
    static bool isEditable(int column) { return column == NameColumn || column == NoteColumn; }
    int rows() const override { return static_cast<int>(m_numbers.size()); }
    QVariant cell(const QModelIndex& index, int role) const override {
        if (role == Qt::DisplayRole || (role == Qt::EditRole && isEditable(index.column())))
            return cellText(index.row(), index.column());
        if (role == kFileRole)
            return inFiles(index.row(), index.column());
        if (role == Qt::UserRole)
            return sortKey(index.row(), index.column());
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
        int errors = 0;
        std::optional<Time> iteration = {}; ///< rounded to the tick; none of an order that is not whole
        Metrics metrics = {};
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
        numbers.metrics = analysis->metrics;
        numbers.errors = static_cast<int>(std::ranges::count(analysis->findings, Severity::Error, &Finding::severity));
        return numbers;
    }

    QString cellText(int row, int column) const {
        const Numbers& numbers = m_numbers[row];
        const Numbers& first = m_numbers.front();
        switch (column) {
        case NameColumn: return m_variants.name(row);
        case IterationColumn: {
            if (!numbers.plan)
                return tr("does not fit");
            if (!numbers.iteration)
                return numbers.stalls ? tr("stalls") : tr("unfinished");
            const QString time = fixedTimeWithUnit(*numbers.iteration, numbers.plan->timeUnit);
            return numbers.valid ? time : tr("%1, %n error(s)", nullptr, numbers.errors).arg(time);
        }
        case ChangeColumn:
            return row == 0 || !numbers.valid || !first.valid ? QString()
                                                              : changeOf(*first.iteration, *numbers.iteration);
        case BubbleColumn: {
            const std::optional<double> share = numbers.metrics.bubbleShare();
            return share ? percentText(*share) : Figure::kNone;
        }
        case PeakColumn: return peakText(numbers);
        case AvoidableColumn: {
            const std::optional<double> share = avoidableOf(numbers);
            return !share ? Figure::kNone : *share <= 0 ? tr("best possible") : percentText(*share);
        }
        case NoteColumn: return m_variants.note(row);
        default: return {};
        }
    }

    /// Numbers have decimal points in every language.
    QString inFiles(int row, int column) const {
        static const QRegularExpression kDecimalComma(QStringLiteral("(?<=\\d),(?=\\d)"));
        QString text = cellText(row, column);
        return isEditable(column) ? text : text.replace(kDecimalComma, QStringLiteral("."));
    }

    static QString peakText(const Numbers& numbers) {
        constexpr std::size_t kMostRanks = 8; // that are named each
        if (!numbers.plan)
            return {};
        QString peak = memoryWithUnit(numbers.metrics.highestPeak(), numbers.plan->memoryUnit);
        QStringList each;
        for (const Bytes bytes : numbers.metrics.peakMemory)
            each << memoryText(bytes, numbers.plan->memoryUnit);
        const std::vector<Bytes>& peaks = numbers.metrics.peakMemory;
        if (std::ranges::adjacent_find(peaks, std::not_equal_to<>()) != peaks.end() && peaks.size() <= kMostRanks)
            peak += QStringLiteral(" (%1)").arg(each.join(QStringLiteral(", ")));
        // A whole order that is not valid breaks nothing else.
        return numbers.iteration && !numbers.valid ? tr("%1, over a limit").arg(peak) : peak;
    }

    /// None where the order is not valid, or no bound is known.
    std::optional<double> avoidableOf(const Numbers& numbers) const {
        const std::optional<Avoidable> avoidable = numbers.valid ? m_bounds.avoidableOf(numbers.metrics) : std::nullopt;
        return avoidable ? std::optional{avoidable->share} : std::nullopt;
    }

    QVariant sortKey(int row, int column) const {
        const Numbers& numbers = m_numbers[row];
        constexpr double kLast = std::numeric_limits<double>::max();
        switch (column) {
        case IterationColumn:
        case ChangeColumn: return numbers.iteration ? static_cast<double>(*numbers.iteration) : kLast;
        case BubbleColumn: return numbers.metrics.bubbleShare().value_or(kLast);
        case PeakColumn: return static_cast<double>(numbers.metrics.highestPeak());
        case AvoidableColumn: return avoidableOf(numbers).value_or(kLast);
        default: return cellText(row, column);
        }
    }

    Document& m_document;
    Variants& m_variants;
    LowerBounds& m_bounds;
    std::function<void(const QString& sentence)> m_answer;
    std::vector<Numbers> m_numbers; ///< one per variant
};

} // namespace

HistoryPanel::HistoryPanel(Document& document, Variants& variants, LowerBounds& bounds, QWidget* parent)
    : QWidget(parent), m_variants(variants),
      m_model(new VariantsModel(
          document, variants, bounds, [this](const QString& sentence) { Q_EMIT hint(sentence); }, this)),
      m_history(new QUndoView(&document.history(), this)) {
    named(m_history, {.spoken = tr("History of edits"),
                      .tip = tr("Behind each step: the time of an iteration, before and after it")});
    m_history->setEmptyLabel(tr("As opened"));
    m_history->setFrameShape(QFrame::NoFrame);
    m_history->setMinimumWidth(kHistoryWidth);
    makeRow(this, {.margins = {0, 0, 12, 0}, .between = 12}, {{m_history, 1}, {makeVariants(), 5}});
    connect(m_model, &QAbstractItemModel::modelReset, this, &HistoryPanel::enable);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &HistoryPanel::enable);
    connect(m_table, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { m_variants.goTo(m_sorted->mapToSource(index).row()); });
    enable();
}

QWidget* HistoryPanel::makeVariants() {
    auto* box = new QWidget(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_table = named(makeTable(m_sorted, box),
                    {.name = "variants", .role = "sheet", .spoken = tr("Variants: states with a name")});
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // as they were named
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(VariantsModel::NoteColumn, QHeaderView::Stretch);
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
                      [this] { m_table->edit(m_table->currentIndex().siblingAtColumn(VariantsModel::NameColumn)); });
    m_remove = button("removeVariant", tr("Remove"), tr("Forgets the selected variant"),
                      [this] { m_variants.remove(*selected()); });
    m_compare =
        button("compareVariants", tr("Compare"), tr("Lays the present state and all variants beside each other"),
               &HistoryPanel::compareRequested);
    m_save = button("saveVariants", tr("Save table …"), tr("Writes the table as CSV, or as Markdown for a text"),
                    &HistoryPanel::saveTable);
    makeRow(
        box, {.between = 12},
        {wide(m_table), wide(m_nothing),
         makeColumn({.margins = {0, 6, 0, 6}, .between = 4},
                    {m_keep, m_goTo, makeRow({.between = 4}, {m_rename, m_remove}), m_compare, m_save, freeRoom()})});
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
    m_save->setEnabled(any);
}

std::optional<int> HistoryPanel::selected() const {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt : std::optional(m_sorted->mapToSource(rows.front()).row());
}

void HistoryPanel::saveTable() {
    if (const QString path = askWhere(tr("Save the variants"), this); !path.isEmpty())
        Q_EMIT hint(app::saveTable(*m_sorted, path));
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
