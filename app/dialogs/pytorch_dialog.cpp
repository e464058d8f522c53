// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/pytorch_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/panel_text.h"
#include "core/edit/edits.h"
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

} // namespace

PytorchDialog::PytorchDialog(const Plan& plan, const QString& file, QWidget* parent)
    : QDialog(parent), m_whole(plan), m_fused(fuseBackwards(plan)) {
    setWindowTitle(tr("Export PyTorch CSV"));
    setObjectName(QStringLiteral("pytorchDialog"));
    resize(760, 560);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    layout->addWidget(makeChoices());
    m_failure = plainLabel(this);
    m_failure->setProperty("role", QStringLiteral("failure"));
    m_failure->setWordWrap(true);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_failure);
    m_words = new QPlainTextEdit(this);
    m_words->setObjectName(QStringLiteral("pytorchWords"));
    m_words->setReadOnly(true);
    layout->addWidget(m_words, 1);
    layout->addLayout(makeFileRow());
    layout->addLayout(makeButtons());
    m_file->setText(file);
    changed();
}

QWidget* PytorchDialog::makeChoices() {
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(14);
    m_flavour = new QComboBox(box);
    m_flavour->setObjectName(QStringLiteral("flavour"));
    m_flavour->addItem(tr("compute_only: ops alone (TorchTitan, NeMo)"));
    m_flavour->addItem(tr("compute_comms: with sends, receives and reductions"));
    m_torch = new QSpinBox(box);
    m_torch->setObjectName(QStringLiteral("torch"));
    m_torch->setPrefix(QStringLiteral("2."));
    m_torch->setRange(kTorchOldest, kTorchNewest);
    m_torch->setValue(kTorchReduceGrad);
    m_torch->setToolTip(tr("The release of torch that will read the file."));
    m_fuse = new QCheckBox(tr("Make each B and its W one"), box);
    m_fuse->setObjectName(QStringLiteral("fuse"));
    m_fuse->setToolTip(
        tr("For stages that can't split their backward: compiled ones, and ones that hand on anything but "
           "tensors."));
    m_ticks = new QCheckBox(tr("Idle cells, so that a column is a tick"), box);
    m_ticks->setObjectName(QStringLiteral("ticks"));
    m_ticks->setChecked(true);
    m_fsdp = new QCheckBox(tr("UNSHARD and RESHARD, for FSDP"), box);
    m_fsdp->setObjectName(QStringLiteral("fsdp"));
    m_active = new QSpinBox(box);
    m_active->setRange(1, kMostActive);
    m_active->setValue(PytorchExport{}.activeStages);
    m_active->setToolTip(tr("How many stages of a rank stay unsharded."));
    form->addRow(tr("Flavour"), m_flavour);
    form->addRow(tr("Torch"), m_torch);
    form->addRow(QString(), m_fuse);
    form->addRow(QString(), m_ticks);
    form->addRow(QString(), m_fsdp);
    form->addRow(tr("Active stages"), m_active);
    connect(m_flavour, &QComboBox::currentIndexChanged, this, &PytorchDialog::changed);
    for (QSpinBox* each : {m_torch, m_active})
        connect(each, &QSpinBox::valueChanged, this, &PytorchDialog::changed);
    for (QCheckBox* each : {m_fuse, m_ticks, m_fsdp})
        connect(each, &QCheckBox::toggled, this, &PytorchDialog::changed);
    return box;
}

QLayout* PytorchDialog::makeFileRow() {
    auto* row = new QHBoxLayout;
    m_file = new QLineEdit(this);
    m_file->setObjectName(QStringLiteral("file"));
    m_file->setAccessibleName(tr("File"));
    auto* choose = new QPushButton(tr("Choose …"), this);
    row->addWidget(m_file, 1);
    row->addWidget(choose);
    connect(m_file, &QLineEdit::textChanged, this, &PytorchDialog::updateText);
    connect(choose, &QPushButton::clicked, this, &PytorchDialog::browse);
    return row;
}

QLayout* PytorchDialog::makeButtons() {
    auto* row = new QHBoxLayout;
    auto* buttons = new QDialogButtonBox(this);
    m_save = new QPushButton(tr("Write the file"), buttons);
    m_save->setObjectName(QStringLiteral("primary"));
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    m_copy = buttons->addButton(tr("Copy TorchTitan's flags"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    m_save->setDefault(true);
    row->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &PytorchDialog::save);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(toQt(launch().torchTitan)); });
    return row;
}

QString PytorchDialog::file() const {
    const QString name = m_file->text();
    return QFileInfo(name).suffix().isEmpty() ? name + QStringLiteral(".csv") : name;
}

QString PytorchDialog::words() const { return m_text ? m_words->toPlainText() : m_failure->text(); }

PytorchExport PytorchDialog::options() const {
    const bool comms = m_flavour->currentIndex() == 1;
    return PytorchExport{.flavour = comms ? PytorchFlavour::ComputeComms : PytorchFlavour::ComputeOnly,
                         .torch = m_torch->value(),
                         .ticks = m_ticks->isChecked(),
                         .fsdp = comms && m_fsdp->isChecked(),
                         .activeStages = m_active->value()};
}

PytorchLaunch PytorchDialog::launch() const {
    return pytorchLaunch(m_fuse->isChecked() ? m_fused : m_whole, options().flavour, file().toStdString());
}

void PytorchDialog::changed() {
    const PytorchExport wanted = options();
    const bool comms = wanted.flavour == PytorchFlavour::ComputeComms;
    m_ticks->setEnabled(!comms);
    m_fsdp->setEnabled(comms);
    m_active->setEnabled(wanted.fsdp);
    m_text = writePytorchCsv(m_fuse->isChecked() ? m_fused : m_whole, wanted);
    m_failure->setText(m_text ? QString() : sentenceOf(m_text.error()));
    m_failure->setVisible(!m_text.ok());
    updateText();
}

void PytorchDialog::updateText() {
    m_words->setVisible(m_text.ok());
    m_save->setEnabled(m_text.ok() && !m_file->text().isEmpty());
    if (!m_text) {
        m_copy->setEnabled(false);
        return;
    }
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
    if (const Result<Done> done = writeFile(file().toStdString(), m_text->text); !done) {
        m_failure->setText(tr("Not written: %1").arg(sentenceOf(done.error())));
        m_failure->show();
        return;
    }
    accept();
}

} // namespace lanewright::app
