// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/view_actions.h"

#include "app/frame/rows.h"
#include "app/frame/style_sheet.h"
#include "app/job/job_panel.h"
#include "app/lesson/playback.h"
#include "app/panels/findings_panel.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"

#include <QActionGroup>
#include <QApplication>
#include <QTimer>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kLaneStep = 8;

} // namespace

ViewActions::ViewActions(const WindowContext& context)
    : m_window(context.window), m_model(context.model), m_panels(context.panels), m_actions(context.actions) {}

void ViewActions::addActions() {
    m_actions.add("view.zoomIn", tr("Zoom &in"), {"Ctrl++", "Ctrl+="}, [this] { m_panels.lanes->zoomIn(); })
        ->setIcon(toolIcon(ToolIcon::ZoomIn));
    m_actions.add("view.zoomOut", tr("Zoom &out"), {"Ctrl+-"}, [this] { m_panels.lanes->zoomOut(); })
        ->setIcon(toolIcon(ToolIcon::ZoomOut));
    m_actions.add("view.fitAll", tr("&Fit all"), {"Ctrl+0"}, [this] { m_panels.lanes->fitAll(); })
        ->setIcon(toolIcon(ToolIcon::Fit));
    m_actions.add("view.fitSelection", tr("Fit &selection"), {"Ctrl+Shift+F"},
                  [this] { m_panels.lanes->fitSelection(); });
    m_actions.add("view.tallerLanes", tr("&Taller lanes"), {"Ctrl+Shift+Up"},
                  [this] { m_panels.lanes->setLaneHeight(m_panels.lanes->laneHeight() + kLaneStep); });
    m_actions.add("view.lowerLanes", tr("&Lower lanes"), {"Ctrl+Shift+Down"},
                  [this] { m_panels.lanes->setLaneHeight(m_panels.lanes->laneHeight() - kLaneStep); });
    addFindingActions();
    QAction* measured = m_actions.add("view.showMeasured", tr("Show &measured"), {"Ctrl+M"}, [] {});
    measured->setCheckable(true);
    measured->setChecked(m_model.settings.showMeasured());
    connect(measured, &QAction::toggled, this, [this](bool show) {
        m_panels.lanes->setShowMeasured(show);
        m_model.settings.setShowMeasured(show);
    });
    QAction* memory = m_actions.add("view.showMemory", tr("Show m&emory"), {}, [] {});
    memory->setCheckable(true);
    memory->setChecked(true);
    connect(memory, &QAction::toggled, this, [this](bool show) { m_panels.overview->setMemoryWanted(show); });
    QAction* job = m_actions.add("view.showJob", tr("Show map of the &job"), {}, [] {});
    job->setCheckable(true);
    job->setChecked(true);
    job->setToolTip(tr("Every pipeline of every step above the lanes, where a run has several."));
    connect(job, &QAction::toggled, this, [this](bool show) { m_panels.job->setWanted(show); });
    addPlayActions();
    addThemeActions();
    addLanguageActions();
    m_actions.add("view.foldPanels", tr("Fold or open the &panels below"), {}, [this] { m_panels.bottom->toggle(); });
    m_actions.add("view.resetLayout", tr("&Reset layout"), {}, [this] {
        m_model.settings.resetLayout();
        m_window.sessionState().resetLayout();
    });
    m_actions.add("view.fullScreen", tr("F&ull screen"), {"F11"},
                  [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
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
        return m_actions.add(QLatin1String(id), text, {}, [this, act] { (m_panels.playback->*act)(); });
    };
    add("view.play", tr("&Play or pause\tSpace"), &Playback::toggle);
    add("view.playStep", tr("&Step to the next event\tRight"), &Playback::stepForward);
    add("view.playBack", tr("Step &back\tLeft"), &Playback::stepBack);
    add("view.playStart", tr("&To the start\tHome"), &Playback::rewind);
    add("view.playFaster", tr("&Faster\tUp"), &Playback::faster);
    add("view.playSlower", tr("S&lower\tDown"), &Playback::slower);
    add("view.playEnd", tr("&End playback\tEsc"), &Playback::close);
    QAction* jump = m_actions.add(QStringLiteral("view.playJump"), tr("&Jump instead of sweeping"), {}, [] {});
    jump->setCheckable(true);
    jump->setChecked(desktopReducesMotion());
    connect(jump, &QAction::toggled, this, [this](bool reduced) { m_panels.playback->setReducedMotion(reduced); });
}

void ViewActions::addThemeActions() {
    auto* group = new QActionGroup(&m_window);
    const std::initializer_list<std::pair<const char*, QString>> themes = {{"light", tr("&Light")},
                                                                           {"dark", tr("&Dark")},
                                                                           {"contrast", tr("&High contrast")},
                                                                           {"system", tr("&As the system")}};
    for (const auto& [name, words] : themes) {
        const QString theme = QLatin1String(name);
        QAction* action =
            m_actions.add(QStringLiteral("view.theme.") + theme, words, {}, [this, theme] { chooseTheme(theme); });
        action->setCheckable(true);
        action->setChecked(m_model.settings.theme() == theme);
        group->addAction(action);
    }
}

void ViewActions::chooseTheme(const QString& name) {
    m_model.settings.setTheme(name);
    applyTheme(name);
}

void ViewActions::addLanguageActions() {
    auto* group = new QActionGroup(&m_window);
    // Languages are named in themselves, so that each is found by those who speak it.
    const std::initializer_list<std::pair<const char*, QString>> languages = {
        {"en", QStringLiteral("&English")}, {"de", QStringLiteral("&Deutsch")}, {"system", tr("&As the system")}};
    for (const auto& [name, words] : languages) {
        const QString language = QLatin1String(name);
        QAction* action = m_actions.add(QStringLiteral("view.language.") + language, words, {},
                                        [this, language] { chooseLanguage(language); });
        action->setCheckable(true);
        action->setChecked(m_model.settings.language() == language);
        group->addAction(action);
    }
}

void ViewActions::chooseLanguage(const QString& name) {
    m_model.settings.setLanguage(name);
    // Menus are made anew as well, so not from inside one of them.
    QTimer::singleShot(0, qApp, [name] { session::setLanguage(name); });
}

void ViewActions::refreshSigns() {
    m_actions.at(QStringLiteral("edit.undo"))->setIcon(toolIcon(ToolIcon::Undo));
    m_actions.at(QStringLiteral("edit.redo"))->setIcon(toolIcon(ToolIcon::Redo));
    m_actions.at(QStringLiteral("view.zoomIn"))->setIcon(toolIcon(ToolIcon::ZoomIn));
    m_actions.at(QStringLiteral("view.zoomOut"))->setIcon(toolIcon(ToolIcon::ZoomOut));
    m_actions.at(QStringLiteral("view.fitAll"))->setIcon(toolIcon(ToolIcon::Fit));
}

} // namespace lanewright::app
