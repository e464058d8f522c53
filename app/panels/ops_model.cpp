// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/ops_model.h"

#include "app/document/translate.h"
#include "app/lanes/theme.h"
#include "app/widgets/panel_text.h"
#include "core/check/unplaced.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/explain/search.h"
#include "core/explain/slack.h"
#include "core/model/text.h"

#include <QMimeData>

#include <algorithm>

namespace lanewright::app {
namespace {

const QString kMime = QStringLiteral("application/x-lanewright-ops");
const QString kNoTime = QStringLiteral("–");

LineKey keyOf(int column) {
    switch (column) {
    case OpsModel::PositionColumn: return LineKey::Position;
    case OpsModel::OpColumn:
    case OpsModel::KindColumn: return LineKey::Kind;
    case OpsModel::StageColumn: return LineKey::Stage;
    case OpsModel::MicrobatchColumn: return LineKey::Microbatch;
    case OpsModel::StartColumn: return LineKey::Start;
    case OpsModel::EndColumn: return LineKey::End;
    case OpsModel::LengthColumn: return LineKey::Length;
    case OpsModel::WaitColumn: return LineKey::Wait;
    case OpsModel::SlackColumn: return LineKey::Slack;
    default: return LineKey::Place;
    }
}

bool isIncomplete(const Document& document) {
    const std::vector<Finding>& findings = document.analysis().findings;
    return std::ranges::find(findings, "incomplete", &Finding::code) != findings.end();
}

} // namespace

OpsModel::OpsModel(Document& document, QObject* parent)
    : TableModel(parent,
                 {{RankColumn, tr("rank"), tr("Type another rank to host the stage of this op there.")},
                  {PositionColumn, tr("position"),
                   tr("Its place in the order of its rank. Type another one to move it, a dash to take it out."), true},
                  {OpColumn, tr("op")},
                  {KindColumn, tr("kind")},
                  {StageColumn, tr("stage"), {}, true},
                  {MicrobatchColumn, tr("microbatch"), {}, true},
                  {StartColumn, tr("start"), {}, true},
                  {EndColumn, tr("end"), {}, true},
                  {LengthColumn, tr("duration"), {}, true},
                  {WaitColumn, tr("wait before"), {}, true},
                  {SlackColumn, tr("slack"), {}, true}}),
      m_document(document) {
    connect(&m_document, &Document::changed, this, [this] {
        m_stale = true;
        if (m_watched)
            read();
    });
}

void OpsModel::setWatched(bool watched) {
    m_watched = watched;
    if (m_watched && m_stale)
        read();
}

void OpsModel::read() {
    m_stale = false;
    const Plan& plan = m_document.plan();
    std::vector<Op> unplaced;
    if (isIncomplete(m_document))
        unplaced = unplacedOps(plan, false);
    std::vector<OpLine> lines = opLines(plan, m_document.timeline(), unplaced);
    // Where only numbers change, the view stays where it is scrolled to, and its current cell what it is.
    const bool sameRows = m_filter.isEmpty() && lines.size() == m_lines.size();
    if (!sameRows)
        beginResetModel();
    m_lines = std::move(lines);
    m_slack.clear();
    m_latest.drop();
    if (!m_document.isLarge())
        m_slack = m_document.slack();
    else
        askSlack();
    arrange();
    if (!sameRows)
        endResetModel();
    else if (!m_shown.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
    Q_EMIT wasRead();
}

void OpsModel::askSlack() {
    m_latest.ask([plan = m_document.sharedPlan(), analysis = m_document.sharedAnalysis()](
                     const std::stop_token&) { return slackOf(*plan, analysis->timeline); },
                 [this](const std::vector<std::vector<Time>>& slack) {
                     m_slack = slack;
                     if (m_key == LineKey::Slack) {
                         Q_EMIT layoutAboutToBeChanged();
                         arrange();
                         Q_EMIT layoutChanged();
                     }
                     if (!m_shown.empty())
                         Q_EMIT dataChanged(index(0, SlackColumn), index(rowCount() - 1, SlackColumn));
                 });
}

void OpsModel::arrange() {
    m_shown = sortedLines(m_lines, m_key, m_slack);
    if (m_descends)
        std::ranges::reverse(m_shown);
    if (m_filter.trimmed().isEmpty())
        return;
    const Plan& plan = m_document.plan();
    const Result<Search> search = searchFromText(m_filter.toStdString(), plan.timeUnit);
    std::set<Op> found;
    if (search)
        for (const Op& op : findOps(*search, plan, m_document.timeline(), m_document.measured()))
            found.insert(op);
    std::erase_if(m_shown, [&](int at) { return !found.contains(m_lines[at].op); });
}

void OpsModel::sort(int column, Qt::SortOrder order) {
    Q_EMIT layoutAboutToBeChanged();
    m_key = keyOf(column);
    m_descends = order == Qt::DescendingOrder;
    arrange();
    Q_EMIT layoutChanged();
}

Result<Done> OpsModel::setFilter(const QString& words) {
    Result<Done> done = Done{};
    if (!words.trimmed().isEmpty())
        if (const Result<Search> search = searchFromText(words.toStdString(), m_document.plan().timeUnit); !search)
            done = search.error();
    beginResetModel();
    m_filter = words;
    arrange();
    endResetModel();
    return done;
}

std::vector<int> OpsModel::rowsOf(const std::set<Op>& ops) const {
    std::vector<int> rows;
    for (int row = 0; row < rowCount(); ++row)
        if (ops.contains(line(row).op))
            rows.push_back(row);
    return rows;
}

QString OpsModel::cellText(const OpLine& line, int column) const {
    const Plan& plan = m_document.plan();
    const auto time = [&](Time ticks) { return line.starts ? fixedTime(ticks, plan.timeUnit) : kNoTime; };
    switch (column) {
    case RankColumn: return QString::number(line.slot.rank);
    case PositionColumn: return line.slot.position < 0 ? kNoTime : QString::number(line.slot.position);
    case OpColumn: return opText(line.op, plan);
    case KindColumn: return kindText(line.op.kind);
    case StageColumn: return QString::number(line.op.stage);
    case MicrobatchColumn: {
        const QString number = QString::number(line.op.microbatch);
        const std::string length = m_document.lengths().label(line.op.microbatch);
        return length.empty() ? number : number + QStringLiteral(" · ") + toQt(length);
    }
    case StartColumn: return time(line.start);
    case EndColumn: return time(line.end);
    case LengthColumn: return time(line.length());
    case WaitColumn: return time(line.wait);
    case SlackColumn: {
        if (!line.starts)
            return kNoTime;
        const auto rank = static_cast<std::size_t>(line.slot.rank);
        const auto position = static_cast<std::size_t>(line.slot.position);
        // Another thread still looks at every block.
        const bool known = rank < m_slack.size() && position < m_slack[rank].size();
        return known ? time(m_slack[rank][position]) : QStringLiteral("…");
    }
    default: return {};
    }
}

QString OpsModel::sentenceOf(const OpLine& line) const {
    const Plan& plan = m_document.plan();
    const QString name = opText(line.op, plan);
    if (line.slot.position < 0)
        return tr("%1, %2, in the tray of rank %3").arg(name, kindText(line.op.kind)).arg(line.slot.rank);
    const QString where = tr("%1, %2, rank %3, position %4")
                              .arg(name, kindText(line.op.kind))
                              .arg(line.slot.rank)
                              .arg(line.slot.position);
    if (!line.starts)
        return tr("%1, can't start in this order").arg(where);
    return tr("%1, from %2 to %3, after a wait of %4")
        .arg(where, fixedTime(line.start, plan.timeUnit), fixedTimeWithUnit(line.end, plan.timeUnit),
             fixedTimeWithUnit(line.wait, plan.timeUnit));
}

QVariant OpsModel::cell(const QModelIndex& index, int role) const {
    const OpLine& each = line(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return cellText(each, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == OpColumn ? sentenceOf(each)
                                          : tr("%1 of %2: %3")
                                                .arg(titleOf(index.column()), opText(each.op, m_document.plan()),
                                                     cellText(each, index.column()));
    case Qt::ForegroundRole: return each.starts ? QVariant() : QVariant(currentTheme().mutedText);
    default: return {};
    }
}

// ---------------------------------------------------------------------------------------------- editing

Qt::ItemFlags OpsModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = TableModel::flags(index);
    if (!index.isValid())
        return isInOrder() ? flags | Qt::ItemIsDropEnabled : flags;
    if (index.column() == RankColumn || index.column() == PositionColumn)
        flags |= Qt::ItemIsEditable;
    if (isInOrder())
        flags |= Qt::ItemIsDragEnabled;
    return flags;
}

template <typename Next>
bool OpsModel::apply(const QString& text, Result<Next> next) {
    if (!next) {
        Q_EMIT refused(app::sentenceOf(next.error()));
        return false;
    }
    m_document.apply(text, *std::move(next));
    return true;
}

bool OpsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const OpLine each = line(index.row());
    const QString text = value.toString().trimmed();
    if (text == cellText(each, index.column()))
        return false;
    return index.column() == RankColumn ? setRank(each, text) : setPosition(each, text);
}

bool OpsModel::setPosition(const OpLine& line, const QString& text) {
    const QString name = opText(line.op, m_document.plan());
    const Schedule& schedule = m_document.schedule();
    if (text.isEmpty() || text == kNoTime || text == QStringLiteral("-"))
        return apply(translated(takeOutSentence({line.op}, m_document.plan().costs.weightParts)),
                     removeOp(schedule, line.op));
    bool reads = false;
    const int position = text.toInt(&reads);
    if (!reads) {
        Q_EMIT refused(tr("'%1' is no position: count the blocks of the rank from 0").arg(text));
        return false;
    }
    if (line.slot.position < 0)
        return apply(tr("Place %1 at position %2").arg(name).arg(position), insertOp(schedule, line.op, position));
    // In front of the block that stands there once this one has left.
    const int to = position > line.slot.position ? position + 1 : position;
    return apply(tr("Move %1 to position %2").arg(name).arg(position), moveBlock(schedule, line.slot, to));
}

bool OpsModel::setRank(const OpLine& line, const QString& text) {
    bool reads = false;
    const int rank = text.toInt(&reads);
    if (!reads) {
        Q_EMIT refused(tr("'%1' is no rank").arg(text));
        return false;
    }
    return apply(translated(hostSentence(line.op.stage, rank)),
                 moveStage(m_document.plan(), m_document.schedule().copyOf(line.op), rank));
}

QStringList OpsModel::mimeTypes() const { return {kMime}; }

QMimeData* OpsModel::mimeData(const QModelIndexList& indexes) const {
    QStringList words;
    for (const QModelIndex& index : indexes)
        if (index.column() == OpColumn)
            words << toQt(toText(line(index.row()).op, 2));
    auto* data = new QMimeData;
    data->setData(kMime, words.join(QLatin1Char(' ')).toUtf8());
    return data;
}

bool OpsModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int, const QModelIndex& parent) {
    if (action != Qt::MoveAction || !data->hasFormat(kMime) || !isInOrder())
        return false;
    std::set<Op> ops;
    for (const QByteArray& word : data->data(kMime).split(' '))
        if (const Result<Op> op = opFromText(word.toStdString()))
            ops.insert(*op);
    drop(ops, row >= 0 ? row : parent.isValid() ? parent.row() : rowCount());
    // The view takes nothing away: the order has changed, and the lines were read anew.
    return false;
}

bool OpsModel::drop(const std::set<Op>& ops, int row) {
    std::vector<int> positions;
    int rank = -1;
    for (const int at : rowsOf(ops)) {
        const Slot slot = line(at).slot;
        if (slot.position < 0 || (rank >= 0 && slot.rank != rank)) {
            Q_EMIT refused(tr("Drag ops of one rank that are in its order."));
            return false;
        }
        rank = slot.rank;
        if (positions.empty() || positions.back() != slot.position)
            positions.push_back(slot.position);
    }
    const auto isOurs = [&](int at) { return at >= 0 && at < rowCount() && line(at).slot.rank == rank; };
    const bool behind = !isOurs(row) || line(row).slot.position < 0;
    if (rank < 0 || (behind && !isOurs(row - 1))) {
        Q_EMIT refused(tr("Ops stay on their rank: the position changes, not the rank."));
        return false;
    }
    const int to = behind ? static_cast<int>(m_document.schedule().order[rank].size()) : line(row).slot.position;
    const int count = static_cast<int>(positions.size());
    return apply(tr("Move %n blocks of rank %1 to position %2", nullptr, count).arg(rank).arg(to),
                 moveBlocks(m_document.schedule(), rank, positions, to));
}

} // namespace lanewright::app
