// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/pytorch_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/edit/edits.h"
#include "core/frameworks/verdict.h"
#include "core/io/files.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

namespace lanewright::app {
namespace {

constexpr int kTorchNewest = 99;
constexpr int kMostActive = 64;
constexpr int kMostJudged = 100'000; ///< ops; beyond, nobody waits until it is known who runs the order

} // namespace

PytorchDialog::PytorchDialog(const Plan& plan, const QString& file, QWidget* parent)
    : QDialog(parent), m_whole(choiceOf(plan)), m_fused(choiceOf(fuseBackwards(plan))) {
    setWindowTitle(tr("Export PyTorch CSV"));
    setObjectName(QStringLiteral("pytorchDialog"));
    resize(760, 560);
    QWidget* choices = makeChoices();
    m_failure = makeFailure(this);
    m_verdict = named(makeParagraph("caption", {}, this), "verdict");
    m_words = named(new QPlainTextEdit(this), "pytorchWords");
    m_words->setReadOnly(true);
    m_file = named(new QLineEdit(this), {.name = "file", .spoken = tr("File")});
    m_file->setText(file);
    whenChanged({m_file}, this, &PytorchDialog::updateText);
    auto* browse = makeButton(tr("Choose …"), this, this, &PytorchDialog::browse);
    const auto [buttons, write] = makeDialogButtons(tr("Write the file"), this, QDialogButtonBox::ActionRole);
    m_save = write;
    m_copy = buttons->addButton(tr("Copy TorchTitan's flags"), QDialogButtonBox::ActionRole);
    connect(m_save, &QPushButton::clicked, this, &PytorchDialog::save);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(toQt(launch().torchTitan)); });
    makeColumn(this, {.margins = kDialogMargins, .between = 12},
               {choices, m_failure, m_verdict, {m_words, 1}, makeRow({}, {{m_file, 1}, browse}), buttons});
    changed();
}

QWidget* PytorchDialog::makeChoices() {
    auto* box = new QWidget(this);
    m_flavour =
        named(withChoices(new QComboBox(box),
                          {{tr("compute_only: ops alone (TorchTitan, NeMo)"), PytorchFlavour::ComputeOnly},
                           {tr("compute_comms: with sends, receives and reductions"), PytorchFlavour::ComputeComms}}),
              "flavour");
    m_torch = named(makeSpin(kTorchOldest, kTorchNewest, box, kTorchReduceGrad),
                    {.name = "torch", .tip = tr("The release of torch that will read the file.")});
    m_torch->setPrefix(QStringLiteral("2."));
    m_fuse = named(new QCheckBox(tr("Make each B and its W one"), box),
                   {.name = "fuse",
                    .tip = tr("For stages that can't split their backward: compiled ones, and ones that hand on "
                              "anything but tensors.")});
    m_ticks = named(new QCheckBox(tr("Idle cells, so that a column is a tick"), box), "ticks");
    m_ticks->setChecked(true);
    m_fsdp = named(new QCheckBox(tr("UNSHARD and RESHARD, for FSDP"), box), "fsdp");
    m_active = named(makeSpin(1, kMostActive, box, PytorchExport{}.activeStages),
                     {.tip = tr("How many stages of a rank stay unsharded.")});
    QFormLayout* form = makeForm(box, {.across = 14});
    form->addRow(tr("Flavour"), m_flavour);
    form->addRow(tr("Torch"), m_torch);
    form->addRow(QString(), m_fuse);
    form->addRow(QString(), m_ticks);
    form->addRow(QString(), m_fsdp);
    form->addRow(tr("Active stages"), m_active);
    whenChanged({m_flavour, m_torch, m_active, m_fuse, m_ticks, m_fsdp}, this, &PytorchDialog::changed);
    return box;
}

QString PytorchDialog::file() const {
    const QString name = m_file->text();
    return QFileInfo(name).suffix().isEmpty() ? name + QStringLiteral(".csv") : name;
}

