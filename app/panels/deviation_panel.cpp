// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/deviation_panel.h"

#include "app/document/document.h"
#include "app/document/plain_text.h"
#include "app/document/selection.h"
#include "app/document/translate.h"
#include "app/lanes/theme.h"
#include "app/plots/deviation_plot.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/step_chooser.h"
#include "app/widgets/table_model.h"
#include "app/widgets/tables.h"
#include "core/base/mapped.h"
#include "core/explain/compare.h"
#include "core/explain/slip_reasons.h"
#include "core/simulate/step_spread.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

namespace lanewright::app {
namespace {

constexpr int kMostInversions = 200;
constexpr int kWhyWidth = 280;

/// Sorts rows by what `keyOf` gives their deviations; equal ones stay as they were.
void sortBy(std::vector<std::size_t>& rows, const auto& keyOf, Qt::SortOrder order) {
    using Key = std::decay_t<decltype(keyOf(std::size_t()))>;
    std::vector<std::pair<Key, std::size_t>> keyed =
        mapped(rows, [&](std::size_t row) { return std::pair(keyOf(row), row); });
    std::ranges::stable_sort(keyed, [order](const auto& left, const auto& right) {
        return order == Qt::AscendingOrder ? left.first < right.first : right.first < left.first;
    });
    std::ranges::transform(keyed, rows.begin(), [](const auto& each) { return each.second; });
}

} // namespace

/// Every op that was measured, against its plan; by rank and planned start until it is sorted otherwise. It sorts by
/// itself, by integers: a run of a million ops asks for a table once in a while, and no other thread may touch a model.
class DeviationModel : public TableModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::DeviationModel)

