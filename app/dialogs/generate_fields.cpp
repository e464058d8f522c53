// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/generate_fields.h"

#include "app/dialogs/lengths_fields.h"
#include "app/document/plain_text.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "core/base/choice_named.h"
#include "core/edit/cost_fields.h"
#include "core/edit/limits_text.h"
#include "core/generate/empty_board.h"
#include "core/generate/problem.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewright::app {
namespace {

Time ticksOf(const QDoubleSpinBox& box, TimeUnit unit) {
    return static_cast<Time>(std::llround(box.value() * static_cast<double>(scaleOf(unit))));
}

double unitsOf(Time time, TimeUnit unit) { return static_cast<double>(time) / static_cast<double>(scaleOf(unit)); }

/// True when the plan's costs and memory are those of equal stages, which a few fields can say.
bool isUniform(const Plan& plan) {
    for (const auto& direction : plan.costs.stages)
        for (const StageCosts& each : direction)
            if (!(each == plan.costs.stages.front().front()))
                return false;
    for (const auto& direction : plan.memory.stages)
        for (const StageMemory& each : direction)
            if (!(each == plan.memory.stages.front().front()))
                return false;
    return plan.costs.transfer.matrix.empty() && plan.costs.boundary.areNone() && plan.costs.host.areNone() &&
           !plan.memory.receiveBuffers && !plan.memory.sendBuffers;
}

bool hasStages(const Plan& plan) {
    return plan.schedule.ranks() > 0 && !plan.costs.stages.empty() && !plan.costs.stages.front().empty();
}

/// What a plan of equal stages was made of.
UniformProblem uniformOf(const Plan& plan) {
    const int chunks = std::max(1, plan.schedule.stages() / plan.schedule.ranks());
    const StageCosts& each = plan.costs.stages.front().front();
    UniformProblem numbers{.ranks = plan.schedule.ranks(),
                           .microbatches = plan.schedule.microbatches,
                           .chunks = chunks,
                           .timeUnit = plan.timeUnit,
                           .forward = each.forward * chunks,
                           .backwardInput = each.backwardInput * chunks,
                           .backwardWeight = each.backwardWeight * chunks,
                           .transfer = plan.costs.transfer.every,
                           .weightParts = plan.costs.weightParts};
    if (each.overlapped)
        numbers.overlapped = *each.overlapped * chunks;
    return numbers;
}

/// The shape of a plan of unequal stages, with the mean costs of its ranks.
UniformProblem meanOf(const Plan& plan) {
    const int ranks = plan.schedule.ranks();
    UniformProblem numbers{.ranks = ranks,
                           .microbatches = plan.schedule.microbatches,
                           .chunks = std::max(1, plan.schedule.stages() / ranks),
                           .timeUnit = plan.timeUnit,
                           .forward = 0,
                           .backwardInput = 0,
                           .backwardWeight = 0,
                           .transfer = longestTransfer(plan.costs.transfer),
                           .weightParts = plan.costs.weightParts};
    for (const StageCosts& each : plan.costs.stages.front()) {
        numbers.forward += each.forward;
        numbers.backwardInput += each.backwardInput;
        numbers.backwardWeight += each.backwardWeight;
    }
    for (Time* sum : {&numbers.forward, &numbers.backwardInput, &numbers.backwardWeight})
        *sum /= ranks;
    return numbers;
}

QString nameOf(BoardShape shape) {
    switch (shape) {
    case BoardShape::OneChunk: return GenerateFields::tr("Chain");
    case BoardShape::Loop: return GenerateFields::tr("Loop");
    case BoardShape::V: return GenerateFields::tr("V, down the ranks and back up");
    case BoardShape::TwoWays: return GenerateFields::tr("Two directions");
    }
    return {};
}

constexpr CellSpacing kBetweenFields{.across = 10, .down = 7};

} // namespace

GenerateFields::GenerateFields(const Document& present, QWidget* parent) : QWidget(parent), m_present(present) {
    m_ownCosts = new QCheckBox(tr("Keep this schedule's stages, costs and memory"), this);
    buildProblem();
    m_lengths = new LengthsFields(present, this);
    connect(m_lengths, &LengthsFields::changed, this, &GenerateFields::changed);
    QWidget* choices = buildChoices();
    makeColumn(this, {.between = 8}, {m_ownCosts, m_equal, m_lengths, choices});
    whenChanged({m_ownCosts}, this, &GenerateFields::refresh);
    whenChanged({m_ranks, m_microbatches, m_forward, m_backward, m_weight, m_transfer, m_unit, m_weightParts, m_chunks,
                 m_pair, m_objective, m_group, m_limits},
                this, &GenerateFields::changed);
    connect(m_placement, &QComboBox::editTextChanged, this, [this] {
        showChunksOfBoard();
        Q_EMIT changed();
    });
    fillFrom(present.plan());
    refresh();
}

