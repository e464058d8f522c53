// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_panel.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/panels/findings_panel.h"
#include "app/panels/inspector.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
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
#include <numeric>

namespace lanewright::app {
namespace {

// Below this an op's own work on a busy machine is not small against its planned length.
constexpr Time kLeastPacedOp = 5'000'000;

/// The settings that a backend heeds, in one line.
QString summaryOf(const RunSettings& settings, int ranks, int layers) {
    QStringList words{settings.backend, counted(ranks, RunPanel::tr("rank"), RunPanel::tr("ranks")),
                      RunPanel::tr("GPT %1 × %2").arg(layers).arg(settings.model.width),
                      counted(settings.steps, RunPanel::tr("step"), RunPanel::tr("steps"))};
    const auto addIf = [&words](bool holds, const QString& word) {
        if (holds)
            words << word;
    };
    addIf(settings.isPaced(), RunPanel::tr("paced"));
    addIf(settings.traceKernels && settings.isOnGpus(), RunPanel::tr("kernels traced"));
    addIf(settings.precision == Precision::Bf16 && !settings.isOnTorch(), RunPanel::tr("bf16"));
    addIf(settings.threads > 1 && !settings.isOnGpus(), RunPanel::tr("%1 threads each").arg(settings.threads));
    addIf(settings.optimizer == OptimizerMode::PostValidated && !settings.isOnTorch(), RunPanel::tr("post-validated"));
    return words.join(QStringLiteral(" · "));
}

} // namespace

RunPanel::RunPanel(Document& document, RunController& controller, const RunSettings& settings, QWidget* parent)
    : QWidget(parent), m_document(document), m_controller(controller), m_runnable(document),
      m_summary(makeParagraph("caption", {}, this)),
      m_reason(named(selectable(makeLabel("body", {}, this)), "runReason")),
      m_fix(named(new OfferCard(this), {.spoken = tr("What would let it run")})),
      m_cores(named(makeParagraph("body", {}, this), "runCores")),
      m_more(named(new QToolButton(this), {.role = "link"})),
      m_start(named(makeButton(tr("▶ Run"), this, this, &RunPanel::startRequested), "primary")),
      m_stop(makeButton(tr("Stop"), this, this, &RunPanel::stopRequested)),
      m_status(named(plainLabel(this), "runStatus")), m_bar(new QProgressBar(this)),
      m_failure(named(makeFailure(this), "runFailure")), m_loss(new LossPlot(this)) {
    m_more->setText(tr("Settings ▾"));
    m_more->setCheckable(true);
    m_form = makeForm();
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(7);
    makeColumn(this, {.between = 6},
               {makeRow({}, {makeLabel("section", tr("Run"), this), freeRoom(), m_more}), m_summary, m_reason, m_fix,
                m_cores, makeRow({}, {m_start, m_stop, freeRoom()}), m_form, m_failure, m_status, m_bar, m_loss});
    connect(m_more, &QToolButton::toggled, m_form, &QWidget::setVisible);
    connect(m_more, &QToolButton::toggled, this, &RunPanel::lookForBackends);
    for (const auto signal : {&RunController::stateChanged, &RunController::progressed, &RunController::finished})
        connect(&m_controller, signal, this, &RunPanel::refresh);
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

QWidget* RunPanel::makeForm() {
    auto* box = new QWidget(this);
    QFormLayout& form = *app::makeForm(box, {.margins = {0, 2, 0, 4}, .across = 12});
    form.setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_backendRows = &form;
    m_ranks = named(plainLabel(this), {.tip = tr("As many as the schedule has lanes.")});
    m_steps = named(makeSpin(1, RunSettings::kMostSteps, this),
                    {.tip = tr("Training steps. The first one warms up and is left out of the numbers.")});
    m_paced = new QCheckBox(tr("Paced"), this);
    m_pacedNote = makeParagraph("caption", {}, this);
    addBackendRows(form);
    form.addRow(tr("Ranks"), m_ranks);
    form.addRow(tr("Steps"), m_steps);
    form.addRow(QString(), m_paced);
    form.addRow(m_pacedNote);
    form.addRow(QString(), m_kernels);
    addTrainingRows(form);
    const auto [row, line] =
        makeFileRow(tr("Text to train on"), tr("Any text file; the GPT learns its bytes."), tr("Choose a text file"));
    m_data = line;
    m_data->setPlaceholderText(tr("built-in corpus"));
    connect(m_data, &QLineEdit::editingFinished, this, &RunPanel::settingsChanged);
    form.addRow(tr("Data"), row);
    whenChanged({m_backend, m_launch, m_precision, m_optimizer, m_paced, m_kernels, m_steps, m_threads, m_layers,
                 m_width, m_heads, m_context, m_batch},
                this, &RunPanel::settingsChanged);
    fillBackends();
    return box;
}

void RunPanel::addTrainingRows(QFormLayout& form) {
    const auto count = [&](const QString& name, int most, const QString& tip) {
        QSpinBox* field = named(makeSpin(1, most, this), {.tip = tip});
        form.addRow(name, field);
        return field;
    };
    m_precision = named(withChoices(makeChooser(kLetters, this),
                                    {{tr("32 bits"), Precision::Fp32}, {tr("bf16, sums in 32 bits"), Precision::Bf16}}),
                        {.tip = tr("In what numbers factors of products are kept.")});
    form.addRow(tr("Precision"), m_precision);
    m_threads = count(tr("Threads"), RunSettings::kMostThreads, tr("With how many threads each rank computes."));
    m_optimizer = named(withEach(makeChooser(kLetters, this), kOptimizerModes, modeText),
                        {.tip = tr("Post-validated: a rank steps at once, and takes the step back when the check of "
                                   "all gradients overrules it. The weights are the same, the wait is gone.")});
    form.addRow(tr("Optimizer"), m_optimizer);
    m_layers = count(tr("Layers"), 4096, tr("Transformer blocks, cut into the stages as evenly as it goes."));
    m_layersNote = makeParagraph("caption", {}, this);
    form.addRow(m_layersNote);
    m_width = count(tr("Width"), 1 << 16, tr("Width of the residual stream, a multiple of the heads."));
    m_heads = count(tr("Heads"), 1024, tr("Attention heads."));
    m_context = count(tr("Context"), 1 << 16, tr("Tokens of a sample."));
    m_batch = count(tr("Batch"), 1 << 12, tr("Samples of a microbatch."));
}

RunPanel::FileRow RunPanel::makeFileRow(const QString& what, const QString& tip, const QString& choose) {
    auto* box = new QWidget(this);
    auto* line = named(new QLineEdit(box), {.spoken = what, .tip = tip});
    auto* browse = named(new QToolButton(box), {.tip = choose});
    browse->setText(QStringLiteral("…"));
    makeRow(box, {}, {line, browse});
    connect(browse, &QToolButton::clicked, this, [this, line, what] {
        const QString path = QFileDialog::getOpenFileName(this, what, line->text());
        if (path.isEmpty())
            return;
        line->setText(path);
        Q_EMIT line->editingFinished();
    });
    return {box, line};
}

RunSettings RunPanel::settings() const {
    RunSettings settings;
    const QString backend = chosen<QString>(m_backend);
    settings.backend = backend.section(QLatin1Char(':'), 0, 0);
    settings.gpu = backend.section(QLatin1Char(':'), 1).toInt();
    settings.python = m_python->text().trimmed();
    settings.inProcess = chosen<bool>(m_launch);
    settings.paced = m_paced->isChecked();
    settings.traceKernels = m_kernels->isChecked();
    settings.steps = m_steps->value();
    settings.threads = m_threads->value();
    settings.precision = chosen<Precision>(m_precision);
    settings.optimizer = chosen<OptimizerMode>(m_optimizer);
    settings.data = m_data->text();
    settings.model = m_document.plan().model.value_or(ModelSpec{});
    settings.model.layers = m_layers->value();
    settings.model.width = m_width->value();
    settings.model.heads = m_heads->value();
    settings.model.context = m_context->value();
    settings.model.batch = m_batch->value();
    const std::vector<int>& dealt = settings.model.layersPerStage;
    if (std::accumulate(dealt.begin(), dealt.end(), 0) != settings.model.layers)
        settings.model = withoutCut(std::move(settings.model));
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
    choose(m_precision, settings.precision);
    choose(m_optimizer, settings.optimizer);
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
    showWords(*m_failure, m_controller.failure());
    const QString& reason = m_runnable.reason();
    m_reason->setText(tr("It can't run yet. %1").arg(reason));
    m_reason->setVisible(!active && !reason.isEmpty());
    m_start->setToolTip(reason);
    const std::optional<Fix>& fix = m_runnable.fix();
    m_fix->setVisible(!active && fix.has_value());
    if (!active && fix)
        m_fix->show(translated(fix->sentence), fixOutcome(*fix, m_document));
    showSummary();
    showProgress();
}

void RunPanel::showSummary() {
    const int ranks = m_document.schedule().ranks();
    m_ranks->setText(QString::number(ranks));
    const RunSettings now = settings();
    const int layers = fittedTo(now.model, m_document.schedule().stages()).layers;
    m_layersNote->setText(tr("%1 of them run: one for each stage.").arg(layers));
    m_layersNote->setVisible(layers != now.model.layers);
    m_cores->setText(tr("%1 threads on %2 cores: unpaced, they take turns, and every step is longer than planned.")
                         .arg(ranks * now.threads)
                         .arg(coresHere()));
    m_cores->setVisible(sharesCores(now, ranks) && !m_controller.isActive());
    m_summary->setText(summaryOf(now, ranks, layers));
    QString note =
        now.isOnGpus() ? tr("A GPU runs at full speed only.")
        : now.isOnTorch()
            ? tr("PyTorch runs at full speed only.")
            : tr("Holds each op until its planned end, so that many ranks show a true pipeline on few cores.");
    if (now.isPaced() && m_document.analysis().shortest.value_or(kLeastPacedOp) < kLeastPacedOp)
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
        words << (std::isfinite(progress.losses.back()) ? tr("loss %1").arg(decimalText(progress.losses.back(), 3))
                                                        : tr("loss is no number"));
    if (progress.tokensPerSecond > 0)
        words << tr("%1 tokens/s").arg(QLocale().toString(progress.tokensPerSecond, 'f', 0));
    m_status->setText(words.join(QStringLiteral(" · ")));
    m_loss->show(progress.losses, progress.steps);
}

} // namespace lanewright::app