PytorchExport PytorchDialog::options() const {
    const auto flavour = chosen<PytorchFlavour>(m_flavour);
    const bool comms = flavour == PytorchFlavour::ComputeComms;
    return PytorchExport{.flavour = flavour,
                         .torch = m_torch->value(),
                         .ticks = m_ticks->isChecked(),
                         .fsdp = comms && m_fsdp->isChecked(),
                         .activeStages = m_active->value()};
}

PytorchDialog::Choice PytorchDialog::choiceOf(Plan plan) {
    Choice choice{.plan = std::move(plan)};
    choice.named = classFor(choice.plan);
    if (opCount(choice.plan.schedule) <= kMostJudged)
        choice.shape = shapeOf(choice.plan);
    return choice;
}

const PytorchDialog::Choice& PytorchDialog::choice() const { return m_fuse->isChecked() ? m_fused : m_whole; }

PytorchLaunch PytorchDialog::launch() const {
    return pytorchLaunch(choice().plan, options().flavour, file().toStdString(), choice().named);
}

void PytorchDialog::updateVerdict() {
    QStringList lines;
    if (!choice().shape)
        return showWords(*m_verdict, {});
    for (const Target& target : {Target{Framework::Pytorch, {2, m_torch->value()}}, targetOf(Framework::TorchTitan)}) {
        const Verdict verdict = verdictOn(target, *choice().shape, {choice().plan});
        QString line = QStringLiteral("%1 %2").arg(toQt(target.text()), translated(wayOf(verdict)));
        if (!verdict.runs())
            line += QStringLiteral(": ") + translated(verdict.notLoaded);
        else if (!verdict.makes() && verdict.own)
            line += QStringLiteral(": ") + translated(verdict.broken.front().why);
        lines << line;
    }
    showWords(*m_verdict, lines.join(QLatin1Char('\n')));
}

void PytorchDialog::changed() {
    const PytorchExport wanted = options();
    const bool comms = wanted.flavour == PytorchFlavour::ComputeComms;
    m_ticks->setEnabled(!comms);
    m_fsdp->setEnabled(comms);
    m_active->setEnabled(wanted.fsdp);
    m_text = writePytorchCsv(choice().plan, wanted);
    showWords(*m_failure, m_text ? QString() : sentenceOf(m_text.error()));
    updateVerdict();
    updateText();
}

void PytorchDialog::updateText() {
    m_words->setVisible(m_text.ok());
    m_save->setEnabled(m_text.ok() && !m_file->text().isEmpty());
    if (!m_text)
        return m_copy->setEnabled(false);
    const PytorchLaunch flags = launch();
    m_copy->setEnabled(!flags.torchTitan.empty());
    QString words = toQt(commandsOf(flags));
    for (const Message& caution : flags.cautions)
        words += translated(caution) + QLatin1Char('\n');
    const QString findings = linesOf(m_text->findings);
    m_words->setPlainText(words + (findings.isEmpty() ? QString() : QLatin1Char('\n') + findings));
}

void PytorchDialog::browse() {
    const QString name =
        QFileDialog::getSaveFileName(this, tr("Export PyTorch CSV"), file(), tr("PyTorch schedules (*.csv)"));
    if (name.isEmpty())
        return;
    m_file->setText(name);
    m_agreed = file();
}

bool PytorchDialog::mayReplace() {
    if (file() == m_agreed || !QFileInfo::exists(file()))
        return true;
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Question, "replaceQuestion", tr("Export PyTorch CSV"),
                 tr("%1 is there already. Replace it?").arg(QDir::toNativeSeparators(file())), {},
                 QMessageBox::Yes | QMessageBox::No, this));
    return box->exec() == QMessageBox::Yes;
}

void PytorchDialog::save() {
    if (!m_text || !mayReplace())
        return;
    if (const Result<Done> done = writeFile(file().toStdString(), m_text->text); !done)
        return showWords(*m_failure, tr("Not written: %1").arg(sentenceOf(done.error())));
    accept();
}

} // namespace lanewright::app
