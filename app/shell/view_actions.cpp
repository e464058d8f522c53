// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/view_actions.h"

#include "app/frame/rows.h"
#include "app/frame/style_sheet.h"
#include "app/job/job_panel.h"
#include "app/lesson/player/playback.h"
#include "app/panels/findings_panel.h"
#include "app/shell/session.h"
#include "app/shell/session_state.h"
#include "app/shell/window_model.h"
#include "app/shell/window_panels.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/action_registry.h"

#include <QActionGroup>
#include <QApplication>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kLaneStep = 8;

} // namespace

void ViewActions::addActions() {
    m_actions.add("view.zoomIn", tr("Zoom &in"), {"Ctrl++", "Ctrl+="}, [this] { m_panels.lanes->zoomIn(); });
    m_actions.add("view.zoomOut", tr("Zoom &out"), {"Ctrl+-"}, [this] { m_panels.lanes->zoomOut(); });
    m_actions.add("view.fitAll", tr("&Fit all"), {"Ctrl+0"}, [this] { m_panels.lanes->fitAll(); });
    m_actions.add("view.fitSelection", tr("Fit &selection"), {"Ctrl+Shift+F"},
                  [this] { m_panels.lanes->fitSelection(); });
    m_actions.add("view.tallerLanes", tr("&Taller lanes"), {"Ctrl+Shift+Up"},
                  [this] { m_panels.lanes->setLaneHeight(m_panels.lanes->laneHeight() + kLaneStep); });
    m_actions.add("view.lowerLanes", tr("&Lower lanes"), {"Ctrl+Shift+Down"},
                  [this] { m_panels.lanes->setLaneHeight(m_panels.lanes->laneHeight() - kLaneStep); });
    addFindingActions();
    m_actions.addToggle("view.showMeasured", tr("Show &measured"), {"Ctrl+M"}, m_model.settings.showMeasured(),
                        [this](bool show) {
                            m_panels.lanes->setShowMeasured(show);
                            m_model.settings.showMeasured.set(show);
                        });
    m_actions.addToggle("view.showMemory", tr("Show m&emory"), {}, true,
                        [this](bool show) { m_panels.overview->setMemoryWanted(show); });
    m_actions
        .addToggle("view.showJob", tr("Show map of the &job"), {}, true,
                   [this](bool show) { m_panels.job->setWanted(show); })
        ->setToolTip(tr("Every pipeline of every step above the lanes, where a run has several."));
    addPlayActions();
    addSettingChoices();
    m_actions.add("view.foldPanels", tr("Fold or open the &panels below"), {}, [this] { m_panels.bottom->toggle(); });
    m_actions.add("view.resetLayout", tr("&Reset layout"), {}, [this] {
        m_model.settings.resetLayout();
        m_state.resetLayout();
    });
    m_actions.add("view.fullScreen", tr("F&ull screen"), {"F11"},
                  [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
}

void ViewActions::addSettingChoices() {
    addChoices("view.theme.", m_model.settings.theme,
               {{"light", tr("&Light")},
                {"dark", tr("&Dark")},
                {"contrast", tr("&High contrast")},
                {"system", tr("&As the system")}},
               &applyTheme);
    // Languages are named in themselves, so that each is found by those who speak it. Menus are made anew as well, so
    // not from inside one of them.
    addChoices(
        "view.language.", m_model.settings.language,
        {{"en", QStringLiteral("&English")}, {"de", QStringLiteral("&Deutsch")}, {"system", tr("&As the system")}},
        [](const QString& language) { QTimer::singleShot(0, qApp, [language] { setLanguage(language); }); });
}

void ViewActions::addFindingActions() {
    m_actions.add("view.nextFinding", tr("&Next finding"), {"F8"}, [this] { m_panels.findings->step(1); });
    m_actions.add("view.previousFinding", tr("&Previous finding"), {"Shift+F8"},
                  [this] { m_panels.findings->step(-1); });
    m_actions.add("edit.fix", tr("Fi&x this finding"), {"Ctrl+F8"}, [this] {
        m_panels.bottom->open(m_panels.findings);
        m_panels.findings->applyFirstFix(std::max(0, m_panels.findings->currentRow()));
    });
    m_actions.add("edit.fixes", tr("Show what would fix this fi&nding"), {"Ctrl+Shift+F8"}, [this] {
        m_panels.bottom->open(m_panels.findings);
        m_panels.findings->showFixes(std::max(0, m_panels.findings->currentRow()));
    });
}

void ViewActions::addPlayActions() {
    // Playback takes these keys in the lanes: Space always, the others while its cursor is shown.
    const auto add = [this](const char* id, const QString& text, void (Playback::*act)()) {
        m_actions.add(id, text, {}, [this, act] { (m_panels.playback->*act)(); });
    };
    add("view.play", tr("&Play or pause\tSpace"), &Playback::toggle);
    add("view.playStep", tr("&Step to the next event\tRight"), &Playback::stepForward);
    add("view.playBack", tr("Step &back\tLeft"), &Playback::stepBack);
    add("view.playStart", tr("&To the start\tHome"), &Playback::rewind);
    add("view.playFaster", tr("&Faster\tUp"), &Playback::faster);
    add("view.playSlower", tr("S&lower\tDown"), &Playback::slower);
    add("view.playEnd", tr("&End playback\tEsc"), &Playback::close);
    m_actions.addToggle("view.playJump", tr("&Jump instead of sweeping"), {}, desktopReducesMotion(),
                        [this](bool reduced) { m_panels.playback->setReducedMotion(reduced); });
}

void ViewActions::addChoices(const char* prefix, Setting<QString>& setting, std::initializer_list<Named> choices,
                             const std::function<void(const QString& chosen)>& choose) {
    auto* group = new QActionGroup(&m_window);
    for (const auto& [name, words] : choices) {
        const QString chosen = QLatin1String(name);
        m_actions.addChoice(*group, QLatin1String(prefix) + chosen, words, {}, setting() == chosen,
                            [&setting, chosen, choose] {
                                setting.set(chosen);
                                choose(chosen);
                            });
    }
}

void ViewActions::addArrowActions() {
    auto* group = new QActionGroup(&m_window);
    const auto add = [&](const char* id, const QString& text, const char* key, ArrowDepth depth) {
        return m_actions.addChoice(*group, id, text, {key}, depth == ArrowDepth::Direct,
                                   [this, depth] { m_panels.lanes->setArrowDepth(depth); });
    };
    add("view.arrows.direct", tr("Of the selected &block"), "Ctrl+1", ArrowDepth::Direct)
        ->setToolTip(tr("What it needs and what needs it."));
    add("view.arrows.chain", tr("The whole &chain"), "Ctrl+2", ArrowDepth::Chain)
        ->setToolTip(tr("What decided its start, back to the first block, and on to what it decides."));
    add("view.arrows.critical", tr("The critical &path"), "Ctrl+3", ArrowDepth::CriticalPath)
        ->setToolTip(tr("The chain of blocks that decides the makespan."));
}

void ViewActions::refreshSigns() {
    const std::initializer_list<std::pair<const char*, ToolIcon>> signs = {{"edit.undo", ToolIcon::Undo},
                                                                           {"edit.redo", ToolIcon::Redo},
                                                                           {"view.zoomIn", ToolIcon::ZoomIn},
                                                                           {"view.zoomOut", ToolIcon::ZoomOut},
                                                                           {"view.fitAll", ToolIcon::Fit}};
    for (const auto& [id, sign] : signs)
        m_actions.at(id)->setIcon(toolIcon(sign));
}

} // namespace lanewright::app
