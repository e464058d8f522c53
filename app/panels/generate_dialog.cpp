// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/generate_dialog.h"

#include "app/panels/numbers_strip.h"
#include "app/panels/words.h"
#include "app/timeline/timeline_view.h"
#include "core/generate/problem.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QThreadPool>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lanewright {
namespace {

constexpr int kWaitMs = 120;

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
    return plan.costs.transfer.matrix.empty() && plan.costs.weightParts == 1;
}

QDoubleSpinBox* makeAmount(QWidget* parent, double most) {
    auto* box = new QDoubleSpinBox(parent);
    box->setDecimals(3);
    box->setRange(0, most);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    return box;
}

} // namespace

GenerateDialog::GenerateDialog(const Document& present, QWidget* parent) : QDialog(parent), m_present(present) {
    setWindowTitle(tr("Generate a schedule"));
    setObjectName(QStringLiteral("generateDialog"));
    resize(1240, 800);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(20);
    auto* left = new QWidget(this);
    left->setFixedWidth(330);
    buildList(left);
    columns->addWidget(left);
    columns->addWidget(buildPreview(), 1);
    auto* buttons = new QDialogButtonBox(this);
    m_replace = new QPushButton(tr("Replace the schedule"), buttons);
    m_replace->setObjectName(QStringLiteral("primary"));
    buttons->addButton(m_replace, QDialogButtonBox::AcceptRole);
    m_new = buttons->addButton(tr("Open in a new window"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(columns, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_replace, &QPushButton::clicked, this, [this] { finish(false); });
    connect(m_new, &QPushButton::clicked, this, [this] { finish(true); });
    m_wait.setSingleShot(true);
    m_wait.setInterval(kWaitMs);
    connect(&m_wait, &QTimer::timeout, this, &GenerateDialog::startPreview);
    fillFrom(present.plan());
    m_list->setCurrentRow(0);
    changed();
}

void GenerateDialog::buildList(QWidget* parent) {
    auto* layout = new QVBoxLayout(parent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_list = new QListWidget(parent);
    m_list->setObjectName(QStringLiteral("generators"));
    for (const Generator& generator : generators()) {
        auto* item = new QListWidgetItem(toQt(generator.title), m_list);
        item->setData(Qt::UserRole, toQt(generator.name));
        item->setToolTip(toQt(generator.summary));
    }
    m_about = new QLabel(parent);
    m_about->setProperty("role", QStringLiteral("body"));
    m_about->setWordWrap(true);
    m_about->setAlignment(Qt::AlignTop);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_about);
    layout->addWidget(buildFields());
    connect(m_list, &QListWidget::currentRowChanged, this, &GenerateDialog::changed);
}

QWidget* GenerateDialog::buildFields() {
    auto* box = new QWidget(this);
    auto* all = new QVBoxLayout(box);
    all->setContentsMargins(0, 0, 0, 0);
    m_ownCosts = new QCheckBox(tr("Keep this schedule's stages, costs and memory"), box);
    all->addWidget(m_ownCosts);
    m_equal = new QWidget(box);
    auto* form = new QFormLayout(m_equal);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(14);
    const auto spin = [this](int least, int most) {
        auto* each = new QSpinBox(m_equal);
        each->setRange(least, most);
        connect(each, &QSpinBox::valueChanged, this, &GenerateDialog::changed);
        return each;
    };
    m_ranks = spin(1, 256);
    m_microbatches = spin(1, 4096);
    m_chunks = spin(1, 64);
    m_unit = new QComboBox(m_equal);
    for (const TimeUnit unit : {TimeUnit::Ms, TimeUnit::Us, TimeUnit::S, TimeUnit::Unit})
        m_unit->addItem(unit == TimeUnit::Unit ? tr("units") : unitText(unit), static_cast<int>(unit));
    m_forward = makeAmount(m_equal, 1e6);
    m_backward = makeAmount(m_equal, 1e6);
    m_weight = makeAmount(m_equal, 1e6);
    m_transfer = makeAmount(m_equal, 1e6);
    m_limit = makeAmount(m_equal, 1e9);
    m_limited = new QCheckBox(tr("Memory limit"), m_equal);
    m_limited->setToolTip(tr("On the activations of each rank; F of a whole rank takes one unit."));
    form->addRow(tr("Ranks"), m_ranks);
    form->addRow(tr("Microbatches"), m_microbatches);
    form->addRow(tr("Chunks per rank"), m_chunks);
    form->addRow(tr("Time unit"), m_unit);
    form->addRow(tr("F"), m_forward);
    form->addRow(tr("B"), m_backward);
    form->addRow(tr("W"), m_weight);
    form->addRow(tr("Transfer"), m_transfer);
    form->addRow(m_limited, m_limit);
    all->addWidget(m_equal);
    for (QDoubleSpinBox* each : {m_forward, m_backward, m_weight, m_transfer, m_limit})
        connect(each, &QDoubleSpinBox::valueChanged, this, &GenerateDialog::changed);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &GenerateDialog::changed);
    connect(m_limited, &QCheckBox::toggled, this, &GenerateDialog::changed);
    connect(m_ownCosts, &QCheckBox::toggled, this, &GenerateDialog::changed);
    return box;
}

QWidget* GenerateDialog::buildPreview() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    m_makespan = new Figure(tr("Makespan"), "makespan", box);
    m_bubble = new Figure(tr("Bubble"), "bubble_rate", box);
    m_idle = new Figure(tr("Idle"), "idle_share", box);
    m_memory = new Figure(tr("Peak memory"), "peak_memory", box);
    auto* numbers = new QHBoxLayout;
    numbers->setSpacing(28);
    for (Figure* figure : {m_makespan, m_bubble, m_idle, m_memory})
        numbers->addWidget(figure);
    numbers->addStretch(1);
    auto* lanes = new TimelineView(m_preview, m_selection, m_range, box);
    lanes->setAttribute(Qt::WA_TransparentForMouseEvents);
    lanes->setFocusPolicy(Qt::NoFocus);
    lanes->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_sentence = new QLabel(box);
    m_sentence->setProperty("role", QStringLiteral("failure"));
    m_sentence->setWordWrap(true);
    m_sentence->hide();
    layout->addLayout(numbers);
    layout->addWidget(lanes, 1);
    layout->addWidget(m_sentence);
    return box;
}

