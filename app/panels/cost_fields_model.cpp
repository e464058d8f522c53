// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/cost_fields_model.h"

#include "app/lanes/theme.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "core/base/decimal.h"

namespace lanewright::app {
namespace {

const QString kOpen = QStringLiteral("–");
constexpr int kTimeDecimals = 6;
constexpr int kMemoryDecimals = 3;

} // namespace

PlanTable::PlanTable(Document& document, QObject* parent) : QAbstractTableModel(parent), m_document(document) {
    connect(&m_document, &Document::changed, this, &PlanTable::follow);
}

void PlanTable::follow() {
    // A cell that is being edited stays open while other numbers change.
    if (rowCount() != m_rows) {
        beginResetModel();
        m_rows = rowCount();
        endResetModel();
        return;
    }
    if (m_rows > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

bool PlanTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() || !isEditable(index))
        return false;
    const auto number = numberFrom(value.toString(), index.column());
    if (!number) {
        Q_EMIT refused(sentenceOf(number.error()));
        return false;
    }
    QString sentence;
    Result<Plan> next = changed(index, *number, sentence);
    if (!next) {
        Q_EMIT refused(sentenceOf(next.error()));
        return false;
    }
    Q_EMIT refused({});
    m_document.apply(sentence, *std::move(next));
    return true;
}

Result<std::optional<std::int64_t>> PlanTable::numberFrom(const QString& text, int column) const {
    const bool time = showsTime(column);
    const Plan& plan = m_document.plan();
    return fieldFromText(withPoint(text).toStdString(), time ? scaleOf(plan.timeUnit) : scaleOf(plan.memoryUnit),
                         time ? toText(plan.timeUnit) : toText(plan.memoryUnit));
}

Qt::ItemFlags PlanTable::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && isEditable(index) ? flags | Qt::ItemIsEditable : flags;
}

QVariant PlanTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(section == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole)
        return titleOf(section);
    if (role == Qt::ToolTipRole)
        return meaningOf(section);
    return {};
}

QString PlanTable::shown(std::optional<std::int64_t> value, bool time) const {
    if (!value)
        return kOpen;
    return time ? timeText(*value, m_document.plan().timeUnit, kTimeDecimals)
                : memoryText(*value, m_document.plan().memoryUnit, kMemoryDecimals);
}

QString PlanTable::exact(std::optional<std::int64_t> value, bool time) const {
    const Plan& plan = m_document.plan();
    return value ? toQt(decimalFromTicks(*value, time ? scaleOf(plan.timeUnit) : scaleOf(plan.memoryUnit))) : QString();
}

QString PlanTable::unitOf(bool time) const {
    const Plan& plan = m_document.plan();
    if (time)
        return plan.timeUnit == TimeUnit::Unit ? tr("units") : unitText(plan.timeUnit);
    return unitText(plan.memoryUnit);
}

// ---------------------------------------------------------------------------------------------- stages

StageCostsModel::StageCostsModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

int StageCostsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(costedCopies(m_document.plan()).size());
}

int StageCostsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstField + static_cast<int>(kStageFields.size());
}

StageCopy StageCostsModel::copyAt(int row) const {
    const int stages = m_document.schedule().stages();
    return {.direction = row / stages, .stage = row % stages};
}

QString StageCostsModel::nameOf(StageField field) {
    switch (field) {
    case StageField::Forward: return QStringLiteral("F");
    case StageField::BackwardInput: return QStringLiteral("B");
    case StageField::BackwardWeight: return QStringLiteral("W");
    case StageField::Recompute: return QStringLiteral("R");
    case StageField::Overlapped: return tr("pair");
    case StageField::Optimizer: return tr("optimizer");
    case StageField::AllReduce: return tr("all-reduce");
    case StageField::MemoryForward: return tr("memory of F");
    case StageField::MemoryBackwardInput: return tr("memory of B");
    case StageField::MemoryBackwardWeight: return tr("memory of W");
    case StageField::MemoryRecompute: return tr("memory of R");
    case StageField::MemoryFixed: return tr("static memory");
    }
    return {};
}

