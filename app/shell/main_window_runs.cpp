// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_words.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/log_panel.h"
#include "app/panels/panel_text.h"
#include "app/panels/plan_again_card.h"
#include "app/panels/runs_panel.h"
#include "app/panels/solve_panel.h"
#include "app/shell/banner.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/shell/rows.h"
#include "core/io/files.h"

#include <QCheckBox>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <memory>
#include <utility>

namespace lanewright {

void MainWindow::connectRuns() {
    connect(m_runPanel, &RunPanel::startRequested, this, [this] { startRun(m_runPanel->settings()); });
    connect(m_runPanel, &RunPanel::stopRequested, &m_runs, &RunController::stop);
    connect(m_runPanel, &RunPanel::settingsChanged, this, [this] { m_settings.setRun(m_runPanel->settings()); });
    connect(&m_runPanel->runnable(), &Runnable::changed, this, &MainWindow::enableActions);
    connect(&m_runs, &RunController::stateChanged, this, &MainWindow::enableActions);
    connect(&m_runs, &RunController::stateChanged, this, [this] { m_runList->setBusy(m_runs.isActive()); });
    connect(&m_runs, &RunController::finished, this, &MainWindow::runFinished);
    connect(&m_runs, &RunController::logged, m_log, &LogPanel::add);
    const auto count = [this](int runs) {
        m_bottom->setTabText(m_bottom->indexOf(m_runList), runs > 0 ? tr("Runs %1").arg(runs) : tr("Runs"));
    };
    connect(m_runList, &RunsPanel::countChanged, this, count);
    count(m_runList->count());
    connect(m_runList, &RunsPanel::failed, this, [this](const QString& sentence) { complain(sentence); });
    connect(m_runList, &RunsPanel::compareRequested, this, &MainWindow::compareRuns);
    connect(m_runList, &RunsPanel::saveRequested, this,
            [this](const std::shared_ptr<const Run>& run) { saveRunAs(*run); });
    connect(m_runList, &RunsPanel::chosen, this, [this](const std::shared_ptr<const Run>& run) {
        if (m_runs.isActive())
            return;
        m_again.drop();
        m_document.setRun(run);
        m_actions.at(QStringLiteral("view.showMeasured"))->setChecked(true);
    });
    connect(m_againCard, &PlanAgainCard::accepted, this, &MainWindow::runAgainAsMeasured);
    // What was offered was for the plan as it was.
    connect(&m_document, &Document::changed, this, [this] { m_again.drop(); });
}

void MainWindow::runChanged() {
    const auto run = m_document.run();
    if (run && !run->plan.isProblem() && m_document.runIsOfAnotherOrder() && !m_runs.isActive())
        m_hint->setText(tr("The measurement is of another order than the present one."));
    if (!run)
        m_unsavedRun = nullptr;
    enableActions();
}

void MainWindow::startRun(const RunSettings& settings) {
    if (m_runs.isActive())
        return;
    m_again.drop();
    m_document.setRun(nullptr);
    m_actions.at(QStringLiteral("view.showMeasured"))->setChecked(true);
    const int ranks = m_document.schedule().ranks();
    m_hint->setText(sharesCores(settings, ranks)
                        ? tr("The run has started: %1 threads take turns on %2 cores, so its steps are longer than "
                             "planned.")
                              .arg(ranks * settings.threads)
                              .arg(coresHere())
                        : tr("The run has started."));
    m_store.begin();
    m_runs.start(settings);
}

void MainWindow::runFinished() {
    m_store.end();
    enableActions();
    m_unsavedRun = m_document.run();
    const std::shared_ptr<const Run> first = std::exchange(m_firstRun, nullptr);
    if (!m_runs.failure().isEmpty())
        return tellFailure();
    m_bottom->open(m_deviations);
    const RunController::Progress& progress = m_runs.progress();
    if (m_runs.wasStopped())
        m_hint->setText(tr("Stopped after step %1 of %2; %3 ops of a step were measured.")
                            .arg(progress.step)
                            .arg(progress.steps)
                            .arg(m_deviations->count()));
    else
        m_hint->setText(tr("Measured %1 ops.").arg(m_deviations->count()));
    if (first && m_document.run())
        compareRuns({first, m_document.run()});
    else
        offerToPlanAgain();
}

void MainWindow::tellFailure() {
    if (!m_runs.hasBegun()) {
        m_banner->say(tr("This can't run: %1").arg(m_runs.failure()));
        m_hint->setText(tr("The run did not begin."));
        return;
    }
    m_banner->say(tr("The run failed: %1").arg(m_runs.failure()));
    const Document::Coverage coverage = m_document.coverage();
    m_hint->setText(coverage.measured == 0 ? tr("The run failed; nothing was measured.")
                    : coverage.isWhole()   ? tr("The run failed; %1, the last that it ended, is shown.", "step 3")
                                               .arg(stepText(*m_document.shownStep()))
                                         : tr("The run failed; what it measured until then is shown: %1 of %2 ops.")
                                               .arg(coverage.measured)
                                               .arg(coverage.blocks));
}

void MainWindow::offerToPlanAgain() {
    const std::shared_ptr<const Run> run = m_document.run();
    if (!run || run->paced || m_document.runIsOfAnotherOrder() || !m_document.coverage().isWhole())
        return;
    const std::optional<double> times = timesOffPlan(*run);
    if (times && isFarOff(*times))
        m_again.look(run, m_solve->options().objective);
}

void MainWindow::runAgainAsMeasured() {
    if (!m_again.answer() || m_runs.isActive())
        return;
    const PlannedAgain answer = *m_again.answer();
    const std::shared_ptr<const Run> first = m_again.run();
    RunSettings settings = m_runs.settings();
    settings.paced = false;
    m_document.apply(tr("Use measured costs and solve: %1 %2")
                         .arg(objectiveText(answer.objective), fixedTime(answer.then, answer.plan.timeUnit)),
                     Plan(answer.plan), -1, Document::Change::MadeAnew);
    m_range.fit();
    startRun(settings);
    m_firstRun = first;
}

void MainWindow::compareRuns(const std::vector<std::shared_ptr<const Run>>& runs) {
    if (!m_compare) {
        const std::vector<CompareWindow*> open = CompareWindow::all();
        m_compare = open.empty() ? new CompareWindow : open.front();
        m_compare->show();
    }
    int number = m_compare->count();
    for (const std::shared_ptr<const Run>& run : runs)
        m_compare->add(run->plan, tr("%1, run %2").arg(m_document.displayName()).arg(++number), run);
    m_compare->raise();
}

bool MainWindow::saveRun() { return m_document.run() && saveRunAs(*m_document.run()); }

bool MainWindow::saveRunAs(const Run& run) {
    const QString path = askForFile(tr("Save run"), m_settings.lastFolder() + QStringLiteral("/run.lwrun"),
                                    tr("Runs (*.lwrun)"), QStringLiteral("lwrun"));
    if (path.isEmpty())
        return false;
    if (const Result<Done> done = writeFile(path.toStdString(), runToJson(run)); !done) {
        complain(tr("Not saved: %1").arg(sentenceOf(done.error())));
        return false;
    }
    if (m_unsavedRun && *m_unsavedRun == run)
        m_unsavedRun = nullptr;
    return true;
}

bool MainWindow::mayLeaveRun() {
    const QString kept = tr("What it measured stays in the list of runs of this schedule.");
    if (m_runs.isActive()) {
        const RunController::Progress& progress = m_runs.progress();
        const std::unique_ptr<QMessageBox> box(
            plainBox(QMessageBox::Question, tr("Stop the run?"),
                     tr("A run goes on: step %1 of %2.").arg(progress.step).arg(progress.steps), kept,
                     QMessageBox::Cancel, this));
        box->setObjectName(QStringLiteral("runQuestion"));
        const QPushButton* stop = box->addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
        box->setDefaultButton(QMessageBox::Cancel);
        box->exec();
        return box->clickedButton() == stop;
    }
    if (!m_unsavedRun || !m_settings.asksAboutRuns())
        return true;
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Question, tr("Save the measurement?"), tr("The last measurement is in no file of yours."),
                 kept, QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this));
    box->setObjectName(QStringLiteral("runQuestion"));
    box->button(QMessageBox::Discard)->setText(tr("Close without"));
    auto* never = new QCheckBox(tr("Do not ask again: the list is enough"), box.get());
    box->setCheckBox(never);
    box->setDefaultButton(QMessageBox::Save);
    const int answer = box->exec();
    if (answer == QMessageBox::Cancel)
        return false;
    m_settings.setAsksAboutRuns(!never->isChecked());
    return answer == QMessageBox::Discard || saveRunAs(*m_unsavedRun);
}

} // namespace lanewright
