// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/watch_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanewright::app {
namespace {

constexpr int kLongMs = 60'000; ///< without a job: then what may be wrong is said

/// How a script is started with it; the same in every language.
const QString kExample = QStringLiteral("LANEWRIGHT_LIVE=… torchrun --nproc-per-node 4 -m lanewright.run train.py");

} // namespace

WatchDialog::WatchDialog(JobWatch& watch, QWidget* parent)
    : QDialog(parent), m_watch(watch),
      m_line(named(new QLineEdit(this), {.name = "watchLine", .spoken = tr("The line to paste")})),
      m_anywhere(named(new QCheckBox(tr("Also from other machines"), this),
                       {.name = "watchAnywhere",
                        .tip = tr("Else only jobs of this machine reach it. What they send crosses the network in the "
                                  "clear; who knows the line can send steps and nothing else.")})),
      m_status(named(selectable(plainLabel(this)), "watchStatus")), m_trouble(makeFailure(this)),
      m_copy(makeButton(tr("Copy"), this, this, &WatchDialog::copy)),
      m_listen(named(makeButton({}, this, this, &WatchDialog::listenOrStop), "watchStop")) {
    layOut();
    setUpOnce(m_long, kLongMs, this, &WatchDialog::refresh);
    connect(m_anywhere, &QCheckBox::toggled, this, &WatchDialog::listen);
    connect(&m_watch, &JobWatch::changed, this, &WatchDialog::refresh);
    // The port stays open when the dialog closes, for the line may be pasted by then: the status bar says so.
    if (m_watch.state() == JobWatch::State::Idle) {
        listen();
    } else {
        m_long.start();
        refresh();
    }
}

void WatchDialog::layOut() {
    setWindowTitle(tr("Watch a job"));
    setObjectName(QStringLiteral("watchDialog"));
    resize(680, 300);
    auto* words =
        makeParagraph(nullptr,
                      tr("Put this in front of the command that starts your PyTorch training, and start its "
                         "script by -m lanewright.run. Each step appears here when all ranks have ended it; a "
                         "slow or closed window never holds up the job."),
                      this);
    m_line->setReadOnly(true);
    m_line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* example = makeLabel("caption", kExample, this);
    example->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_listen, QDialogButtonBox::ActionRole);
    makeColumn(
        this, {.margins = kDialogMargins, .between = 12},
        {words, makeRow({}, {{m_line, 1}, m_copy}), example, m_anywhere, freeRoom(), m_status, m_trouble, buttons});
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void WatchDialog::copy() {
    QGuiApplication::clipboard()->setText(m_watch.line());
    m_copy->setText(tr("Copied"));
}

void WatchDialog::listenOrStop() {
    if (m_watch.state() == JobWatch::State::Idle)
        listen();
    else
        m_watch.stop();
}

void WatchDialog::listen() {
    const Result<Done> started = m_watch.start(m_anywhere->isChecked());
    m_long.start();
    refresh();
    if (!started)
        showWords(*m_trouble, translated(started.error().message));
}

void WatchDialog::refresh() {
    using enum JobWatch::State;
    const JobWatch::State state = m_watch.state();
    if (m_line->text() != m_watch.line())
        m_copy->setText(tr("Copy"));
    m_line->setText(m_watch.line());
    m_line->setCursorPosition(0);
    m_copy->setEnabled(state != Idle);
    m_anywhere->setEnabled(state != Watching);
    m_listen->setText(state == Idle ? tr("Listen again") : tr("Stop"));
    QString words;
    switch (state) {
    case Idle:
        words = m_watch.step() ? tr("The job is over. Step %1 was its last.").arg(*m_watch.step())
                               : tr("Nobody listens: no job was watched.");
        break;
    case Waiting:
        words = m_long.isActive() ? tr("Waiting for a job …")
                                  : tr("No job has come for a minute. Is its script started by -m lanewright.run, and "
                                       "can it reach this machine? A job elsewhere may come through ssh -R.");
        break;
    case Watching:
        words = m_watch.step() ? tr("%1 ranks, step %2.").arg(m_watch.ranks()).arg(*m_watch.step())
                               : tr("%1 ranks have come; their first step has not ended.").arg(m_watch.ranks());
        break;
    }
    m_status->setText(words);
    showWords(*m_trouble, m_watch.trouble());
}

} // namespace lanewright::app
