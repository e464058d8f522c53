// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/language.h"
#include "app/shell/look.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"

#include <QActionGroup>
#include <QApplication>
#include <QLabel>
#include <QTimer>

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
    m_hint->setText(tr("The language changes at the next start."));
    // Words are made with the windows, and so all windows are made again; not from inside a menu of one of them.
    QTimer::singleShot(0, qApp, [name] { session::reopen([&name] { speakLanguage(name); }); });
}

} // namespace lanewright
