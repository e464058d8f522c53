// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/transfer_sheet.h"

#include "app/document/plain_text.h"
#include "app/panels/cost_fields_model.h"
#include "app/panels/sheet.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "core/base/decimal.h"
#include "core/edit/transfer_fields.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace lanewright::app {
namespace {

constexpr int kRankNameWidth = 92;
constexpr int kTimeWidth = 96; ///< for `≤ 1.643929`
constexpr int kRowHeight = 30;
constexpr int kMostSeen = 12; ///< ranks that fit without scrolling
constexpr int kHostNameWidth = 150;
constexpr int kHostTimeWidth = 120;

Time HostTimes::*hostTimeIn(int row) { return row == 0 ? &HostTimes::send : &HostTimes::receive; }

/// A number for the way from each rank to each other: a row per sender, a column per receiver.
class WayModel : public PlanTable {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::WayModel)

public:
    using PlanTable::PlanTable;

protected:
    static constexpr int kFirstRank = 1; ///< column; before it stands the sender

    static int receiverAt(const QModelIndex& index) { return index.column() - kFirstRank; }
    int rows() const override { return m_document.schedule().ranks(); }
    int columns() const override { return kFirstRank + m_document.schedule().ranks(); }
    bool isEditable(const QModelIndex& index) const override {
        return index.column() >= kFirstRank && receiverAt(index) != index.row();
    }

    QString nameAt(const QModelIndex& index) const override {
        return index.column() < kFirstRank ? tr("rank %1").arg(index.row()) : QString();
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
};

/// How long a value travels.
class TransferModel : public WayModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::TransferModel)

public:
    TransferModel(Document& document, QObject* parent) : WayModel(document, parent) { follow(); }

private:
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        return isEditable(index)
                   ? std::optional(m_document.plan().costs.transfer.between(index.row(), receiverAt(index)))
                   : std::nullopt;
    }

    QString textAt(const QModelIndex& index, bool exactly) const override {
        const QString text = PlanTable::textAt(index, exactly);
        return isBound(index) && !exactly ? QStringLiteral("≤ %1").arg(text) : text;
    }

    QString spokenAt(const QModelIndex& index) const override {
        return (isBound(index) ? tr("from rank %1 to rank %2: at most %3 %4, for no rank ever waited for a value")
                               : tr("from rank %1 to rank %2: %3 %4"))
            .arg(QString::number(index.row()), QString::number(receiverAt(index)), shown(numberAt(index), true),
                 unitOf(true));
    }

    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                         QString& sentence) const override {
        sentence = tr("Set the transfer time from rank %1 to rank %2 to %3")
                       .arg(QString::number(index.row()), QString::number(receiverAt(index)), shown(value, true));
        return setTransferBetween(m_document.plan(), index.row(), receiverAt(index), value);
    }

    /// It takes no longer; nobody knows more.
    bool isBound(const QModelIndex& index) const {
        return isEditable(index) && m_document.plan().costs.transfer.isAtMost(index.row(), receiverAt(index));
    }
};

/// How much of the sizes of messages travels in a unit of time.
class BandwidthModel : public WayModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::BandwidthModel)

public:
    BandwidthModel(Document& document, QObject* parent) : WayModel(document, parent) { follow(); }

    QString unit() const {
        const bool isAbstract = m_document.plan().timeUnit == TimeUnit::Unit;
        return QStringLiteral("%1/%2").arg(unitOf(false), isAbstract ? tr("unit of time") : unitOf(true));
    }

private:
    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        const std::int64_t rate = m_document.plan().costs.boundary.bandwidth.between(index.row(), receiverAt(index));
        return rate > 0 ? std::optional(rate) : std::nullopt;
    }

    QString textAt(const QModelIndex& index, bool exactly) const override {
        const std::optional<std::int64_t> rate = numberAt(index);
        if (exactly)
            return rate ? exactText(*rate, scaleOf(m_document.plan().memoryUnit) * inASecond()) : QString();
        return shown(rate ? std::optional(*rate / inASecond()) : std::nullopt, false);
    }

    QString spokenAt(const QModelIndex& index) const override {
        return tr("from rank %1 to rank %2: %3 %4")
            .arg(QString::number(index.row()), QString::number(receiverAt(index)), textAt(index, false), unit());
    }

    Result<std::optional<std::int64_t>> numberFrom(const QString& text, int) const override {
        return fieldFromText(withPoint(text).toStdString(), scaleOf(m_document.plan().memoryUnit) * inASecond(),
                             unit().toStdString());
    }

    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                         QString& sentence) const override {
        const Transfers& rates = m_document.plan().costs.boundary.bandwidth;
        sentence = rates.matrix.empty() && (!value || rates.every == 0)
                       ? tr("Set the bandwidth of every pair of ranks")
                       : tr("Set the bandwidth from rank %1 to rank %2")
                             .arg(QString::number(index.row()), QString::number(receiverAt(index)));
        return setBandwidthBetween(m_document.plan(), index.row(), receiverAt(index), value);
    }

    /// Units of time.
    std::int64_t inASecond() const { return scaleOf(TimeUnit::S) / scaleOf(m_document.plan().timeUnit); }
};

/// What messages take that differ from boundary to boundary.
class BoundaryModel : public PlanTable {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::BoundaryModel)

public:
    using enum BoundarySheet::Column;

    BoundaryModel(Document& document, QObject* parent)
        : PlanTable(
              document, parent,
              {{StagesColumn, tr("boundary"), tr("Between two stages that follow each other.")},
               {TimeColumn, tr("time (%1)"), tr("What its messages take on top of the transfer of their ranks.")},
               {SizeColumn, tr("size (%1)"), tr("How large a message is. It takes time where there is a bandwidth.")},
               {TravelColumn, tr("in all (%1)"),
                tr("How long a message is on its way at most, transfer included; on one rank no time.")}}) {
        follow();
    }

