// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/run_actions.h"

#include "app/document/plain_text.h"
#include "app/frame/rows.h"
#include "app/job/causes_panel.h"
#include "app/panels/deviation_panel.h"
#include "app/panels/findings_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/log_panel.h"
#include "app/panels/plan_again_card.h"
#include "app/panels/run_panel.h"
#include "app/panels/runs_panel.h"
#include "app/panels/solve_panel.h"
#include "app/shell/compare_actions.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/shell/window_words.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/panel_text.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "core/measured/run_costs.h"
#include "core/program/program.h"

#include <QCheckBox>
#include <QMainWindow>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <utility>

namespace lanewright::app {

void RunActions::addActions() {
    m_actions.add("run.start", tr("▶ &Run"), {"Ctrl+R", "F5"},
                  tr("Train a GPT in exactly this order and lay its measured timeline over the plan."),
                  [this] { startRun(m_panels.runPanel->settings()); });
    m_actions.add("run.stop", tr("■ &Stop"), {"Ctrl+."}, [this] { stop(); });
    m_actions.add("run.settings", tr("Run se&ttings"), {}, [this] { m_panels.runPanel->setFormVisible(true); });
    m_actions.add("run.check", tr("&Check ✓"), {"F7"},
                  tr("Judge the schedule and prove its programs free of deadlock."), [this] { check(); });
    m_actions.add("run.solve", tr("S&olve"), {"F9"},
                  tr("Search a better order for these costs and limits, and prove how good it is."),
                  [this] { startSolving(); });
    m_actions.add("run.forget", tr("Remove the &measurement"), {}, [this] { m_model.document.setRun(nullptr); });
}

void RunActions::addMeasuredActions() {
    m_actions
        .addToggle("view.retime", tr("Re-&time with measured durations"), {"Ctrl+Shift+T"}, false,
                   [this](bool on) { setRetimed(on); })
        ->setToolTip(tr("Draws the plan as it would run if each op took its measured duration."));
    m_actions.add("run.useMeasured", tr("&Use measured costs"), {}, [this] { useMeasuredCosts(); });
    m_actions.add("run.useMicrobatches", tr("Use measured costs of &each microbatch"), {},
                  [this] { useMeasuredCosts(true); });
}

void RunActions::setRetimed(bool on) {
    m_panels.lanes->setRetimed(on);
    const Time before = m_model.document.analysis().metrics.makespan;
    const Time after = m_panels.lanes->placed().reached;
    m_words.showHint(m_panels.lanes->isRetimed() ? tr("Planned blocks take their measured durations: makespan %1.")
                                                       .arg(timeChange(before, after, m_model.document.plan().timeUnit))
                                                 : QString());
}

void RunActions::enableActions() {
    const bool active = m_model.runs.isActive();
    const std::shared_ptr<const Run> run = m_model.document.run();
    const QString& reason = m_panels.runPanel->runnable().reason();
    m_actions.enable("run.start", !active && reason.isEmpty());
    m_actions.at("run.start")
        ->setToolTip(reason.isEmpty()
                         ? tr("Train a GPT in exactly this order and lay its measured timeline over the plan.")
                         : tr("It can't run yet. %1").arg(reason));
    m_actions.enable("run.stop", active || (m_model.solving.isActive() && !m_model.solving.isStopping()));
    m_actions.at("run.stop")
        ->setToolTip(active ? tr("End the run after its step.") : tr("End the search with the best that it has."));
    m_actions.enable("run.forget", !active && run != nullptr);
    m_actions.enable("view.retime", run != nullptr);
    m_actions.enable("run.useMeasured", !active && run && !run->paced);
    m_actions.enable("run.useMicrobatches", !active && run && !run->paced);
    m_actions.enable("file.saveRun", !active && run != nullptr);
    m_panels.runButton->setDefaultAction(m_actions.at(active ? "run.stop" : "run.start"));
}

void RunActions::connectPanels() {
    connectRun();
    connectRunList();
    connect(m_panels.history, &HistoryPanel::hint, this, [this](const QString& words) { m_words.showHint(words); });
    connect(m_panels.againCard, &PlanAgainCard::accepted, this, &RunActions::runAgainAsMeasured);
    connect(m_panels.againCard, &PlanAgainCard::pacedRequested, this, &RunActions::runAgainPaced);
    connect(m_panels.causes, &CausesPanel::tried, this, &RunActions::keepFix);
    connect(m_panels.causes, &CausesPanel::showRequested, this, &RunActions::showFix);
    connect(m_panels.causes, &CausesPanel::costsRequested, this, &RunActions::useMeasuredCosts);
    // What was offered was for the plan as it was.
    connect(&m_model.document, &Document::changed, this, [this] { m_model.again.drop(); });
}

void RunActions::connectRun() {
    connect(m_panels.runPanel, &RunPanel::startRequested, this, [this] { startRun(m_panels.runPanel->settings()); });
    connect(m_panels.runPanel, &RunPanel::stopRequested, &m_model.runs, &RunController::stop);
    connect(m_panels.runPanel, &RunPanel::settingsChanged, this,
            [this] { m_model.settings.setRun(m_panels.runPanel->settings()); });
    connect(&m_panels.runPanel->runnable(), &Runnable::changed, this, &RunActions::changed);
    connect(&m_model.runs, &RunController::stateChanged, this, &RunActions::changed);
    connect(&m_model.runs, &RunController::stateChanged, this,
            [this] { m_panels.runList->setBusy(m_model.runs.isActive()); });
    connect(&m_model.solving, &SolveJob::started, this, &RunActions::changed);
    connect(&m_model.solving, &SolveJob::finished, this, &RunActions::changed);
    connect(&m_model.runs, &RunController::finished, this, &RunActions::runFinished);
    connect(&m_model.runs, &RunController::logged, m_panels.log, &LogPanel::add);
}

void RunActions::connectRunList() {
    const auto count = [this](int runs) {
        m_panels.bottom->setTabText(m_panels.bottom->indexOf(m_panels.runList),
                                    runs > 0 ? tr("Runs %1").arg(runs) : tr("Runs"));
    };
    connect(m_panels.runList, &RunsPanel::countChanged, this, count);
    count(m_panels.runList->count());
    connect(m_panels.runList, &RunsPanel::failed, this,
            [this](const QString& sentence) { m_words.showProblem(sentence); });
    connect(m_panels.runList, &RunsPanel::saveRequested, this,
            [this](const std::shared_ptr<const Run>& run) { saveRunAs(*run); });
    connect(m_panels.runList, &RunsPanel::chosen, this, &RunActions::showRun);
}

void RunActions::showRun(const std::shared_ptr<const Run>& run) {
    if (m_model.runs.isActive())
        return;
    m_model.again.drop();
    m_model.document.setRun(run);
    m_actions.at("view.showMeasured")->setChecked(true);
}

void RunActions::runChanged() {
    const auto run = m_model.document.run();
    if (run && !run->plan.isProblem() && m_model.document.runIsOfAnotherOrder() && !m_model.runs.isActive())
        m_words.showHintWhile(tr("The measurement is of another order than the present one."),
                              [this] { return m_model.document.run() && m_model.document.runIsOfAnotherOrder(); });
    else
        m_words.dropStaleHint();
    if (!run)
        m_unsavedRun = nullptr;
    Q_EMIT changed();
}

void RunActions::check() {
    m_panels.bottom->open(m_panels.findings);
    if (!m_model.document.analysis().valid) {
        m_words.showHint(tr("Not valid: see the findings."));
        return m_panels.findings->step(1);
    }
    const Result<std::vector<Program>> programs = lanewright::lower(m_model.document.plan());
    if (!programs)
        return m_words.showProblem(sentenceOf(programs.error()));
    if (const Result<Done> proof = proveDeadlockFree(*programs, m_model.document.plan()); !proof)
        return m_words.showProblem(sentenceOf(proof.error()));
    m_words.showHint(tr("Valid: all %1 ops are there and in their place; the programs are proved free of deadlock.")
                         .arg(opCount(m_model.document.schedule())));
}

void RunActions::startRun(const RunSettings& settings) {
    if (m_model.runs.isActive())
        return;
    m_model.again.drop();
    m_panels.banner->withdraw(Banner::About::Run);
    m_model.document.setRun(nullptr);
    m_actions.at("view.showMeasured")->setChecked(true);
    const int ranks = m_model.document.schedule().ranks();
    m_words.showHint(sharesCores(settings, ranks)
                         ? tr("The run has started: %1 threads take turns on %2 cores, so its steps are longer than "
                              "planned.")
                               .arg(ranks * settings.threads)
                               .arg(coresHere())
                         : tr("The run has started."));
    m_model.store.begin();
    m_model.runs.start(settings);
}

void RunActions::stop() {
    // A run has the engine, and the button above the lanes; a search beside it is stopped next.
    if (m_model.runs.isActive())
        return m_model.runs.stop();
    m_model.solving.stop();
    Q_EMIT changed();
}

void RunActions::startSolving() {
    m_panels.bottom->open(m_panels.solve);
    m_panels.solve->start();
}

void RunActions::runFinished() {
    m_model.store.end();
    Q_EMIT changed();
    m_unsavedRun = m_model.document.run();
    const std::shared_ptr<const Run> first = std::exchange(m_firstRun, nullptr);
    if (!m_model.runs.failure().isEmpty())
        return showFailure();
    m_panels.bottom->open(m_panels.deviations);
    const RunController::Progress& progress = m_model.runs.progress();
    if (m_model.runs.wasStopped())
        m_words.showHint(tr("Stopped after %1 of %2 steps; %3 ops of a step were measured.")
                             .arg(progress.step)
                             .arg(progress.steps)
                             .arg(m_panels.deviations->count()));
    else
        m_words.showHint(tr("Measured %1 ops.").arg(m_panels.deviations->count()));
    if (first && m_model.document.run())
        m_compare.showRuns({first, m_model.document.run()});
    else
        offerToPlanAgain();
}

void RunActions::showFailure() {
    if (!m_model.runs.hasBegun()) {
        m_panels.banner->say(tr("This can't run: %1").arg(m_model.runs.failure()), {}, Banner::About::Run);
        m_words.showHint(tr("The run did not begin."));
        return;
    }
    m_panels.banner->say(tr("The run failed: %1").arg(m_model.runs.failure()), {}, Banner::About::Run);
    const Document::Coverage coverage = m_model.document.coverage();
    m_words.showHint(coverage.measured == 0 ? tr("The run failed; nothing was measured.")
                     : coverage.isWhole()   ? tr("The run failed; %1, the last that it ended, is shown.", "step 3")
                                                .arg(stepText(*m_model.document.shownStep()))
                                          : tr("The run failed; what it measured until then is shown: %1 of %2 ops.")
                                                .arg(coverage.measured)
                                                .arg(coverage.blocks));
}

void RunActions::offerToPlanAgain() {
    const std::shared_ptr<const Run> run = m_model.document.run();
    if (!run || run->paced || m_model.document.runIsOfAnotherOrder() || !m_model.document.coverage().isWhole())
        return;
    const std::optional<double> times = timesOffPlan(*run);
    if (times && isFarOff(*times))
        m_model.again.ask(run, m_panels.solve->options().objective);
}

void RunActions::runAgainAsMeasured() {
    if (!m_model.again.answer() || m_model.runs.isActive())
        return;
    const PlannedAgain answer = *m_model.again.answer();
    const std::shared_ptr<const Run> first = m_model.again.run();
    RunSettings settings = m_model.runs.settings();
    settings.paced = false;
    m_model.document.apply(tr("Use measured costs and solve: %1 %2")
                               .arg(objectiveText(answer.objective), fixedTime(answer.then, answer.plan.timeUnit)),
                           Plan(answer.plan), -1, Document::Change::MadeAnew);
    m_model.range.fit();
    startRun(settings);
    m_firstRun = first;
}

void RunActions::runAgainPaced() {
    RunSettings settings = m_model.runs.settings();
    settings.paced = true;
    startRun(settings);
}

void RunActions::useMeasuredCosts(bool eachMicrobatch) {
    const auto run = m_model.document.run();
    if (!run)
        return;
    if (run->paced)
        return m_words.showProblem(
            tr("The times of a paced run are held to the plan: they say nothing of costs. Run it unpaced."));
    if (run->plan.schedule.placement != m_model.document.schedule().placement)
        return m_words.showProblem(tr("The run had its stages on other ranks than the plan."));
    CostsRequest request{.eachMicrobatch = eachMicrobatch};
    if (eachMicrobatch) {
        request.step = m_model.document.chosenStep();
        request.replica = m_model.document.shownReplica();
    }
    const Result<RunCosts> costs = costsOf(*run, m_model.document.plan(), request);
    if (!costs)
        return m_words.showProblem(tr("This gives no costs: %1").arg(sentenceOf(costs.error())));
    m_model.document.apply(eachMicrobatch ? tr("Use measured costs of each microbatch") : tr("Use measured costs"),
                           Plan(costs->plan));
    m_model.range.fit();
}

void RunActions::keepFix(const std::shared_ptr<const Plan>& plan, const QString& name) {
    if (!plan)
        return;
    const Result<QString> kept = m_model.variants.keepLike(name, *plan);
    m_words.showHint(kept ? tr("%1: kept as a variant in the history.").arg(*kept) : sentenceOf(kept.error()));
}

void RunActions::showFix(const QString& name) {
    const std::optional<TriedFix>& tried = m_panels.causes->triedFix();
    if (!tried)
        return;
    if (const std::optional<int> index = m_model.variants.indexOf(tried->plan))
        m_model.variants.goTo(*index);
    else
        m_model.document.apply(name, Plan(tried->plan), -1, Document::Change::MadeAnew);
    m_model.range.fit();
}

bool RunActions::saveRun() { return m_model.document.run() && saveRunAs(*m_model.document.run()); }

bool RunActions::saveRunAs(const Run& run) {
    const bool saved = writeAs(tr("Save run"), m_model.settings.lastFolder() + QStringLiteral("/run.lwrun"),
                               tr("Runs (*.lwrun)"), QStringLiteral("lwrun"),
                               [&run](const QString& path) { return writeFile(path.toStdString(), runToJson(run)); });
    if (saved && m_unsavedRun && *m_unsavedRun == run)
        m_unsavedRun = nullptr;
    return saved;
}

bool RunActions::mayLeaveRun() {
    const QString kept = tr("What it measured stays in the list of runs of this schedule.");
    if (m_model.runs.isActive()) {
        const RunController::Progress& progress = m_model.runs.progress();
        return mayStop("runQuestion", tr("Stop the run?"),
                       tr("A run goes on: %1 of %2 steps are done.").arg(progress.step).arg(progress.steps), kept,
                       tr("Stop and close"));
    }
    if (!m_unsavedRun || !m_model.settings.asksAboutRuns())
        return true;
    const std::unique_ptr<QMessageBox> box(plainBox(QMessageBox::Question, "runQuestion", tr("Save the measurement?"),
                                                    tr("The last measurement is in no file of yours."), kept,
                                                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel,
                                                    &m_window));
    box->button(QMessageBox::Discard)->setText(tr("Close without"));
    auto* never = new QCheckBox(tr("Do not ask again: the list is enough"), box.get());
    box->setCheckBox(never);
    box->setDefaultButton(QMessageBox::Save);
    const int answer = box->exec();
    if (answer == QMessageBox::Cancel)
        return false;
    m_model.settings.asksAboutRuns.set(!never->isChecked());
    return answer == QMessageBox::Discard || saveRunAs(*m_unsavedRun);
}

} // namespace lanewright::app
