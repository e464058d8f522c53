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

namespace lanewright::app {
namespace {

constexpr int kRankNameWidth = 92;
constexpr int kTimeWidth = 68;
constexpr int kRowHeight = 30;
constexpr int kMostSeen = 12; ///< ranks that fit without scrolling

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
    if (role == Qt::DisplayRole)
        return shown(time, true);
    if (role == Qt::EditRole)
        return exact(time, true);
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return tr("from rank %1 to rank %2: %3 %4")
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

TransferSheet::TransferSheet(Document& document, QWidget* parent)
    : QDialog(parent), m_table(nullptr), m_trouble(plainLabel(this)) {
    setWindowTitle(tr("Transfer times"));
    auto* model = new TransferModel(document, this);
    m_table = makeTable(model, this);
    m_table->setProperty("role", QStringLiteral("sheet"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->setAccessibleName(tr("Transfer time of every pair of ranks"));
    m_table->horizontalHeader()->setDefaultSectionSize(kTimeWidth);
    m_table->setColumnWidth(0, kRankNameWidth);
    auto* words = plainLabel(tr("How long a value travels from the rank of the row to that of the column."), this);
    words->setWordWrap(true);
    m_trouble->setProperty("tone", QStringLiteral("bad"));
    m_trouble->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(words);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_trouble);
    connect(model, &PlanTable::refused, m_trouble, &QLabel::setText);
    const int seen = std::min(kMostSeen, document.schedule().ranks());
    resize(kRankNameWidth + seen * kTimeWidth + 60, 130 + (seen + 1) * kRowHeight);
}

QString TransferSheet::trouble() const { return m_trouble->text(); }

} // namespace lanewright::app
