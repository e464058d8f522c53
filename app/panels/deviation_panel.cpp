// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/deviation_panel.h"

#include "app/panels/tables.h"
#include "app/panels/words.h"
#include "app/timeline/theme.h"
#include "core/analyse/explain.h"

#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStackedLayout>
#include <QTableView>

#include <cstdlib>

namespace lanewright {
namespace {

/// Slips below this share of the makespan are not worth a word.
constexpr int kOnTimeShare = 500;

} // namespace

DeviationModel::DeviationModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document) {
    connect(&m_document, &Document::changed, this, &DeviationModel::read);
    connect(&m_document, &Document::runChanged, this, &DeviationModel::read);
    read();
}

void DeviationModel::read() {
    const Timeline* measured = m_document.measured();
    if (!measured && m_deviations.empty())
        return;
    beginResetModel();
    m_run = m_document.run();
    m_measured = measured ? *measured : Timeline{};
    m_deviations.clear();
    m_rowOf.clear();
    if (measured)
        m_deviations = compare(m_document.plan(), m_document.timeline(), *measured).deviations;
    for (std::size_t row = 0; row < m_deviations.size(); ++row)
        m_rowOf.emplace(m_deviations[row].op, row);
    endResetModel();
}

int DeviationModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_deviations.size());
}

int DeviationModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant DeviationModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Deviation& each = m_deviations[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        return wordOf(each, index.column());
    if (role == kSortRole)
        return numberOf(each, index.column());
    const Time makespan = m_document.analysis().metrics.makespan;
    if (role == Qt::ForegroundRole && index.column() == SlipColumn && each.slip() > makespan / kOnTimeShare)
        return currentTheme().violation;
    return {};
}

QString DeviationModel::wordOf(const Deviation& each, int column) const {
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
    case WhyColumn: return why(each);
    default: return {};
    }
}

QVariant DeviationModel::numberOf(const Deviation& each, int column) const {
    switch (column) {
    case RankColumn: return each.rank;
    case PlannedColumn: return QVariant::fromValue<qlonglong>(each.plannedStart);
    case MeasuredColumn: return QVariant::fromValue<qlonglong>(each.actualStart);
    case SlipColumn: return QVariant::fromValue<qlonglong>(each.slip());
    case DurationColumn: return QVariant::fromValue<qlonglong>(each.stretch());
    default: return wordOf(each, column);
    }
}

QString DeviationModel::lateness(const Op& op) const {
    const auto found = m_rowOf.find(op);
    if (found == m_rowOf.end())
        return {};
    const Deviation& other = m_deviations[found->second];
    const Time late = other.slip() + other.stretch();
    const TimeUnit unit = m_document.plan().timeUnit;
    if (std::abs(late) <= m_document.analysis().metrics.makespan / kOnTimeShare)
        return tr("which ended on time");
    if (std::abs(other.stretch()) > std::abs(other.slip()))
        return other.stretch() > 0 ? tr("which ran %1 longer").arg(fixedTime(other.stretch(), unit))
                                   : tr("which ran %1 shorter").arg(fixedTime(-other.stretch(), unit));
    return late > 0 ? tr("itself %1 late").arg(fixedTime(late, unit))
                    : tr("itself %1 early").arg(fixedTime(-late, unit));
}

QString DeviationModel::why(const Deviation& each) const {
    if (std::abs(each.slip()) <= m_document.analysis().metrics.makespan / kOnTimeShare)
        return tr("on time");
    const auto reason = explain(m_run->plan, m_measured, each.op);
    if (!reason)
        return {};
    switch (reason->binding) {
    case Binding::Start: return tr("the run itself started late on this rank");
    case Binding::Gap: return tr("an explicit gap");
    case Binding::RankBusy:
        return reason->before ? tr("own rank busy with %1, %2")
                                    .arg(opText(*reason->before, m_run->plan), lateness(*reason->before))
                              : QString();
    case Binding::Dependency:
        return reason->bindingOp ? tr("waited for %1 of rank %2, %3")
                                       .arg(opText(*reason->bindingOp, m_run->plan))
                                       .arg(m_run->plan.schedule.rankOf(*reason->bindingOp))
                                       .arg(lateness(*reason->bindingOp))
                                 : QString();
    }
    return {};
}

QVariant DeviationModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    switch (section) {
    case OpColumn: return tr("op");
    case RankColumn: return tr("rank");
    case PlannedColumn: return tr("plan start");
    case MeasuredColumn: return tr("measured");
    case SlipColumn: return tr("slip");
    case DurationColumn: return tr("duration");
    case WhyColumn: return tr("why");
    default: return {};
    }
}

DeviationPanel::DeviationPanel(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_model(new DeviationModel(document, this)),
      m_sorted(new QSortFilterProxyModel(this)), m_nothing(new QLabel(this)), m_stack(new QStackedLayout(this)) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(DeviationModel::kSortRole);
    m_table = makeTable(m_sorted, this);
    m_table->setObjectName(QStringLiteral("deviations"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(DeviationModel::SlipColumn, Qt::DescendingOrder);
    m_table->horizontalHeader()->setStretchLastSection(true);
    for (int column = 0; column < DeviationModel::WhyColumn; ++column)
        m_table->setColumnWidth(column, column == DeviationModel::DurationColumn ? 160 : 110);
    m_nothing->setProperty("role", QStringLiteral("empty"));
    m_nothing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_nothing->setText(tr("Nothing measured yet. Press Run: every op appears here with its slip against the plan."));
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_nothing);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            m_selection.reveal(m_model->op(m_sorted->mapToSource(index).row()));
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &DeviationPanel::refresh);
    refresh();
}

void DeviationPanel::refresh() { m_stack->setCurrentWidget(count() > 0 ? static_cast<QWidget*>(m_table) : m_nothing); }

} // namespace lanewright
