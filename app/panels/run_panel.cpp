// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_panel.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/panels/findings_panel.h"
#include "app/panels/inspector.h"
#include "app/widgets/chooser.h"
#include "app/widgets/panel_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

// Below this an op's own work on a busy machine is not small against its planned length.
constexpr Time kLeastPacedOp = 5'000'000;

const QString kCuda = QStringLiteral("cuda");
const QString kTorchBackendName = QStringLiteral("torch");

} // namespace

RunPanel::RunPanel(Document& document, RunController& controller, const RunSettings& settings, QWidget* parent)
    : QWidget(parent), m_document(document), m_controller(controller), m_runnable(document),
      m_summary(plainLabel(this)), m_reason(plainLabel(this)), m_fix(new OfferCard(this)), m_cores(plainLabel(this)),
      m_more(new QToolButton(this)), m_start(new QPushButton(tr("▶ Run"), this)),
      m_stop(new QPushButton(tr("Stop"), this)), m_status(plainLabel(this)), m_bar(new QProgressBar(this)),
      m_failure(plainLabel(this)), m_loss(new LossPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* head = new QHBoxLayout;
    auto* title = plainLabel(tr("Run"), this);
    title->setProperty("role", QStringLiteral("section"));
    head->addWidget(title);
    head->addStretch(1);
    m_more->setText(tr("Settings ▾"));
    m_more->setCheckable(true);
    m_more->setProperty("role", QStringLiteral("link"));
    head->addWidget(m_more);
    layout->addLayout(head);
    m_summary->setProperty("role", QStringLiteral("caption"));
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);
    m_reason->setObjectName(QStringLiteral("runReason"));
    m_reason->setProperty("role", QStringLiteral("body"));
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_cores->setObjectName(QStringLiteral("runCores"));
    m_cores->setProperty("role", QStringLiteral("body"));
    for (QLabel* each : {m_reason, m_cores})
        each->setWordWrap(true);
    layout->addWidget(m_reason);
    layout->addWidget(m_fix);
    m_fix->setAccessibleName(tr("What would let it run"));
    layout->addWidget(m_cores);
    auto* buttons = new QHBoxLayout;
    m_start->setObjectName(QStringLiteral("primary"));
    buttons->addWidget(m_start);
    buttons->addWidget(m_stop);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    m_form = makeForm();
    layout->addWidget(m_form);
    m_failure->setProperty("role", QStringLiteral("failure"));
    m_failure->setObjectName(QStringLiteral("runFailure"));
    m_failure->setWordWrap(true);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_failure);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(7);
    m_status->setObjectName(QStringLiteral("runStatus"));
    layout->addWidget(m_status);
    layout->addWidget(m_bar);
    layout->addWidget(m_loss);
    connect(m_more, &QToolButton::toggled, m_form, &QWidget::setVisible);
    connect(m_more, &QToolButton::toggled, this, &RunPanel::lookForBackends);
    connect(m_start, &QPushButton::clicked, this, &RunPanel::startRequested);
    connect(m_stop, &QPushButton::clicked, this, &RunPanel::stopRequested);
    connect(&m_controller, &RunController::stateChanged, this, &RunPanel::refresh);
    connect(&m_controller, &RunController::progressed, this, &RunPanel::refresh);
    connect(&m_controller, &RunController::finished, this, &RunPanel::refresh);
    connect(&m_runnable, &Runnable::changed, this, &RunPanel::refresh);
    connect(m_fix, &OfferCard::accepted, &m_runnable, &Runnable::applyFix);
    connect(&m_document, &Document::changed, this, &RunPanel::showSummary);
    connect(&m_document, &Document::opened, this, [this] {
        // How long a run is and whether it is held to the plan was chosen for the schedule before.
        RunSettings next = this->settings();
        next.steps = RunSettings{}.steps;
        next.paced = RunSettings{}.paced;
        setSettings(next);
    });
    connect(this, &RunPanel::settingsChanged, this, &RunPanel::showSummary);
    connect(this, &RunPanel::settingsChanged, this, &RunPanel::showBackend);
    setSettings(settings);
    setFormVisible(false);
    refresh();
}

