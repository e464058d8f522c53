// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compare_actions.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/job/cause_text.h"
#include "app/job/causes_panel.h"
#include "app/panels/history_panel.h"
#include "app/panels/runs_panel.h"
#include "app/shell/compare_window.h"
#include "app/shell/open_windows.h"
#include "app/shell/present/present_window.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/widgets/action_registry.h"

#include <algorithm>

namespace lanewright::app {

void CompareActions::addActions() {
    m_actions.add("view.compare", tr("C&ompare plans and runs …"), {"Ctrl+Shift+M"}, [this] { showPresent(); });
    m_actions.add("view.present", tr("Prese&nt …"), {"Shift+F5"},
                  tr("Plans side by side on the whole screen, in large type for a room."), [this] { present(); });
}

void CompareActions::connectPanels() {
    connect(m_panels.runList, &RunsPanel::compareRequested, this, &CompareActions::showRuns);
    connect(m_panels.history, &HistoryPanel::compareRequested, this, &CompareActions::showVariants);
    connect(m_panels.causes, &CausesPanel::compareRequested, this, &CompareActions::showFix);
}

CompareWindow& CompareActions::comparison() {
    if (!m_compare) {
        const std::vector<CompareWindow*> open = openWindows<CompareWindow>();
        m_compare = open.empty() ? new CompareWindow(m_session) : open.front();
        m_compare->show();
    }
    return *m_compare;
}

CompareWindow* CompareActions::showPresent() {
    CompareWindow& compare = comparison();
    compare.add(m_model.document.plan(), m_model.document.displayName(), m_model.document.run());
    compare.raise();
    return &compare;
}

PresentWindow* CompareActions::present() {
    auto* window = new PresentWindow(m_model.document.plan());
    window->start();
    window->showFullScreen();
    return window;
}

CompareWindow* CompareActions::showVariants() {
    CompareWindow& compare = comparison();
    const QString schedule = m_model.document.displayName();
    // The first of them is what the others are held against.
    for (int index = 0; index < m_model.variants.count(); ++index)
        if (const std::shared_ptr<const Plan> plan = m_model.variants.plan(index))
            compare.addOnce(*plan, tr("%1, %2").arg(schedule, m_model.variants.name(index)));
    if (!m_model.variants.present())
        compare.addOnce(m_model.document.plan(), schedule);
    compare.raise();
    return &compare;
}

void CompareActions::showFix() {
    const std::optional<TriedFix>& tried = m_panels.causes->triedFix();
    if (!tried)
        return;
    CompareWindow& compare = comparison();
    const QString name = triedText(*tried);
    compare.addOnce(tried->ran, tr("%1: as it ran").arg(name));
    compare.addOnce(tried->plan, name);
    compare.raise();
}

void CompareActions::showRuns(const std::vector<std::shared_ptr<const Run>>& runs) {
    CompareWindow& compare = comparison();
    int number = compare.count();
    const bool areOfOneBackend =
        std::ranges::all_of(runs, [&](const auto& run) { return run->backend == runs.front()->backend; });
    for (const std::shared_ptr<const Run>& run : runs) {
        // The present plan may be another one by now.
        const QString plan =
            run->plan.title.empty() ? m_model.document.displayName() : translatedTitle(run->plan.title);
        QString name = tr("%1, run %2").arg(plan).arg(++number);
        if (!areOfOneBackend)
            name += QStringLiteral(" (%1)").arg(plainLine(run->backend));
        compare.add(run->plan, name, run);
    }
    compare.raise();
}

} // namespace lanewright::app
