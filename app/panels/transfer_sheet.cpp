// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transfer_sheet.h"

#include "app/document/plain_text.h"
#include "app/lanes/theme.h"
#include "app/widgets/tables.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace lanewright::app {
namespace {

constexpr int kRankNameWidth = 92;
constexpr int kTimeWidth = 96; ///< for `≤ 1.643929`
constexpr int kRowHeight = 30;
constexpr int kMostSeen = 12; ///< ranks that fit without scrolling
constexpr int kHostNameWidth = 150;
constexpr int kHostTimeWidth = 120;

Time HostTimes::*hostTimeIn(int row) { return row == 0 ? &HostTimes::send : &HostTimes::receive; }

QTableView* makeSheet(PlanTable* model, const QString& name, QWidget* parent) {
    QTableView* table = makeTable(model, parent);
    table->setProperty("role", QStringLiteral("sheet"));
    table->setSelectionBehavior(QAbstractItemView::SelectItems);
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
    table->setAccessibleName(name);
    return table;
}

} // namespace

TransferModel::TransferModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

int TransferModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_document.schedule().ranks();
}

int TransferModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kFirstRank + m_document.schedule().ranks();
}

bool TransferModel::isEditable(const QModelIndex& index) const {
    return index.column() >= kFirstRank && index.column() - kFirstRank != index.row();
}

QString TransferModel::titleOf(int column) const {
    return column < kFirstRank ? tr("from \\ to") : QString::number(column - kFirstRank);
}

QString TransferModel::meaningOf(int column) const {
    return column < kFirstRank ? tr("The rank that sends.") : tr("To rank %1.").arg(column - kFirstRank);
}

QVariant TransferModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const bool name = index.column() < kFirstRank;
    const int to = index.column() - kFirstRank;
    if (role == Qt::TextAlignmentRole)
        return QVariant(name ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (name)
        return role == Qt::DisplayRole ? QVariant(tr("rank %1").arg(index.row())) : QVariant();
    if (role == Qt::ForegroundRole && !isEditable(index))
        return currentTheme().mutedText;
    const std::optional<Time> time =
        to == index.row() ? std::nullopt : std::optional(m_document.plan().costs.transfer.between(index.row(), to));
    const bool isBound = time && m_document.plan().costs.transfer.isAtMost(index.row(), to);
    if (role == Qt::DisplayRole)
        return isBound ? QStringLiteral("≤ %1").arg(shown(time, true)) : shown(time, true);
    if (role == Qt::EditRole)
        return exact(time, true);
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return (isBound ? tr("from rank %1 to rank %2: at most %3 %4, for no rank ever waited for a value")
                        : tr("from rank %1 to rank %2: %3 %4"))
            .arg(QString::number(index.row()), QString::number(to), shown(time, true), unitOf(true));
    return {};
}

Result<Plan> TransferModel::changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                    QString& sentence) const {
    const int to = index.column() - kFirstRank;
    sentence = tr("Set the transfer time from rank %1 to rank %2 to %3")
                   .arg(QString::number(index.row()), QString::number(to), shown(value, true));
    return setTransferBetween(m_document.plan(), index.row(), to, value);
}

HostTimesModel::HostTimesModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

QString HostTimesModel::titleOf(int column) const {
    return column == NameColumn ? tr("a rank's host") : tr("per value");
}

QString HostTimesModel::meaningOf(int column) const {
    return column == NameColumn ? tr("What it does with a value.")
                                : tr("So long it does nothing else; it is part of the op.");
}

QVariant HostTimesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    const bool sends = index.row() == 0;
    const bool name = index.column() == NameColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant(name ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (name)
        return role == Qt::DisplayRole ? QVariant(sends ? tr("sends it") : tr("receives it")) : QVariant();
    const std::optional<Time> time = m_document.plan().costs.host.*hostTimeIn(index.row());
    if (role == Qt::DisplayRole)
        return shown(time, true);
    if (role == Qt::EditRole)
        return exact(time, true);
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return (sends ? tr("busy with each value that it sends: %1 %2")
                      : tr("busy with each value that it receives: %1 %2"))
            .arg(shown(time, true), unitOf(true));
    return {};
}

Result<Plan> HostTimesModel::changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                     QString& sentence) const {
    sentence =
        (index.row() == 0 ? tr("Set the host time of sending to %1") : tr("Set the host time of receiving to %1"))
            .arg(shown(value, true));
    return setHostTime(m_document.plan(), hostTimeIn(index.row()), value);
}

TransferSheet::TransferSheet(Document& document, QWidget* parent)
    : QDialog(parent), m_table(nullptr), m_hostTimes(nullptr), m_trouble(plainLabel(this)) {
    setWindowTitle(tr("Transfer times"));
    auto* model = new TransferModel(document, this);
    m_table = makeSheet(model, tr("Transfer time of every pair of ranks"), this);
    m_table->horizontalHeader()->setDefaultSectionSize(kTimeWidth);
    m_table->setColumnWidth(0, kRankNameWidth);
    auto* words = plainLabel(tr("How long a value travels from the rank of the row to that of the column."), this);
    words->setWordWrap(true);
    auto* hosts = new HostTimesModel(document, this);
    m_hostTimes = makeSheet(hosts, tr("Host time per value"), this);
    m_hostTimes->setObjectName(QStringLiteral("hostTimes"));
    m_hostTimes->horizontalHeader()->setDefaultSectionSize(kHostTimeWidth);
    m_hostTimes->setColumnWidth(HostTimesModel::NameColumn, kHostNameWidth);
    m_hostTimes->setFixedHeight(3 * kRowHeight + 8);
    auto* hostWords = plainLabel(
        tr("How long the rank itself is busy with a value: some time with PyTorch on CPUs, none with GPUs."), this);
    hostWords->setWordWrap(true);
    m_trouble->setProperty("tone", QStringLiteral("bad"));
    m_trouble->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_table, 1);
    layout->addWidget(hostWords);
    layout->addWidget(m_hostTimes);
    layout->addWidget(m_trouble);
    for (PlanTable* table : std::initializer_list<PlanTable*>{model, hosts})
        connect(table, &PlanTable::refused, m_trouble, &QLabel::setText);
    const int seen = std::min(kMostSeen, document.schedule().ranks());
    resize(kRankNameWidth + seen * kTimeWidth + 60, 190 + (seen + 4) * kRowHeight);
}

QString TransferSheet::trouble() const { return m_trouble->text(); }

} // namespace lanewright::app