QSpinBox* RunPanel::makeSpin(int least, int most, const QString& tip) {
    auto* spin = new QSpinBox(this);
    spin->setRange(least, most);
    spin->setToolTip(tip);
    connect(spin, &QSpinBox::valueChanged, this, &RunPanel::settingsChanged);
    return spin;
}

QWidget* RunPanel::makeForm() {
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 2, 0, 4);
    form->setHorizontalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_ranks = plainLabel(this);
    m_ranks->setToolTip(tr("As many as the schedule has lanes."));
    m_steps = makeSpin(1, RunSettings::kMostSteps,
                       tr("Training steps. The first one warms up and is left out of the numbers."));
    m_paced = new QCheckBox(tr("Paced"), this);
    m_pacedNote = plainLabel(this);
    m_pacedNote->setProperty("role", QStringLiteral("caption"));
    m_pacedNote->setWordWrap(true);
    addBackendRows(*form);
    form->addRow(tr("Ranks"), m_ranks);
    form->addRow(tr("Steps"), m_steps);
    form->addRow(QString(), m_paced);
    form->addRow(m_pacedNote);
    form->addRow(QString(), m_kernels);
    addTrainingRows(*form);
    addModelRows(*form);
    addDataRow(*form);
    for (QComboBox* each : {m_backend, m_launch, m_precision, m_optimizer})
        connect(each, &QComboBox::currentIndexChanged, this, &RunPanel::settingsChanged);
    for (QCheckBox* each : {m_paced, m_kernels})
        connect(each, &QCheckBox::toggled, this, &RunPanel::settingsChanged);
    fillBackends();
    return box;
}

void RunPanel::addTrainingRows(QFormLayout& form) {
    m_precision = makeChooser(kLetters, this);
    m_precision->addItem(tr("32 bits"), static_cast<int>(Precision::Fp32));
    m_precision->addItem(tr("bf16, sums in 32 bits"), static_cast<int>(Precision::Bf16));
    m_precision->setToolTip(tr("In what numbers factors of products are kept."));
    m_threads = makeSpin(1, RunSettings::kMostThreads, tr("With how many threads each rank computes."));
    m_optimizer = makeChooser(kLetters, this);
    m_optimizer->addItem(tr("synchronous"), static_cast<int>(OptimizerMode::Synchronous));
    m_optimizer->addItem(tr("post-validated"), static_cast<int>(OptimizerMode::PostValidated));
    m_optimizer->setToolTip(tr("Post-validated: a rank steps at once, and takes the step back when the check of all "
                               "gradients overrules it. The weights are the same, the wait is gone."));
    form.addRow(tr("Precision"), m_precision);
    form.addRow(tr("Threads"), m_threads);
    form.addRow(tr("Optimizer"), m_optimizer);
}

void RunPanel::addModelRows(QFormLayout& form) {
    m_layers = makeSpin(1, 4096, tr("Transformer blocks, cut into the stages as evenly as it goes."));
    m_width = makeSpin(1, 1 << 16, tr("Width of the residual stream, a multiple of the heads."));
    m_heads = makeSpin(1, 1024, tr("Attention heads."));
    m_context = makeSpin(1, 1 << 16, tr("Tokens of a sample."));
    m_batch = makeSpin(1, 1 << 12, tr("Samples of a microbatch."));
    m_layersNote = plainLabel(this);
    m_layersNote->setProperty("role", QStringLiteral("caption"));
    m_layersNote->setWordWrap(true);
    form.addRow(tr("Layers"), m_layers);
    form.addRow(m_layersNote);
    form.addRow(tr("Width"), m_width);
    form.addRow(tr("Heads"), m_heads);
    form.addRow(tr("Context"), m_context);
    form.addRow(tr("Batch"), m_batch);
}