QDoubleSpinBox* GenerateFields::makeTime() {
    auto* box = new NumberBox(this);
    box->setDecimals(3);
    box->setRange(0, 1e6);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

void GenerateFields::place(QGridLayout& grid, int row, int column, const QString& name, QWidget* field) {
    auto* label = plainLabel(name, this);
    label->setBuddy(field);
    grid.addWidget(label, row, 2 * column);
    grid.addWidget(field, row, 2 * column + 1);
    m_labels.emplace_back(field, label);
}

void GenerateFields::setShown(QWidget* field, bool shown) {
    field->setVisible(shown);
    for (const auto& [owner, label] : m_labels)
        if (owner == field)
            label->setVisible(shown);
}

void GenerateFields::buildProblem() {
    m_equal = new QWidget(this);
    m_ranks = named(makeSpin(1, 256, this), "ranks");
    m_microbatches = named(makeSpin(1, 4096, this), "microbatches");
    m_chunks = makeSpin(1, 64, this);
    m_weightParts = named(makeSpin(1, 64, this), {.tip = tr("Into how many parts each W is cut, by its weight "
                                                            "tensors: small parts fill small waits.")});
    m_unit = withEach(new QComboBox(this), std::array{TimeUnit::Ms, TimeUnit::Us, TimeUnit::S, TimeUnit::Unit},
                      [](TimeUnit unit) { return unit == TimeUnit::Unit ? tr("units") : unitText(unit); });
    m_forward = makeTime();
    m_backward = makeTime();
    m_weight = makeTime();
    m_transfer = makeTime();
    m_pair = makeTime();
    m_pair->setSpecialValueText(tr("sum"));
    m_pair->setToolTip(tr("How long an overlapped pair of F and BW of a whole rank takes. 0: as long as both one after "
                          "the other. Measure it: the gain depends on what the two can hide of each other."));
    QGridLayout& grid = *makeGrid(m_equal, kBetweenFields);
    for (const int column : {1, 3})
        grid.setColumnStretch(column, 1);
    place(grid, 0, 0, tr("Ranks"), m_ranks);
    place(grid, 0, 1, tr("Microb."), m_microbatches);
    place(grid, 1, 0, tr("F"), m_forward);
    place(grid, 1, 1, tr("B"), m_backward);
    place(grid, 2, 0, tr("W"), m_weight);
    place(grid, 2, 1, tr("Transfer"), m_transfer);
    place(grid, 3, 0, tr("Unit"), m_unit);
    place(grid, 3, 1, tr("W parts"), m_weightParts);
    place(grid, 4, 0, tr("Chunks"), m_chunks);
    place(grid, 5, 0, tr("Pair"), m_pair);
}

QWidget* GenerateFields::buildChoices() {
    auto* box = new QWidget(this);
    m_placement =
        named(withEach(new QComboBox(box), kBoardShapes, nameOf),
              {.name = "placement",
               .tip = tr("How the stages lie on the ranks. Or the rank of each stage, such as 0, 1, 1, 0, with a "
                         "second direction behind a ;.")});
    m_placement->setEditable(true);
    m_placement->setInsertPolicy(QComboBox::NoInsert);
    m_objective = named(withEach(new QComboBox(box), kObjectives, objectiveText),
                        {.name = "objective", .tip = tr("The number that the method makes small.")});
    choose(m_objective, Choices{}.objective);
    m_group = named(makeSpin(0, 4096, this), {.name = "group",
                                              .tip = tr("So many microbatches pass a chunk one after the other before "
                                                        "the next chunk has its turn.")});
    m_group->setSpecialValueText(tr("as many as ranks"));
    m_limits = named(new QLineEdit(box), "limits");
    QGridLayout& grid = *makeGrid(box, kBetweenFields);
    grid.setColumnStretch(1, 1);
    place(grid, 0, 0, tr("Placement"), m_placement);
    place(grid, 1, 0, tr("Make small"), m_objective);
    place(grid, 2, 0, tr("Group"), m_group);
    place(grid, 3, 0, tr("Memory limit"), m_limits);
    return box;
}

void GenerateFields::fillFrom(const Plan& plan) {
    const bool hasAny = hasStages(plan);
    const bool isUnequal = hasAny && !isUniform(plan);
    const UniformProblem numbers = !hasAny     ? UniformProblem{.timeUnit = TimeUnit::Ms}
                                   : isUnequal ? meanOf(plan)
                                               : uniformOf(plan);
    m_ownCosts->setVisible(hasAny);
    m_ownCosts->setChecked(isUnequal);
    m_ranks->setValue(numbers.ranks);
    m_microbatches->setValue(numbers.microbatches);
    m_chunks->setValue(numbers.chunks);
    m_weightParts->setValue(numbers.weightParts);
    choose(m_unit, numbers.timeUnit);
    m_forward->setValue(unitsOf(numbers.forward, numbers.timeUnit));
    m_backward->setValue(unitsOf(numbers.backwardInput, numbers.timeUnit));
    m_weight->setValue(unitsOf(numbers.backwardWeight, numbers.timeUnit));
    m_transfer->setValue(unitsOf(numbers.transfer, numbers.timeUnit));
    m_pair->setValue(unitsOf(numbers.overlapped.value_or(0), numbers.timeUnit));
}

void GenerateFields::suit(const Generator& generator, bool pairs) {
    m_takesObjective = generator.takesObjective;
    m_takesGroup = generator.takesGroup;
    if (generator.takesChunks && m_chunks->value() == 1) {
        const QSignalBlocker quiet(m_chunks);
        m_chunks->setValue(2);
    }
    setShown(m_placement, false);
    setShown(m_objective, generator.takesObjective);
    setShown(m_group, generator.takesGroup);
    setShown(m_chunks, generator.takesChunks);
    setShown(m_weightParts, generator.splitsBackward);
    setShown(m_pair, pairs);
}

void GenerateFields::suitBoard() {
    m_takesObjective = m_takesGroup = false;
    setShown(m_placement, true);
    setShown(m_objective, false);
    setShown(m_group, false);
    setShown(m_weightParts, true);
    setShown(m_pair, true);
    showChunksOfBoard();
}

std::string GenerateFields::placementWords() const {
    const QString typed = m_placement->currentText();
    const int row = m_placement->findText(typed);
    return row >= 0 ? std::string{toText(static_cast<BoardShape>(m_placement->itemData(row).toInt()))}
                    : typed.trimmed().toStdString();
}

void GenerateFields::showChunksOfBoard() {
    if (m_placement->isHidden())
        return;
    const std::optional<BoardShape> shape = choiceNamed(placementWords(), kBoardShapes);
    const bool hasChunks = shape && takesChunks(*shape);
    if (hasChunks && m_chunks->value() == 1) {
        const QSignalBlocker quiet(m_chunks);
        m_chunks->setValue(2);
    }
    setShown(m_chunks, hasChunks);
}

Result<Placement> GenerateFields::placement() const {
    const int ranks = m_ownCosts->isChecked() ? m_present.plan().schedule.ranks() : m_ranks->value();
    return placementFromText(placementWords(), ranks, m_chunks->isHidden() ? 1 : m_chunks->value());
}

Choices GenerateFields::choices() const {
    Choices choices;
    if (m_takesObjective)
        choices.objective = chosen<Objective>(m_objective);
    if (m_takesGroup && m_group->value() > 0)
        choices.group = m_group->value();
    return choices;
}

bool GenerateFields::isFresh() const { return !m_ownCosts->isChecked(); }

Result<Plan> GenerateFields::problem() const {
    Result<Plan> plan = m_ownCosts->isChecked() ? Result<Plan>(m_present.plan()) : equalStages();
    if (!plan)
        return plan;
    plan->schedule.order.clear();
    plan = m_lengths->applied(*std::move(plan));
    if (!plan)
        return plan;
    if (m_limits->text().trimmed().isEmpty())
        return plan;
    auto wanted = memoryLimitsFromText(m_limits->text().toStdString(), plan->schedule.ranks(), plan->memoryUnit);
    if (!wanted)
        return wanted.error();
    plan->memory.limit = *std::move(wanted);
    return plan;
}

Result<Plan> GenerateFields::equalStages() const {
    const auto unit = chosen<TimeUnit>(m_unit);
    UniformProblem numbers{.ranks = m_ranks->value(),
                           .microbatches = m_microbatches->value(),
                           .chunks = m_chunks->isHidden() ? 1 : m_chunks->value(),
                           .timeUnit = unit,
                           .forward = ticksOf(*m_forward, unit),
                           .backwardInput = ticksOf(*m_backward, unit),
                           .backwardWeight = ticksOf(*m_weight, unit),
                           .transfer = ticksOf(*m_transfer, unit)};
    if (!m_weightParts->isHidden())
        numbers.weightParts = m_weightParts->value();
    if (!m_pair->isHidden() && m_pair->value() > 0)
        numbers.overlapped = ticksOf(*m_pair, unit);
    Result<Plan> plan = problemOf(numbers);
    if (plan)
        plan->model = m_present.plan().model;
    if (plan && plan->model)
        plan->model = withoutCut(*std::move(plan->model));
    return plan;
}

void GenerateFields::refresh() {
    const bool own = m_ownCosts->isChecked();
    m_equal->setEnabled(!own);
    m_equal->setToolTip(own ? tr("Of unequal stages these are the means of a rank; what each costs is in Costs (F6).")
                            : QString());
    m_limits->setPlaceholderText(own && !m_present.plan().memory.limit.empty() ? tr("as they are, or 4, or 4, 4, 3, 3")
                                                                               : tr("none, or 4, or 4, 4, 3, 3"));
    const MemoryUnit unit = own ? m_present.plan().memoryUnit : MemoryUnit::Unit;
    m_limits->setToolTip(unit == MemoryUnit::Unit
                             ? tr("On the activations of each rank; one unit is what F of a whole rank takes. One "
                                  "number for all ranks, or one per rank.")
                             : tr("On the activations of each rank, in %1. One number for all ranks, or one per rank.")
                                   .arg(unitText(unit)));
    Q_EMIT changed();
}

} // namespace lanewright::app