void GenerateDialog::fillFrom(const Plan& plan) {
    const bool any = plan.schedule.ranks() > 0 && !plan.costs.stages.empty() && !plan.costs.stages.front().empty();
    UniformProblem numbers{.timeUnit = TimeUnit::Ms};
    if (any && isUniform(plan)) {
        const int chunks = std::max(1, plan.schedule.stages() / plan.schedule.ranks());
        const StageCosts& each = plan.costs.stages.front().front();
        numbers = {.ranks = plan.schedule.ranks(),
                   .microbatches = plan.schedule.microbatches,
                   .chunks = chunks,
                   .timeUnit = plan.timeUnit,
                   .forward = each.forward * chunks,
                   .backwardInput = each.backwardInput * chunks,
                   .backwardWeight = each.backwardWeight * chunks,
                   .transfer = plan.costs.transfer.every,
                   .memoryLimit = plan.memory.limitOf(0)};
    }
    m_ownCosts->setVisible(any);
    m_ownCosts->setChecked(any && !isUniform(plan));
    m_ranks->setValue(numbers.ranks);
    m_microbatches->setValue(numbers.microbatches);
    m_chunks->setValue(numbers.chunks);
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(static_cast<int>(numbers.timeUnit))));
    m_forward->setValue(unitsOf(numbers.forward, numbers.timeUnit));
    m_backward->setValue(unitsOf(numbers.backwardInput, numbers.timeUnit));
    m_weight->setValue(unitsOf(numbers.backwardWeight, numbers.timeUnit));
    m_transfer->setValue(unitsOf(numbers.transfer, numbers.timeUnit));
    m_limited->setChecked(false);
    m_limit->setValue(numbers.ranks);
}

void GenerateDialog::choose(const QString& generator) {
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == generator)
            m_list->setCurrentRow(row);
}

void GenerateDialog::setShape(int ranks, int microbatches) {
    m_ownCosts->setChecked(false);
    m_ranks->setValue(ranks);
    m_microbatches->setValue(microbatches);
}

QString GenerateDialog::sentence() const { return m_sentence->isHidden() ? QString() : m_sentence->text(); }