void RunPanel::addDataRow(QFormLayout& form) {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_data = new QLineEdit(row);
    m_data->setAccessibleName(tr("Text to train on"));
    m_data->setPlaceholderText(tr("built-in corpus"));
    m_data->setToolTip(tr("Any text file; the GPT learns its bytes."));
    auto* browse = new QToolButton(row);
    browse->setText(QStringLiteral("…"));
    browse->setToolTip(tr("Choose a text file"));
    layout->addWidget(m_data);
    layout->addWidget(browse);
    form.addRow(tr("Data"), row);
    connect(m_data, &QLineEdit::editingFinished, this, &RunPanel::settingsChanged);
    connect(browse, &QToolButton::clicked, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Text to train on"), m_data->text());
        if (path.isEmpty())
            return;
        m_data->setText(path);
        Q_EMIT settingsChanged();
    });
}

RunSettings RunPanel::settings() const {
    RunSettings settings;
    const QString backend = m_backend->currentData().toString();
    settings.backend = backend.section(QLatin1Char(':'), 0, 0);
    settings.gpu = backend.section(QLatin1Char(':'), 1).toInt();
    settings.python = m_python->text().trimmed();
    settings.inProcess = m_launch->currentData().toBool();
    settings.paced = m_paced->isChecked();
    settings.traceKernels = m_kernels->isChecked();
    settings.steps = m_steps->value();
    settings.threads = m_threads->value();
    settings.precision = static_cast<Precision>(m_precision->currentData().toInt());
    settings.optimizer = static_cast<OptimizerMode>(m_optimizer->currentData().toInt());
    settings.data = m_data->text();
    settings.model = m_document.plan().model.value_or(ModelSpec{});
    settings.model.layers = m_layers->value();
    settings.model.width = m_width->value();
    settings.model.heads = m_heads->value();
    settings.model.context = m_context->value();
    settings.model.batch = m_batch->value();
    int layers = 0;
    for (const int each : settings.model.layersPerStage)
        layers += each;
    if (layers != settings.model.layers)
        settings.model.layersPerStage.clear();
    return settings;
}

void RunPanel::setSettings(const RunSettings& settings) {
    const QSignalBlocker quiet(this);
    chooseBackend(settings);
    m_launch->setCurrentIndex(settings.inProcess ? 1 : 0);
    m_paced->setChecked(settings.paced);
    m_kernels->setChecked(settings.traceKernels);
    m_steps->setValue(settings.steps);
    m_threads->setValue(settings.threads);
    m_precision->setCurrentIndex(m_precision->findData(static_cast<int>(settings.precision)));
    m_optimizer->setCurrentIndex(m_optimizer->findData(static_cast<int>(settings.optimizer)));
    m_data->setText(settings.data);
    m_layers->setValue(settings.model.layers);
    m_width->setValue(settings.model.width);
    m_heads->setValue(settings.model.heads);
    m_context->setValue(settings.model.context);
    m_batch->setValue(settings.model.batch);
    showSummary();
}

void RunPanel::setFormVisible(bool visible) {
    m_more->setChecked(visible);
    m_form->setVisible(visible);
}

void RunPanel::lookForBackends(bool visible) {
    if (!visible)
        return;
    m_gpus.detect();
    askPython();
}

void RunPanel::refresh() {
    const bool active = m_controller.isActive();
    m_start->setEnabled(!active && m_runnable.canRun());
    m_stop->setEnabled(active);
    m_stop->setText(m_controller.state() == RunController::State::Stopping ? tr("Stop now") : tr("Stop"));
    m_form->setEnabled(!active);
    m_failure->setText(m_controller.failure());
    m_failure->setVisible(!m_controller.failure().isEmpty());
    showReason();
    showSummary();
    showProgress();
}