QString StageCostsModel::titleOf(int column) const {
    if (column == StageColumn)
        return tr("stage");
    if (column == RankColumn)
        return tr("rank");
    const StageField field = fieldAt(column);
    switch (field) {
    case StageField::MemoryForward: return tr("F (%1)").arg(unitOf(false));
    case StageField::MemoryBackwardInput: return tr("B (%1)").arg(unitOf(false));
    case StageField::MemoryBackwardWeight: return tr("W (%1)").arg(unitOf(false));
    case StageField::MemoryRecompute: return tr("R (%1)").arg(unitOf(false));
    case StageField::MemoryFixed: return tr("static (%1)").arg(unitOf(false));
    case StageField::Forward:
    case StageField::BackwardInput:
    case StageField::BackwardWeight:
    case StageField::Recompute:
    case StageField::Overlapped:
    case StageField::Optimizer:
    case StageField::AllReduce: break;
    }
    return tr("%1 (%2)").arg(nameOf(field), unitOf(true));
}

QString StageCostsModel::meaningOf(int column) const {
    if (column == StageColumn)
        return tr("The part of the model.");
    if (column == RankColumn)
        return tr("Where it lives.");
    switch (fieldAt(column)) {
    case StageField::Forward: return tr("How long a forward takes.");
    case StageField::BackwardInput: return tr("How long the gradient of the input takes.");
    case StageField::BackwardWeight: return tr("How long the gradient of the weights takes, all parts together.");
    case StageField::Recompute:
        return tr("How long it takes to compute a forward again. Empty: activations are kept, there is no R.");
    case StageField::Overlapped:
        return tr("How long an overlapped pair with this F takes. Empty: as long as both one after the other.");
    case StageField::Optimizer: return tr("How long the optimizer's step takes, once per iteration.");
    case StageField::AllReduce:
        return tr("How long the gradients of twin stages take to be added, once per iteration.");
    case StageField::MemoryForward: return tr("What F allocates for a microbatch. B and W free it in proportion.");
    case StageField::MemoryBackwardInput: return tr("What B frees, 0 or negative. W frees the rest.");
    case StageField::MemoryBackwardWeight: return tr("What W frees, 0 or negative. B frees the rest.");
    case StageField::MemoryRecompute: return tr("What R allocates for a microbatch. B and W free it.");
    case StageField::MemoryFixed: return tr("Weights, gradients and optimizer state, once per copy of the stage.");
    }
    return {};
}

bool StageCostsModel::isInTable(StageField field) const {
    const MicrobatchCosts::Table& table = m_document.plan().costs.microbatches.table();
    const std::optional<OpKind> kind = timedOp(field);
    return kind && !table[static_cast<std::size_t>(*kind)].empty();
}

QString StageCostsModel::stageText(StageCopy copy) const {
    return rowCount() > m_document.schedule().stages() ? tr("%1, direction %2").arg(copy.stage).arg(copy.direction)
                                                       : QString::number(copy.stage);
}

QVariant StageCostsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const StageCopy copy = copyAt(index.row());
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == StageColumn ? Qt::AlignLeft | Qt::AlignVCenter
                                                      : Qt::AlignRight | Qt::AlignVCenter);
    const bool isInMicrobatchTable = index.column() >= FirstField && isInTable(fieldAt(index.column()));
    if (role == Qt::ToolTipRole && isInMicrobatchTable)
        return tr("A table says it of each microbatch.");
    if (role == Qt::ToolTipRole)
        return meaningOf(index.column());
    if (role == Qt::ForegroundRole && isInMicrobatchTable)
        return currentTheme().mutedText;
    if (index.column() < FirstField) {
        if (role == Qt::ForegroundRole)
            return currentTheme().mutedText;
        if (role != Qt::DisplayRole)
            return {};
        return index.column() == StageColumn
                   ? stageText(copy)
                   : QString::number(m_document.schedule().placement.rankOf(copy.direction, copy.stage));
    }
    const StageField field = fieldAt(index.column());
    const std::optional<std::int64_t> value = fieldOf(m_document.plan(), copy, field);
    if (role == Qt::DisplayRole)
        return shown(value, isTime(field));
    if (role == Qt::EditRole)
        return exact(value, isTime(field));
    if (role == Qt::AccessibleTextRole)
        return tr("stage %1, %2: %3 %4")
            .arg(stageText(copy), nameOf(field), shown(value, isTime(field)), unitOf(isTime(field)));
    if (role == Qt::ForegroundRole && (!value || *value == 0))
        return currentTheme().mutedText;
    return {};
}