public:
    using enum DeviationPanel::Column;

    DeviationModel(Document& document, QObject* parent)
        : TableModel(parent, {{OpColumn, tr("op")},
                              {RankColumn, tr("rank")},
                              {PlannedColumn, tr("plan start")},
                              {MeasuredColumn, tr("measured")},
                              {SlipColumn, tr("slip")},
                              {DurationColumn, tr("duration")},
                              {StepsColumn, tr("all steps: median (p10 – p90)")},
                              {WhyColumn, tr("why")}}),
          m_document(document) {
        connect(&m_document, &Document::changed, this, &DeviationModel::read);
        connect(&m_document, &Document::runChanged, this, &DeviationModel::read);
        read();
    }

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override {
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList held = persistentIndexList();
        const std::vector<std::size_t> heldDeviations =
            mapped(held, [this](const QModelIndex& each) { return sortedRows()[each.row()]; });
        m_sortColumn = column;
        m_sortOrder = order;
        m_sorted = false;
        for (qsizetype i = 0; i < held.size(); ++i) {
            const auto place = std::ranges::find(sortedRows(), heldDeviations[i]);
            changePersistentIndex(held[i], index(static_cast<int>(place - sortedRows().begin()), held[i].column()));
        }
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    const Op& op(int row) const { return at(row).op; }

private:
    int rows() const override { return static_cast<int>(m_rows.size()); }
    /// Says whose times are measured.
    QString titleOf(int column) const override {
        return column == MeasuredColumn && !m_step.isEmpty() ? tr("measured, %1", "in step 3").arg(m_step)
                                                             : TableModel::titleOf(column);
    }
    QVariant cell(const QModelIndex& index, int role) const override {
        const Deviation& each = at(index.row());
        if (role == Qt::DisplayRole)
            return cellText(each, index.column());
        if (role == Qt::ToolTipRole && index.column() == WhyColumn)
            return plainTip(why(each));
        if (role == Qt::ForegroundRole && index.column() == SlipColumn && each.slip() > 0 &&
            !reasons().isOnTime(each.slip()))
            return currentTheme().violation;
        return {};
    }

    void read() {
        const StepRecord* measured = m_document.comparedStep();
        if (!measured && m_rows.empty())
            return;
        beginResetModel();
        m_run = m_document.run();
        m_measured = measured ? measured->wall : Timeline{};
        m_step = measured ? stepText(*measured) : QString();
        m_reasons.reset();
        m_spreads.reset();
        m_comparison = m_document.sharedComparison();
        m_rows.resize(m_comparison->deviations.size());
        m_sorted = false;
        endResetModel();
    }

    /// The rows in their order, sorted when one is first asked for: a panel that nobody looks at sorts nothing.
    const std::vector<std::size_t>& sortedRows() const {
        if (!m_sorted) {
            m_sorted = true;
            sortRows();
        }
        return m_rows;
    }

    void sortRows() const {
        std::iota(m_rows.begin(), m_rows.end(), std::size_t{0});
        if (m_rows.empty())
            return;
        const std::vector<Deviation>& deviations = m_comparison->deviations;
        if (m_sortColumn == OpColumn)
            sortBy(
                m_rows, [&](std::size_t row) { return deviations[row].op; }, m_sortOrder);
        else if (m_sortColumn == WhyColumn)
            sortBy(
                m_rows, [&](std::size_t row) { return why(deviations[row]); }, m_sortOrder);
        else if (m_sortColumn >= 0)
            sortBy(
                m_rows, [&](std::size_t row) { return numberOf(deviations[row], m_sortColumn); }, m_sortOrder);
    }

    const Deviation& at(int row) const { return m_comparison->deviations[sortedRows()[row]]; }

    QString cellText(const Deviation& each, int column) const {
        const TimeUnit unit = m_document.plan().timeUnit;
        switch (column) {
        case OpColumn: return opText(each.op, m_document.plan());
        case RankColumn: return QString::number(each.rank);
        case PlannedColumn: return fixedTime(each.plannedStart, unit);
        case MeasuredColumn: return fixedTime(each.actualStart, unit);
        case SlipColumn: return signedTime(each.slip(), unit);
        case DurationColumn:
            return QStringLiteral("%1  %2").arg(fixedTime(each.actualLength, unit),
                                                changeOf(each.plannedLength, each.actualLength));
        case StepsColumn: return stepsOf(each);
        case WhyColumn: return why(each);
        default: return {};
        }
    }

    /// The durations of all steps: `median (p10 – p90)`.
    QString stepsOf(const Deviation& each) const {
        const OpSpread* spread = spreadOf(each.op);
        if (!spread || spread->steps < 2)
            return QStringLiteral("–");
        const TimeUnit unit = m_document.plan().timeUnit;
        const Spread& length = spread->length;
        return tr("%1  (%2 – %3)")
            .arg(fixedTime(length.median, unit), fixedTime(length.low, unit), fixedTime(length.high, unit));
    }

    const OpSpread* spreadOf(const Op& op) const {
        if (!m_spreads)
            m_spreads = spreadsOf(m_document.measuredSteps());
        const auto found = m_spreads->find(op);
        return found == m_spreads->end() ? nullptr : &found->second;
    }

    /// What a column of numbers is sorted by.
    Time numberOf(const Deviation& each, int column) const {
        switch (column) {
        case RankColumn: return each.rank;
        case PlannedColumn: return each.plannedStart;
        case MeasuredColumn: return each.actualStart;
        case SlipColumn: return each.slip();
        case DurationColumn: return each.stretch();
        case StepsColumn: {
            const OpSpread* spread = spreadOf(each.op);
            return spread ? spread->length.median : 0;
        }
        default: return 0;
        }
    }

    const SlipReasons& reasons() const {
        if (!m_reasons)
            m_reasons = std::make_unique<const SlipReasons>(m_run->plan, m_measured, *m_comparison);
        return *m_reasons;
    }
    /// Why the op started when it did, read off the measured timeline.
    QString why(const Deviation& each) const { return translated(reasons().of(each)); }

    Document& m_document;
    std::shared_ptr<const Comparison> m_comparison; ///< the step that is shown
    mutable std::vector<std::size_t> m_rows;        ///< row → its deviation; read through `sortedRows()`
    mutable bool m_sorted = true;
    int m_sortColumn = -1; ///< −1: as they were compared
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::shared_ptr<const Run> m_run;
    Timeline m_measured;
    QString m_step; ///< whose times these are; empty: none
    // Made when they are first asked for.
    mutable std::optional<std::map<Op, OpSpread>> m_spreads; ///< over the steps that count
    mutable std::unique_ptr<const SlipReasons> m_reasons;    ///< why ops of the measured timeline slip
};