void RunPanel::showReason() {
    const bool active = m_controller.isActive();
    const QString& reason = m_runnable.reason();
    m_reason->setText(tr("It can't run yet. %1").arg(reason));
    m_reason->setVisible(!active && !reason.isEmpty());
    m_start->setToolTip(reason);
    const std::optional<Fix>& fix = m_runnable.fix();
    m_fix->setVisible(!active && fix.has_value());
    if (!active && fix)
        m_fix->show(translated(fix->sentence), fixOutcome(*fix, m_document));
}

void RunPanel::showSummary() {
    const int ranks = m_document.schedule().ranks();
    m_ranks->setText(QString::number(ranks));
    const RunSettings now = settings();
    const int stages = m_document.schedule().stages();
    const int layers = fittedTo(now.model, stages).layers;
    m_layersNote->setText(tr("%1 of them run: one for each stage.").arg(layers));
    m_layersNote->setVisible(layers != now.model.layers);
    m_cores->setText(tr("%1 threads on %2 cores: unpaced, they take turns, and every step is longer than planned.")
                         .arg(ranks * now.threads)
                         .arg(coresHere()));
    m_cores->setVisible(sharesCores(now, ranks) && !m_controller.isActive());
    QStringList words{now.backend, counted(ranks, tr("rank"), tr("ranks")),
                      tr("GPT %1 × %2").arg(layers).arg(now.model.width), counted(now.steps, tr("step"), tr("steps"))};
    const bool onGpu = now.backend == kCuda;
    const bool onTorch = now.backend == kTorchBackendName;
    if (now.paced && !onGpu && !onTorch)
        words << tr("paced");
    if (now.traceKernels && onGpu)
        words << tr("kernels traced");
    if (now.precision == Precision::Bf16 && !onTorch)
        words << tr("bf16");
    if (now.threads > 1 && !onGpu)
        words << tr("%1 threads each").arg(now.threads);
    if (now.optimizer == OptimizerMode::PostValidated && !onTorch)
        words << tr("post-validated");
    m_summary->setText(words.join(QStringLiteral(" · ")));
    QString note =
        onGpu     ? tr("A GPU runs at full speed only.")
        : onTorch ? tr("PyTorch runs at full speed only.")
                  : tr("Holds each op until its planned end, so that many ranks show a true pipeline on few cores.");
    if (now.paced && !onGpu && !onTorch && m_document.analysis().shortest.value_or(kLeastPacedOp) < kLeastPacedOp)
        note += QLatin1Char(' ') + tr("This plan has ops below 5 ms, too short to hold well.");
    m_pacedNote->setText(note);
}

void RunPanel::showProgress() {
    const RunController::Progress& progress = m_controller.progress();
    const bool ever = progress.steps > 0;
    m_bar->setVisible(ever);
    m_status->setVisible(ever);
    m_loss->setVisible(!progress.losses.empty());
    if (!ever)
        return;
    m_bar->setRange(0, std::max(1, progress.steps));
    m_bar->setValue(progress.step);
    QStringList words;
    if (m_controller.state() == RunController::State::Starting)
        words << tr("starting (%1) …").arg(progress.launcher);
    else if (!m_controller.isActive() && m_controller.wasStopped())
        words << tr("stopped after %1 of %2 steps").arg(progress.step).arg(progress.steps);
    else
        words << tr("%1 of %2 steps", "that are done").arg(progress.step).arg(progress.steps);
    if (m_controller.state() == RunController::State::Stopping)
        words << tr("stopping …");
    if (!progress.losses.empty())
        words << (std::isfinite(progress.losses.back()) ? tr("loss %1").arg(progress.losses.back(), 0, 'f', 3)
                                                        : tr("loss is no number"));
    if (progress.tokensPerSecond > 0)
        words << tr("%1 tokens/s").arg(QLocale().toString(progress.tokensPerSecond, 'f', 0));
    m_status->setText(words.join(QStringLiteral(" · ")));
    m_loss->show(progress.losses, progress.steps);
}

} // namespace lanewright::app