Result<Plan> StageCostsModel::changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                      QString& sentence) const {
    const StageCopy copy = copyAt(index.row());
    const StageField field = fieldAt(index.column());
    sentence = tr("Set %1 of stage %2 to %3").arg(nameOf(field), stageText(copy), shown(value, isTime(field)));
    return setField(m_document.plan(), {copy}, field, value);
}

// ---------------------------------------------------------------------------------------------- ranks

RankLimitsModel::RankLimitsModel(Document& document, QObject* parent) : PlanTable(document, parent) { follow(); }

int RankLimitsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_document.schedule().ranks();
}

int RankLimitsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

bool RankLimitsModel::isEditable(const QModelIndex& index) const {
    return index.column() == LimitColumn || index.column() == DeviceColumn;
}

QString RankLimitsModel::titleOf(int column) const {
    switch (column) {
    case RankColumn: return tr("rank");
    case LimitColumn: return tr("limit (%1)").arg(unitOf(false));
    case PeakColumn: return tr("peak");
    case DeviceColumn: return tr("device");
    case TotalColumn: return tr("total");
    default: return {};
    }
}

QString RankLimitsModel::meaningOf(int column) const {
    switch (column) {
    case RankColumn: return tr("One process of the pipeline.");
    case LimitColumn: return tr("How much activation memory the rank may hold. Empty: no limit.");
    case PeakColumn: return tr("How much activation memory it holds at most in this order.");
    case DeviceColumn: return tr("How much memory its device has for everything. Empty: not known.");
    case TotalColumn: return tr("How much it needs of that: weights, staging buffers and activations.");
    default: return {};
    }
}

std::optional<Bytes> RankLimitsModel::amountAt(const QModelIndex& index) const {
    const MemoryCosts& memory = m_document.plan().memory;
    const Metrics& metrics = m_document.analysis().metrics;
    const auto rank = static_cast<std::size_t>(index.row());
    const auto of = [rank](const std::vector<Bytes>& list) {
        return rank < list.size() ? std::optional<Bytes>(list[rank]) : std::nullopt;
    };
    switch (index.column()) {
    case LimitColumn: return memory.limitOf(index.row());
    case PeakColumn: return of(metrics.peakMemory);
    case DeviceColumn: return memory.deviceOf(index.row());
    case TotalColumn: return of(metrics.totalMemory);
    default: return {};
    }
}

bool RankLimitsModel::isOver(const QModelIndex& index) const {
    const bool peak = index.column() == PeakColumn;
    if (!peak && index.column() != TotalColumn)
        return false;
    const auto most = amountAt(index.siblingAtColumn(peak ? LimitColumn : DeviceColumn));
    const auto is = amountAt(index);
    return most && is && *is > *most;
}

QVariant RankLimitsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool rank = index.column() == RankColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant(rank ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return meaningOf(index.column());
    if (role == Qt::ForegroundRole && isOver(index))
        return currentTheme().violation;
    if (role == Qt::ForegroundRole && !isEditable(index))
        return currentTheme().mutedText;
    if (rank)
        return role == Qt::DisplayRole ? QVariant(index.row()) : QVariant();
    if (role == Qt::DisplayRole)
        return shown(amountAt(index), false);
    if (role == Qt::EditRole)
        return exact(amountAt(index), false);
    if (role == Qt::AccessibleTextRole)
        return tr("rank %1, %2: %3").arg(index.row()).arg(titleOf(index.column()), shown(amountAt(index), false));
    return {};
}

Result<Plan> RankLimitsModel::changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                      QString& sentence) const {
    const bool limit = index.column() == LimitColumn;
    sentence = (limit ? tr("Set the memory limit of rank %1 to %2") : tr("Set the device memory of rank %1 to %2"))
                   .arg(QString::number(index.row()), shown(value, false));
    return limit ? setLimitOf(m_document.plan(), index.row(), value)
                 : setDeviceOf(m_document.plan(), index.row(), value);
}

} // namespace lanewright::app
