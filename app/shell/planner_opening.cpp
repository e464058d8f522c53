// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/planner_opening.h"

#include "app/frame/help_window.h"
#include "app/frame/style_sheet.h"
#include "app/panels/run_panel.h"
#include "app/planner/planner_window.h"
#include "app/shell/main_window.h"

namespace lanewright::app {
namespace {

void runPlan(Session& session, const Plan& plan) {
    MainWindow* window = showPlan(session, plan);
    RunSettings settings = window->panels().runPanel->settings();
    settings.paced = true;
    settings.backend = QStringLiteral("cpu");
    if (plan.model)
        settings.model = *plan.model;
    window->panels().runPanel->setSettings(settings);
    window->runActions().startRun(settings);
}

} // namespace

PlannerWindow* openPlanner(Session& session, const QStringList& files) {
    auto* planner = new PlannerWindow;
    planner->setWindowIcon(programIcon());
    QObject::connect(planner, &PlannerWindow::openRequested, planner,
                     [&session](const Plan& plan) { showPlan(session, plan); });
    QObject::connect(planner, &PlannerWindow::engineRequested, planner,
                     [&session](const Plan& plan) { runPlan(session, plan); });
    QObject::connect(planner, &PlannerWindow::helpRequested, planner,
                     [planner](const QString& page) { HelpWindow::open({}, page, planner); });
    planner->show();
    planner->openPresets(QStringLiteral("gpt2-medium"), QStringLiteral("mixed"));
    bool opened = files.isEmpty();
    for (const QString& file : files)
        opened = planner->openPath(file) || opened;
    if (opened)
        planner->startSearch();
    return planner;
}

} // namespace lanewright::app
