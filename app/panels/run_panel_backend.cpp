// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/panels/run_panel.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "core/simulate/number_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace lanewright::app {
namespace {

const QString kCpu = QStringLiteral("cpu");
const QString kCudaBackend = QStringLiteral("cuda");
const QString kTorchKey = QStringLiteral("torch");

/// What the backend of a GPU is called in the list.
QString gpuKey(int number) { return kCudaBackend + QLatin1Char(':') + QString::number(number); }

/// Begins with a capital and ends with a full stop.
QString sentence(QString words) {
    words[0] = words[0].toUpper();
    return words.endsWith(QLatin1Char('.')) ? words : words + QLatin1Char('.');
}

} // namespace

void RunPanel::addBackendRows(QFormLayout& form) {
    m_backend = named(makeChooser(kLetters, this),
                      {.name = "runBackend", .tip = tr("What computes. Ranks that share a GPU are lanes of it.")});
    m_backendNote = named(selectable(makeLabel("caption", {}, this)), "runBackendNote");
    m_launch = withChoices(makeChooser(kLetters, this),
                           {{tr("mpirun, where it is there"), false}, {tr("in one process, as threads"), true}});
    m_kernels = named(new QCheckBox(tr("Trace kernels"), this),
                      {.name = "runKernels",
                       .tip = tr("Show which kernels a GPU runs within the blocks of the last step. CUPTI traces them, "
                                 "which CUDA's toolkit brings.")});
    const auto [row, line] = makeFileRow(
        tr("The Python that has PyTorch"),
        tr("The Python that has PyTorch, as of a virtual environment: its program, bin/python. Left empty, the one "
           "named by LANEWRIGHT_PYTHON, or python3."),
        tr("Choose a Python"));
    m_pythonRow = row;
    m_python = named(line, {.name = "runPython", .spoken = tr("Python that has PyTorch")});
    m_python->setPlaceholderText(QString::fromStdString(findPython()));
    connect(m_python, &QLineEdit::editingFinished, this, &RunPanel::askPython);
    connect(m_python, &QLineEdit::editingFinished, this, &RunPanel::settingsChanged);
    form.addRow(tr("Backend"), m_backend);
    form.addRow(tr("Python"), m_pythonRow);
    form.addRow(m_backendNote);
    form.addRow(tr("Start"), m_launch);
    connect(&m_gpus, &GpuDetector::changed, this, &RunPanel::fillBackends);
    connect(&m_torch, &TorchDetector::changed, this, &RunPanel::fillBackends);
}

/// Asks the Python that is named, unless it has said what it has.
void RunPanel::askPython() {
    const QString python = m_python->text().trimmed();
    if (python != m_torch.python() || !m_torch.report())
        m_torch.detect(python);
}

/// The GPUs by name, once they are known. What was chosen stays chosen where it is there.
void RunPanel::fillBackends() {
    const QSignalBlocker quiet(m_backend);
    const auto was = chosen<QString>(m_backend);
    m_backend->clear();
    m_backend->addItem(tr("CPU (runs everywhere)"), kCpu);
    const std::optional<CapabilityReport>& report = m_gpus.report();
    const int count = report ? static_cast<int>(report->gpus.size()) : 0;
    for (int number = 0; number < count; ++number) {
        const GpuReport& gpu = report->gpus[number];
        m_backend->addItem(tr("GPU %1: %2, %3")
                               .arg(number)
                               .arg(plainLine(gpu.name), translated(numbers::said(gibibytesText(gpu.memory)))),
                           gpuKey(number));
    }
    if (count > 1 && !report->nccl.empty())
        m_backend->addItem(tr("All %1 GPUs, a process each").arg(count), gpuKey(RunSettings::kAllGpus));
    if (count == 0)
        m_backend->addItem(m_gpus.isDetecting() ? tr("CUDA (looking for GPUs …)") : tr("CUDA (needs a GPU)"),
                           was.startsWith(kCudaBackend) ? was : gpuKey(0));
    m_backend->addItem(m_torch.report()        ? tr("PyTorch %1").arg(plainLine(m_torch.report()->version))
                       : m_torch.isDetecting() ? tr("PyTorch (looking for it …)")
                                               : tr("PyTorch (name a Python)"),
                       kTorchKey);
    m_backend->setCurrentIndex(std::max(m_backend->findData(was), was.startsWith(kCudaBackend) ? 1 : 0));
    showBackend();
    Q_EMIT settingsChanged();
}

void RunPanel::chooseBackend(const RunSettings& settings) {
    m_python->setText(settings.python);
    if (settings.backend == kTorchKey) {
        m_backend->setCurrentIndex(m_backend->findData(kTorchKey));
        askPython();
        return;
    }
    if (settings.backend != kCudaBackend)
        return m_backend->setCurrentIndex(0);
    // Until the GPUs are known the one of the settings stands for all.
    if (!m_gpus.report())
        m_backend->setItemData(1, gpuKey(settings.gpu));
    m_backend->setCurrentIndex(std::max(1, m_backend->findData(gpuKey(settings.gpu))));
    m_gpus.detect();
}

/// What the backend leaves to choose, and what is to be said of it.
void RunPanel::showBackend() {
    const auto backend = chosen<QString>(m_backend);
    const bool onGpu = backend.startsWith(kCudaBackend);
    const bool onTorch = backend == kTorchKey;
    m_pythonRow->setVisible(onTorch);
    m_backendRows->labelForField(m_pythonRow)->setVisible(onTorch);
    m_launch->setEnabled(!onGpu && !onTorch);
    m_paced->setEnabled(!onGpu && !onTorch);
    m_precision->setEnabled(!onTorch);
    m_optimizer->setEnabled(!onTorch);
    m_threads->setEnabled(!onGpu);
    m_kernels->setEnabled(onGpu);
    showWords(*m_backendNote, backendNote());
}

QString RunPanel::torchNote() const {
    if (m_torch.isDetecting())
        return tr("Looking for PyTorch …");
    if (m_torch.report())
        return tr("PyTorch's own pipelining runtime trains the same GPT, a process for each rank.");
    return m_torch.reason().isEmpty() ? QString() : sentence(m_torch.reason());
}

QString RunPanel::backendNote() const {
    const auto backend = chosen<QString>(m_backend);
    if (backend == kTorchKey)
        return torchNote();
    if (!backend.startsWith(kCudaBackend))
        return {};
    if (m_gpus.isDetecting() && !m_gpus.report())
        return tr("Looking for GPUs …");
    if (const QString reason = m_gpus.reason(); !reason.isEmpty())
        return sentence(reason);
    QStringList words{
        settings().gpu == RunSettings::kAllGpus
            ? tr("The ranks are dealt to the GPUs, a process each; those that share a GPU are lanes of it.")
            : tr("All ranks run as lanes of this GPU, in one process and at full speed.")};
    for (const QString& remark : m_gpus.remarks())
        words << sentence(remark);
    return words.join(QLatin1Char(' '));
}

} // namespace lanewright::app