Result<Plan> GenerateDialog::problem() const {
    if (m_ownCosts->isChecked()) {
        Plan plan = m_present.plan();
        plan.schedule.order.clear();
        return plan;
    }
    const auto unit = static_cast<TimeUnit>(m_unit->currentData().toInt());
    UniformProblem numbers{.ranks = m_ranks->value(),
                           .microbatches = m_microbatches->value(),
                           .chunks = m_chunks->value(),
                           .timeUnit = unit,
                           .forward = ticksOf(*m_forward, unit),
                           .backwardInput = ticksOf(*m_backward, unit),
                           .backwardWeight = ticksOf(*m_weight, unit),
                           .transfer = ticksOf(*m_transfer, unit)};
    if (m_limited->isChecked())
        numbers.memoryLimit = static_cast<Bytes>(std::llround(m_limit->value() * static_cast<double>(kMemoryUnit)));
    Result<Plan> plan = problemOf(numbers);
    if (plan)
        plan->model = m_present.plan().model;
    if (plan && plan->model)
        plan->model->layersPerStage.clear();
    return plan;
}

void GenerateDialog::changed() {
    m_equal->setEnabled(!m_ownCosts->isChecked());
    m_limit->setEnabled(m_limited->isChecked());
    if (const QListWidgetItem* item = m_list->currentItem()) {
        const Generator* generator = findGenerator(item->data(Qt::UserRole).toString().toStdString());
        QString about =
            QStringLiteral("<b>%1</b><br>%2").arg(toQt(generator->title), toQt(generator->summary).toHtmlEscaped());
        if (!generator->closedForm.empty())
            about += tr("<br>Longest span: %1").arg(toQt(generator->closedForm).toHtmlEscaped());
        if (!generator->source.empty())
            about += QStringLiteral("<br><i>%1</i>").arg(toQt(generator->source).toHtmlEscaped());
        m_about->setText(about);
    }
    m_wait.start();
}

void GenerateDialog::startPreview() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    const int number = ++m_newest;
    const Result<Plan> wanted = problem();
    if (!wanted)
        return showPreview(wanted.error());
    const std::string name = item->data(Qt::UserRole).toString().toStdString();
    QThreadPool::globalInstance()->start([guard = QPointer<GenerateDialog>(this), number, name, plan = *wanted] {
        auto made = std::make_shared<Result<Plan>>(generate(name, plan));
        QMetaObject::invokeMethod(
            qApp,
            [guard, number, made] {
                if (guard && guard->m_newest == number)
                    guard->showPreview(*made);
            },
            Qt::QueuedConnection);
    });
}

void GenerateDialog::showPreview(const Result<Plan>& made) {
    m_plan.reset();
    if (made)
        m_plan = *made;
    m_sentence->setText(made ? QString() : sentenceOf(made.error()));
    m_sentence->setVisible(!made.ok());
    m_replace->setEnabled(made.ok());
    m_new->setEnabled(made.ok());
    if (made) {
        m_preview.reset(*made);
        m_range.fit();
    }
    showNumbers();
    Q_EMIT previewed();
}

void GenerateDialog::showNumbers() {
    if (!m_plan) {
        for (Figure* figure : {m_makespan, m_bubble, m_idle, m_memory})
            figure->show(QStringLiteral("–"), {});
        return;
    }
    const Plan& present = m_present.plan();
    const Metrics& now = m_present.analysis().metrics;
    const Metrics& then = m_preview.analysis().metrics;
    const TimeUnit unit = m_plan->timeUnit;
    const bool comparable = m_present.analysis().valid && unit == present.timeUnit;
    const auto note = [&](const QString& unitName, const QString& before) {
        return comparable ? tr("%1  now %2").arg(unitName, before).trimmed() : unitName;
    };
    const auto peak = [](const Metrics& metrics) {
        return metrics.peakMemory.empty() ? Bytes{0} : std::ranges::max(metrics.peakMemory);
    };
    const auto percent = [](double share) { return QString::number(100 * share, 'f', 1); };
    const QString sign = QStringLiteral("%");
    m_makespan->show(fixedTime(then.makespan, unit), note(unitText(unit), fixedTime(now.makespan, unit)));
    m_bubble->show(percent(then.bubbleRate), note(sign, percent(now.bubbleRate)));
    m_idle->show(percent(then.idleShare), note(sign, percent(now.idleShare)));
    m_memory->show(memoryText(peak(then), m_plan->memoryUnit),
                   note(unitText(m_plan->memoryUnit), memoryText(peak(now), present.memoryUnit)));
}

void GenerateDialog::finish(bool inNewWindow) {
    if (!m_plan)
        return;
    Q_EMIT accepted(*m_plan, inNewWindow);
    accept();
}

} // namespace lanewright
