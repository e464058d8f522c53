// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/playback.h"
#include "app/panels/log_panel.h"
#include "app/panels/solve_panel.h"
#include "app/panels/strip_window.h"
#include "app/shell/help_window.h"
#include "app/shell/look.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"
#include "app/timeline/lane_layout.h"
#include "app/timeline/view_history.h"

#include <QActionGroup>
#include <QApplication>
#include <QTimer>

#include <initializer_list>
#include <vector>

namespace lanewright {

void MainWindow::addThemeActions() {
    auto* group = new QActionGroup(this);
    const std::initializer_list<std::pair<const char*, QString>> themes = {{"light", tr("&Light")},
                                                                           {"dark", tr("&Dark")},
                                                                           {"contrast", tr("&High contrast")},
                                                                           {"system", tr("&As the system")}};
    for (const auto& [name, words] : themes) {
        const QString theme = QLatin1String(name);
        QAction* action =
            m_actions.add(QStringLiteral("view.theme.") + theme, words, {}, [this, theme] { chooseTheme(theme); });
        action->setCheckable(true);
        action->setChecked(m_settings.theme() == theme);
        group->addAction(action);
    }
}

void MainWindow::chooseTheme(const QString& name) {
    m_settings.setTheme(name);
    applyLook(name);
}

void MainWindow::addLanguageActions() {
    auto* group = new QActionGroup(this);
    // Languages are named in themselves, so that each is found by those who speak it.
    const std::initializer_list<std::pair<const char*, QString>> languages = {
        {"en", QStringLiteral("&English")}, {"de", QStringLiteral("&Deutsch")}, {"system", tr("&As the system")}};
    for (const auto& [name, words] : languages) {
        const QString language = QLatin1String(name);
        QAction* action = m_actions.add(QStringLiteral("view.language.") + language, words, {},
                                        [this, language] { chooseLanguage(language); });
        action->setCheckable(true);
        action->setChecked(m_settings.language() == language);
        group->addAction(action);
    }
}

void MainWindow::chooseLanguage(const QString& name) {
    m_settings.setLanguage(name);
    // Menus are made anew as well, so not from inside one of them.
    QTimer::singleShot(0, qApp, [name] { session::speak(name); });
}

void MainWindow::speakAnew() {
    WindowRecord seen = record();
    // A record keeps some ops; they are all selected still.
    seen.selected.clear();
    seen.geometry.clear(); // it stays where it is
    const LaneOrder order = m_lanes->laneOrder();
    const RunSettings run = m_runPanel->settings();
    const SolveOptions search = m_solve->options();
    const QString log = m_log->toPlainText();
    const bool warns = !m_banner->isHidden();
    struct OpenHelp {
        QString page;
        QByteArray geometry;
    };
    std::vector<OpenHelp> help;
    for (HelpWindow* each : findChildren<HelpWindow*>()) {
        help.push_back({each->shownPage(), each->saveGeometry()});
        delete each;
    }
    for (QObject* each : std::initializer_list<QObject*>{&m_document, &m_document.history(), &m_selection, &m_range,
                                                         &m_bounds, &m_runs, m_autosave, &m_watcher})
        each->disconnect(this);
    m_banner->setParent(nullptr);
    delete m_playback;
    delete m_viewHistory;
    m_actions.clear();
    m_lanes = nullptr;
    stripWindow(*this);
    build();
    m_runPanel->setSettings(run);
    m_solve->setOptions(search);
    m_log->setPlainText(log);
    m_banner->setVisible(warns);
    m_lanes->setLaneOrder(order);
    showAgain(seen);
    for (const OpenHelp& each : help)
        showHelp(each.page)->restoreGeometry(each.geometry);
}

} // namespace lanewright
