// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/watch_actions.h"

#include "app/dialogs/watch_dialog.h"
#include "app/dialogs/watch_sign.h"
#include "app/shell/main_window.h"
#include "app/widgets/action_registry.h"
namespace lanewright::app {

void WatchActions::addActions() {
    m_actions.add("run.watch", tr("Watch a &job …"), {}, tr("Show a PyTorch training of your own while it runs."),
                  [this] { showDialog(); });
}

void WatchActions::connectPanels() {
    connect(&m_model.watch, &JobWatch::measured, this,
            [this](const std::shared_ptr<const Run>& run) { show(run, false); });
    connect(&m_model.watch, &JobWatch::finished, this, &WatchActions::finish);
    connect(m_panels.watchSign, &WatchSign::opened, this, &WatchActions::showDialog);
}

WatchDialog* WatchActions::showDialog() {
    if (!m_dialog) {
        m_dialog = new WatchDialog(m_model.watch, &m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->show();
    m_dialog->raise();
    return m_dialog;
}

void WatchActions::show(const std::shared_ptr<const Run>& run, bool isOver) {
    if (!m_watched) {
        const bool isOwn = m_model.document.schedule() == run->plan.schedule;
        const bool isHere = !m_model.runs.isActive() && (isOwn || m_whole.files().isUntouched());
        m_watched = isHere ? &m_whole : new MainWindow(m_session);
        if (!isHere || !isOwn)
            m_watched->files().showPlan(run->plan);
        if (!isHere) {
            m_watched->sessionState().standBeside(m_window);
            m_watched->show();
        }
        m_watched->actionRegistry().at("view.showMeasured")->setChecked(true);
        m_watched->model().store.begin();
    }
    isOver ? m_watched->document().setRun(run) : m_watched->document().setRunSoFar(run);
}

void WatchActions::finish(const std::shared_ptr<const Run>& run) {
    if (run)
        show(run, true);
    if (run && m_watched) {
        m_watched->model().store.end();
        m_watched->runActions().setUnsavedRun(run);
        m_watched->words().showHint(
            tr("The job that was watched has ended: step %1 was its last. It is in the list of runs.")
                .arg(run->steps.empty() ? 0 : run->steps.back().step));
    } else if (!m_model.watch.trouble().isEmpty()) {
        m_words.showHint(m_model.watch.trouble());
    }
    m_watched.clear();
}

bool WatchActions::mayLeave() {
    const JobWatch& watch = m_model.watch;
    if (watch.state() == JobWatch::State::Idle)
        return true;
    const bool waits = watch.state() == JobWatch::State::Waiting;
    return mayStop("watchQuestion", tr("Stop watching?"),
                   waits ? tr("This window waits for a job.") : tr("This window watches a job."),
                   waits ? tr("A job that is started with the line that was copied would find the port closed.")
                         : tr("The job goes on; what it does from here on is not recorded here."),
                   tr("Stop and close"));
}

} // namespace lanewright::app
