// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/planner_window.h"
#include "app/shell/help_window.h"
#include "app/shell/look.h"
#include "app/shell/main_window.h"

namespace lanewright {

namespace {

MainWindow* openPlan(const Plan& plan) {
    auto* window = new MainWindow;
    window->showPlan(plan);
    window->show();
    return window;
}

void runPlan(const Plan& plan) {
    MainWindow* window = openPlan(plan);
    RunSettings settings = window->runPanel().settings();
    settings.paced = true;
    settings.backend = QStringLiteral("cpu");
    if (plan.model)
        settings.model = *plan.model;
    window->runPanel().setSettings(settings);
    window->startRun(settings);
}

} // namespace

PlannerWindow* MainWindow::openPlanner(const QStringList& files) {
    auto* planner = new PlannerWindow;
    planner->setWindowIcon(programIcon());
    connect(planner, &PlannerWindow::openRequested, planner, [](const Plan& plan) { openPlan(plan); });
    connect(planner, &PlannerWindow::engineRequested, planner, [](const Plan& plan) { runPlan(plan); });
    connect(planner, &PlannerWindow::helpRequested, planner, [planner](const QString& page) {
        auto* help = new HelpWindow({}, planner);
        help->setAttribute(Qt::WA_DeleteOnClose);
        help->showPage(page);
        help->show();
    });
    planner->show();
    planner->openPresets(QStringLiteral("gpt2-medium"), QStringLiteral("mixed"));
    bool opened = files.isEmpty();
    for (const QString& file : files)
        opened = planner->openPath(file) || opened;
    if (opened)
        planner->startSearch();
    return planner;
}

} // namespace lanewright
