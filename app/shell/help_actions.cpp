// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/help_actions.h"

#include "app/frame/generator_sheet.h"
#include "app/frame/help_window.h"
#include "app/widgets/action_registry.h"

#include <QMainWindow>
#include <QMessageBox>

namespace lanewright::app {

void HelpActions::addActions() {
    m_actions.add("help.contents", tr("&Getting started"), {"F1"},
                  [this] { showHelp(QStringLiteral("getting-started")); });
    m_actions.add("help.words", tr("W&ords"), {}, [this] { showHelp(QStringLiteral("words")); });
    m_actions.add("help.numbers", tr("N&umbers"), {}, [this] { showHelp(QStringLiteral("numbers")); });
    m_actions.add("help.generators", tr("Ge&nerators"), {}, [this] { showHelp(QStringLiteral("generators")); });
    m_actions.add("help.solving", tr("&Bounds and solving"), {}, [this] { showHelp(QStringLiteral("solving")); });
    m_actions.add("help.explaining", tr("&Why does it wait?"), {}, [this] { showHelp(QStringLiteral("explaining")); });
    m_actions.add("help.planner", tr("The &planner"), {}, [this] { showHelp(QStringLiteral("planner")); });
    m_actions.add("help.lessons", tr("&Lessons"), {}, [this] { showHelp(QStringLiteral("lessons")); });
    m_actions.add("help.questions", tr("&Questions"), {}, [this] { showHelp(QStringLiteral("questions")); });
    m_actions.add("help.desktop", tr("On the &desktop"), {}, [this] { showHelp(QStringLiteral("desktop")); });
    m_actions.add("help.compared", tr("How it &compares"), {}, [this] { showHelp(QStringLiteral("compared")); });
    m_actions.add("help.keys", tr("&Keyboard"), {"?", "Ctrl+?", "Ctrl+/"},
                  [this] { showHelp(QStringLiteral("keys")); });
    m_actions.add("help.findings", tr("&Findings"), {}, [this] { showHelp(QStringLiteral("findings")); });
    m_actions.add("help.about", tr("&About Lanewright"), {}, [this] {
        QMessageBox::about(
            &m_window, tr("About Lanewright"),
            tr("<h3>Lanewright %1</h3><p>A workbench for pipeline-parallel training schedules.</p>"
               "<p>The desktop is free software under the GNU General Public License, version 3 or later; "
               "core and engine are under the Apache License 2.0.</p>")
                .arg(QStringLiteral(LANEWRIGHT_VERSION)));
    });
}

HelpWindow* HelpActions::showHelp(const QString& page) {
    return HelpWindow::open(
        {{QStringLiteral("keys"), keyboardSheet(m_actions)}, {QStringLiteral("generators"), generatorSheet()}}, page,
        &m_window);
}

} // namespace lanewright::app
