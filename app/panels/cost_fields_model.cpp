// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/cost_fields_model.h"

#include "app/lanes/theme.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "core/base/decimal.h"

#include <algorithm>
#include <array>

namespace lanewright::app {
namespace {

const QString kOpen = QStringLiteral("–");
constexpr int kTimeDecimals = 6;
constexpr int kMemoryDecimals = 3;

} // namespace

PlanTable::PlanTable(Document& document, QObject* parent, std::vector<Heading> headings)
    : TableModel(parent, std::move(headings)), m_document(document) {
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
    QString sentence;
    Result<Plan> next = number ? changed(index, *number, sentence) : Result<Plan>(number.error());
    Q_EMIT refused(next ? QString() : sentenceOf(next.error()));
    if (!next)
        return false;
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
    const Qt::ItemFlags flags = TableModel::flags(index);
    return index.isValid() && isEditable(index) ? flags | Qt::ItemIsEditable : flags;
}

QVariant PlanTable::cell(const QModelIndex& index, int role) const {
    if (role == Qt::ForegroundRole)
        return isMuted(index) ? QVariant(currentTheme().mutedText) : QVariant();
    if (role == Qt::ToolTipRole)
        return tipAt(index);
    if (const QString name = nameAt(index); !name.isEmpty())
        return role == Qt::DisplayRole ? name : QVariant();
    switch (role) {
    case Qt::DisplayRole: return textAt(index, false);
    case Qt::EditRole: return textAt(index, true);
    case Qt::AccessibleTextRole: return spokenAt(index);
    default: return {};
    }
}

QString PlanTable::textAt(const QModelIndex& index, bool exactly) const {
    const bool time = showsTime(index.column());
    return exactly ? exact(numberAt(index), time) : shown(numberAt(index), time);
}

QString PlanTable::shown(std::optional<std::int64_t> value, bool time) const {
    if (!value)
        return kOpen;
    return time ? timeText(*value, m_document.plan().timeUnit, kTimeDecimals)
                : memoryText(*value, m_document.plan().memoryUnit, kMemoryDecimals);
}

QString PlanTable::exact(std::optional<std::int64_t> value, bool time) const {
    const Plan& plan = m_document.plan();
    return value ? exactText(*value, time ? scaleOf(plan.timeUnit) : scaleOf(plan.memoryUnit)) : QString();
}

QString PlanTable::unitOf(bool time) const {
    const Plan& plan = m_document.plan();
    if (time)
        return plan.timeUnit == TimeUnit::Unit ? tr("units") : unitText(plan.timeUnit);
    return unitText(plan.memoryUnit);
}

// ---------------------------------------------------------------------------------------------- stages

StageCopy StageCostsModel::copyAt(int row) const {
    const int stages = m_document.schedule().stages();
    return {.direction = row / stages, .stage = row % stages};
}

const StageCostsModel::FieldWords& StageCostsModel::wordsOf(StageField field) {
    static constexpr std::array kWords = {
        FieldWords{StageField::Forward, "F", "F", QT_TR_NOOP("How long a forward takes.")},
        FieldWords{StageField::BackwardInput, "B", "B", QT_TR_NOOP("How long the gradient of the input takes.")},
        FieldWords{StageField::BackwardWeight, "W", "W",
                   QT_TR_NOOP("How long the gradient of the weights takes, all parts together.")},
        FieldWords{
            StageField::Recompute, "R", "R",
            QT_TR_NOOP("How long it takes to compute a forward again. Empty: activations are kept, there is no R.")},
        FieldWords{
            StageField::Overlapped, QT_TR_NOOP("pair"), QT_TR_NOOP("pair"),
            QT_TR_NOOP("How long an overlapped pair with this F takes. Empty: as long as both one after the other.")},
        FieldWords{StageField::Optimizer, QT_TR_NOOP("optimizer"), QT_TR_NOOP("optimizer"),
                   QT_TR_NOOP("How long the optimizer's step takes, once per iteration.")},
        FieldWords{StageField::AllReduce, QT_TR_NOOP("all-reduce"), QT_TR_NOOP("all-reduce"),
                   QT_TR_NOOP("How long the gradients of twin stages take to be added, once per iteration.")},
        FieldWords{StageField::MemoryForward, QT_TR_NOOP("memory of F"), "F",
                   QT_TR_NOOP("What F allocates for a microbatch. B and W free it in proportion.")},
        FieldWords{StageField::MemoryBackwardInput, QT_TR_NOOP("memory of B"), "B",
                   QT_TR_NOOP("What B frees, 0 or negative. W frees the rest.")},
        FieldWords{StageField::MemoryBackwardWeight, QT_TR_NOOP("memory of W"), "W",
                   QT_TR_NOOP("What W frees, 0 or negative. B frees the rest.")},
        FieldWords{StageField::MemoryRecompute, QT_TR_NOOP("memory of R"), "R",
                   QT_TR_NOOP("What R allocates for a microbatch. B and W free it.")},
        FieldWords{StageField::MemoryFixed, QT_TR_NOOP("static memory"), QT_TR_NOOP("static"),
                   QT_TR_NOOP("Weights, gradients and optimizer state, once per copy of the stage.")}};
    static_assert(std::ranges::equal(kWords, kStageFields, {}, &FieldWords::field));
    return *std::ranges::find(kWords, field, &FieldWords::field);
}

QString StageCostsModel::titleOf(int column) const {
    if (column < FirstField)
        return column == StageColumn ? tr("stage") : tr("rank");
    return tr("%1 (%2)").arg(tr(wordsOf(fieldAt(column)).title), unitOf(showsTime(column)));
}

QString StageCostsModel::meaningOf(int column) const {
    if (column < FirstField)
        return column == StageColumn ? tr("The part of the model.") : tr("Where it lives.");
    return tr(wordsOf(fieldAt(column)).meaning);
}

bool StageCostsModel::isInTable(int column) const {
    const MicrobatchCosts::Table& table = m_document.plan().costs.microbatches.table();
    const std::optional<OpKind> kind = column < FirstField ? std::nullopt : timedOp(fieldAt(column));
    return kind && !table[static_cast<std::size_t>(*kind)].empty();
}

QString StageCostsModel::stageText(StageCopy copy) const {
    return rowCount() > m_document.schedule().stages() ? tr("%1, direction %2").arg(copy.stage).arg(copy.direction)
                                                       : QString::number(copy.stage);
}

QString StageCostsModel::nameAt(const QModelIndex& index) const {
    const StageCopy copy = copyAt(index.row());
    return index.column() == StageColumn ? stageText(copy)
           : index.column() == RankColumn
               ? QString::number(m_document.schedule().placement.rankOf(copy.direction, copy.stage))
               : QString();
}

QString StageCostsModel::spokenAt(const QModelIndex& index) const {
    return tr("stage %1, %2: %3 %4")
        .arg(stageText(copyAt(index.row())), nameOf(fieldAt(index.column())), textAt(index, false),
             unitOf(showsTime(index.column())));
}

Result<Plan> StageCostsModel::changed(const QModelIndex& index, std::optional<std::int64_t> value,
                                      QString& sentence) const {
    const StageCopy copy = copyAt(index.row());
    const StageField field = fieldAt(index.column());
    sentence = tr("Set %1 of stage %2 to %3").arg(nameOf(field), stageText(copy), shown(value, isTime(field)));
    return setField(m_document.plan(), {copy}, field, value);
}

// ---------------------------------------------------------------------------------------------- ranks

RankLimitsModel::RankLimitsModel(Document& document, QObject* parent)
    : PlanTable(
          document, parent,
          {{RankColumn, tr("rank"), tr("One process of the pipeline.")},
           {LimitColumn, tr("limit (%1)"), tr("How much activation memory the rank may hold. Empty: no limit.")},
           {PeakColumn, tr("peak"), tr("How much activation memory it holds at most in this order.")},
           {DeviceColumn, tr("device"), tr("How much memory its device has for everything. Empty: not known.")},
           {TotalColumn, tr("total"), tr("How much it needs of that: weights, staging buffers and activations.")}}) {
    follow();
}

std::optional<std::int64_t> RankLimitsModel::numberAt(const QModelIndex& index) const {
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
    const auto most = numberAt(index.siblingAtColumn(peak ? LimitColumn : DeviceColumn));
    const auto is = numberAt(index);
    return most && is && *is > *most;
}

QVariant RankLimitsModel::cell(const QModelIndex& index, int role) const {
    return role == Qt::ForegroundRole && isOver(index) ? currentTheme().violation : PlanTable::cell(index, role);
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