private:
    static auto listAt(int column) { return column == TimeColumn ? &Boundaries::time : &Boundaries::size; }

    int rows() const override { return std::max(0, m_document.schedule().stages() - 1); }
    bool isEditable(const QModelIndex& index) const override {
        return index.column() == TimeColumn || index.column() == SizeColumn;
    }

    QString nameAt(const QModelIndex& index) const override {
        return index.column() == StagesColumn ? QStringLiteral("%1 – %2").arg(index.row()).arg(index.row() + 1)
                                              : QString();
    }

    std::optional<std::int64_t> numberAt(const QModelIndex& index) const override {
        const Plan& plan = m_document.plan();
        if (index.column() == TravelColumn)
            return longestOver(plan, index.row());
        const std::vector<std::int64_t>& list = plan.costs.boundary.*listAt(index.column());
        return list.empty() ? std::nullopt : std::optional(list[static_cast<std::size_t>(index.row())]);
    }

    static Time longestOver(const Plan& plan, int boundary) {
        Time longest = 0;
        const Placement& placement = plan.schedule.placement;
        for (int direction = 0; direction < static_cast<int>(placement.directions.size()); ++direction) {
            const int upper = placement.rankOf(direction, boundary);
            const int lower = placement.rankOf(direction, boundary + 1);
            longest = std::max(
                {longest, plan.costs.between(boundary, upper, lower), plan.costs.between(boundary, lower, upper)});
        }
        return longest;
    }

    QString spokenAt(const QModelIndex& index) const override {
        return tr("between stages %1 and %2, %3: %4")
            .arg(QString::number(index.row()), QString::number(index.row() + 1), titleOf(index.column()),
                 textAt(index, false));
    }

    QString titleOf(int column) const override {
        const QString title = TableModel::titleOf(column);
        return column == StagesColumn ? title : title.arg(unitOf(showsTime(column)));
    }

    bool showsTime(int column) const override { return column != SizeColumn; }
    Result<Plan> changed(const QModelIndex& index, std::optional<std::int64_t> value,
                         QString& sentence) const override {
        const bool time = index.column() == TimeColumn;
        sentence = (time ? tr("Set the time of messages between stages %1 and %2 to %3")
                         : tr("Set the size of messages between stages %1 and %2 to %3"))
                       .arg(QString::number(index.row()), QString::number(index.row() + 1), shown(value, time));
        return setBoundary(m_document.plan(), listAt(index.column()), index.row(), value);
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
    auto* trouble = named(makeParagraph(nullptr, {}, this), {.name = "trouble", .tone = "bad"});
    QTableView* table = makeSheet(model, "transfers", tr("Transfer time of every pair of ranks"), this);
    table->horizontalHeader()->setDefaultSectionSize(kTimeWidth);
    table->setColumnWidth(0, kRankNameWidth);
    auto* words =
        makeParagraph(nullptr, tr("How long a value travels from the rank of the row to that of the column."), this);
    QTableView* hostTimes = makeSheet(hosts, "hostTimes", tr("Host time per value"), this);
    hostTimes->horizontalHeader()->setDefaultSectionSize(kHostTimeWidth);
    hostTimes->setColumnWidth(NameColumn, kHostNameWidth);
    hostTimes->setFixedHeight(3 * kRowHeight + 8);
    auto* hostWords = makeParagraph(
        nullptr, tr("How long the rank itself is busy with a value: some time with PyTorch on CPUs, none with GPUs."),
        this);
    makeColumn(this, {.margins = kMarginsOfStyle}, {words, {table, 1}, hostWords, hostTimes, trouble});
    for (PlanTable* each : std::initializer_list<PlanTable*>{model, hosts})
        connect(each, &PlanTable::refused, trouble, &QLabel::setText);
    const int seen = std::min(kMostSeen, document.schedule().ranks());
    resize(kRankNameWidth + seen * kTimeWidth + 60, 190 + (seen + 4) * kRowHeight);
}

BoundarySheet::BoundarySheet(Document& document, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Stage boundaries"));
    auto* model = new BoundaryModel(document, this);
    auto* bandwidths = new BandwidthModel(document, this);
    auto* trouble = named(makeParagraph(nullptr, {}, this), {.name = "trouble", .tone = "bad"});
    QTableView* table = makeSheet(model, "boundaries", tr("Messages over every stage boundary"), this);
    table->horizontalHeader()->setDefaultSectionSize(kHostTimeWidth);
    fitHeaders(table);
    QTableView* ways = makeSheet(bandwidths, "bandwidths", tr("Bandwidth of every pair of ranks"), this);
    ways->horizontalHeader()->setDefaultSectionSize(kTimeWidth);
    ways->setColumnWidth(0, kRankNameWidth);
    auto* words =
        makeParagraph(nullptr,
                      tr("Messages may differ from one stage boundary to the next, as where a stage hands on more "
                         "than it took. A time counts as it stands, a size by the bandwidth below."),
                      this);
    auto* wayWords = makeParagraph(
        nullptr,
        tr("How much travels from the rank of the row to that of the column, in %1. The first number is that of "
           "all pairs; without any, sizes take no time.")
            .arg(bandwidths->unit()),
        this);
    makeColumn(this, {.margins = kMarginsOfStyle}, {words, {table, 1}, wayWords, {ways, 1}, trouble});
    for (PlanTable* each : std::initializer_list<PlanTable*>{model, bandwidths})
        connect(each, &PlanTable::refused, trouble, &QLabel::setText);
    resize(4 * kHostTimeWidth + 80, 560);
}

} // namespace lanewright::app