DeviationPanel::DeviationPanel(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_model(new DeviationModel(document, this)),
      m_plot(new DeviationPlot(document, selection, this)),
      m_inversions(
          named(new QListWidget(this), {.name = "inversions", .spoken = tr("Ops in another order than planned")})),
      m_inversionsTitle(makeLabel("caption", {}, this)), m_parts(new QSplitter(Qt::Horizontal, this)),
      m_nothing(makeEmptySign({}, this)), m_stack(new QStackedLayout(this)) {
    m_table = named(makeTable(m_model, this), {.name = "deviations", .spoken = tr("Deviations of each op")});
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(SlipColumn, Qt::DescendingOrder);
    m_table->horizontalHeader()->setStretchLastSection(true);
    constexpr std::array kWidths = {68, 56, 84, 84, 72, 116, 200}; // up to the steps; headers may want more
    for (int column = 0; column < WhyColumn; ++column)
        m_table->setColumnWidth(column, kWidths[column]);
    fitHeaders(m_table);
    // Why an op is late stands where it is seen without scrolling, behind the slip itself.
    QHeaderView* header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(SlipColumn), 2);
    header->moveSection(header->visualIndex(WhyColumn), 3);
    m_table->setColumnWidth(WhyColumn, kWhyWidth);
    m_parts->addWidget(m_table);
    m_parts->addWidget(makePlots());
    m_parts->setStretchFactor(0, 3);
    m_parts->setStretchFactor(1, 2);
    m_parts->setHandleWidth(1);
    m_stack->addWidget(m_parts);
    m_stack->addWidget(m_nothing);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            m_selection.reveal(m_model->op(index.row()));
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &DeviationPanel::refresh);
    refresh();
}

int DeviationPanel::count() const { return m_model->rowCount(); }

QWidget* DeviationPanel::makePlots() {
    auto* side = new QWidget(this);
    QComboBox* choice =
        named(withChoices(new QComboBox(side), {{tr("Slips, as a histogram"), DeviationPlot::View::Histogram},
                                                {tr("Measured over planned durations"), DeviationPlot::View::Scatter}}),
              "deviationView");
    whenChanged({choice}, this, [this, choice] { m_plot->setView(chosen<DeviationPlot::View>(choice)); });
    m_inversions->setFrameShape(QFrame::NoFrame);
    m_inversions->setMaximumHeight(72);
    connect(m_inversions, &QListWidget::currentRowChanged, this, [this](int row) {
        const std::vector<Inversion>& inversions = m_document.comparison().inversions;
        if (row >= 0 && row < static_cast<int>(inversions.size()))
            m_selection.reveal(inversions[row].second);
    });
    makeColumn(
        side, {.margins = {12, 4, 4, 4}, .between = 4},
        {new StepChooser(m_document, side), {choice, 0, Qt::AlignLeft}, {m_plot, 1}, m_inversionsTitle, m_inversions});
    return side;
}

void DeviationPanel::refresh() {
    m_plot->show(m_document.comparison().deviations);
    const std::vector<Inversion>& inversions = m_document.comparison().inversions;
    m_inversions->clear();
    m_inversions->setVisible(!inversions.empty());
    m_inversionsTitle->setText(inversions.empty() ? tr("Every rank ran its ops in the planned order.")
                                                  : tr("%n pair(s) ran in another order than planned:", nullptr,
                                                       static_cast<int>(inversions.size())));
    for (const Inversion& each : inversions) {
        if (m_inversions->count() >= kMostInversions)
            break;
        m_inversions->addItem(tr("rank %1: %2 came after %3")
                                  .arg(each.rank)
                                  .arg(opText(each.first, m_document.plan()), opText(each.second, m_document.plan())));
    }
    m_nothing->setText(
        m_document.measured()
            ? tr("No whole step is measured yet. Every op appears here as soon as one is.")
            : tr("Nothing measured yet. Press Run: every op appears here with its slip against the plan."));
    m_stack->setCurrentWidget(count() > 0 ? static_cast<QWidget*>(m_parts) : m_nothing);
}

} // namespace lanewright::app
