// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transfer_sheet.h"

#include "app/document/plain_text.h"
#include "app/panels/cost_fields_model.h"
#include "app/panels/sheet.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

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

/// How long a value travels from each rank to each other: a row per sender, a column per receiver.
class TransferModel : public PlanTable {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::TransferModel)

public:
    static constexpr int kFirstRank = 1; ///< column; before it stands the sender

    TransferModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

private:
    int rows() const override { return m_document.schedule().ranks(); }
    int columns() const override { return kFirstRank + m_document.schedule().ranks(); }
    bool isEditable(const QModelIndex& index) const override {
        return index.column() >= kFirstRank && index.column() - kFirstRank != index.row();
    }

    QString nameAt(const QModelIndex& index) const override {
        return index.column() < kFirstRank ? tr("rank %1").arg(index.row()) : QString();
    }

    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        const int to = index.column() - kFirstRank;
        return to == index.row() ? std::nullopt
                                 : std::optional(m_document.plan().costs.transfer.between(index.row(), to));
    }

    QString textAt(const QModelIndex& index, bool exactly) const override {
        const QString text = PlanTable::textAt(index, exactly);
        return isBound(index) && !exactly ? QStringLiteral("≤ %1").arg(text) : text;
    }

    QString spokenAt(const QModelIndex& index) const override {
        return (isBound(index) ? tr("from rank %1 to rank %2: at most %3 %4, for no rank ever waited for a value")
                               : tr("from rank %1 to rank %2: %3 %4"))
            .arg(QString::number(index.row()), QString::number(index.column() - kFirstRank),
                 shown(numberAt(index), true), unitOf(true));
    }

    QString tipAt(const QModelIndex& index) const override {
        return index.column() < kFirstRank ? QString() : spokenAt(index);
    }

    bool isMuted(const QModelIndex& index) const override { return index.column() >= kFirstRank && !isEditable(index); }

    QString titleOf(int column) const override {
        return column < kFirstRank ? tr("from \\ to") : QString::number(column - kFirstRank);
    }

    QString meaningOf(int column) const override {
        return column < kFirstRank ? tr("The rank that sends.") : tr("To rank %1.").arg(column - kFirstRank);
    }

    bool showsTime(int) const override { return true; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                         QString& sentence) const override {
        const int to = index.column() - kFirstRank;
        sentence = tr("Set the transfer time from rank %1 to rank %2 to %3")
                       .arg(QString::number(index.row()), QString::number(to), shown(value, true));
        return setTransferBetween(m_document.plan(), index.row(), to, value);
    }

    /// It takes no longer; nobody knows more.
    bool isBound(const QModelIndex& index) const {
        const int to = index.column() - kFirstRank;
        return to != index.row() && m_document.plan().costs.transfer.isAtMost(index.row(), to);
    }
};

/// What a rank is busy with for each value: a row for those it sends, one for those it receives.
class HostTimesModel : public PlanTable {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::HostTimesModel)

public:
    using enum TransferSheet::HostColumn;

    HostTimesModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

protected:
    int rows() const override { return 2; }
    int columns() const override { return HostColumns; }
    QString nameAt(const QModelIndex& index) const override {
        return index.column() != NameColumn ? QString() : index.row() == 0 ? tr("sends it") : tr("receives it");
    }

    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        return m_document.plan().costs.host.*hostTimeIn(index.row());
    }

    QString spokenAt(const QModelIndex& index) const override {
        return (index.row() == 0 ? tr("busy with each value that it sends: %1 %2")
                                 : tr("busy with each value that it receives: %1 %2"))
            .arg(textAt(index, false), unitOf(true));
    }

    QString tipAt(const QModelIndex& index) const override {
        return index.column() == NameColumn ? QString() : spokenAt(index);
    }

    bool isMuted(const QModelIndex&) const override { return false; }
    bool isEditable(const QModelIndex& index) const override { return index.column() == TimeColumn; }
    QString titleOf(int column) const override { return column == NameColumn ? tr("a rank's host") : tr("per value"); }

    QString meaningOf(int column) const override {
        return column == NameColumn ? tr("What it does with a value.")
                                    : tr("So long it does nothing else; it is part of the op.");
    }

    bool showsTime(int) const override { return true; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                         QString& sentence) const override {
        sentence =
            (index.row() == 0 ? tr("Set the host time of sending to %1") : tr("Set the host time of receiving to %1"))
                .arg(shown(value, true));
        return setHostTime(m_document.plan(), hostTimeIn(index.row()), value);
    }
};

} // namespace

TransferSheet::TransferSheet(Document& document, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Transfer times"));
    auto* model = new TransferModel(document, this);
    auto* hosts = new HostTimesModel(document, this);
    auto* trouble = named(plainLabel(this), {.name = "trouble", .tone = "bad"});
    QTableView* table = makeSheet(model, "transfers", tr("Transfer time of every pair of ranks"), this);
    table->horizontalHeader()->setDefaultSectionSize(kTimeWidth);
    table->setColumnWidth(0, kRankNameWidth);
    auto* words = plainLabel(tr("How long a value travels from the rank of the row to that of the column."), this);
    QTableView* hostTimes = makeSheet(hosts, "hostTimes", tr("Host time per value"), this);
    hostTimes->horizontalHeader()->setDefaultSectionSize(kHostTimeWidth);
    hostTimes->setColumnWidth(NameColumn, kHostNameWidth);
    hostTimes->setFixedHeight(3 * kRowHeight + 8);
    auto* hostWords = plainLabel(
        tr("How long the rank itself is busy with a value: some time with PyTorch on CPUs, none with GPUs."), this);
    for (QLabel* each : {words, hostWords, trouble})
        each->setWordWrap(true);
    makeColumn(this, {.margins = kMarginsOfStyle}, {words, {table, 1}, hostWords, hostTimes, trouble});
    for (PlanTable* each : std::initializer_list<PlanTable*>{model, hosts})
        connect(each, &PlanTable::refused, trouble, &QLabel::setText);
    const int seen = std::min(kMostSeen, document.schedule().ranks());
    resize(kRankNameWidth + seen * kTimeWidth + 60, 190 + (seen + 4) * kRowHeight);
}

} // namespace lanewright::app
