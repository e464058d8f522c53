// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/action_registry.h"

#include <QCoreApplication>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace lanewright::app {

namespace {

struct KeyboardSheet {
    Q_DECLARE_TR_FUNCTIONS(KeyboardSheet)
};

} // namespace

QAction* ActionRegistry::add(const QString& id, const QString& text, const QList<QKeySequence>& keys,
                             std::function<void()> run) {
    auto* action = new QAction(text, &m_window);
    action->setObjectName(id);
    action->setShortcuts(keys);
    QObject::connect(action, &QAction::triggered, &m_window, [run = std::move(run)] { run(); });
    m_window.addAction(action);
    m_actions.push_back(action);
    return action;
}

QAction* ActionRegistry::add(const char* id, const QString& text, std::initializer_list<const char*> keys,
                             std::function<void()> run) {
    QList<QKeySequence> sequences;
    for (const char* each : keys)
        sequences << QKeySequence(QLatin1String(each));
    return add(QLatin1String(id), text, sequences, std::move(run));
}

QAction* ActionRegistry::at(const QString& id) const {
    const auto found = std::ranges::find_if(m_actions, [&](const QAction* each) { return each->objectName() == id; });
    assert(found != m_actions.end());
    return *found;
}

QString keyboardSheet(const ActionRegistry& actions) {
    const std::array<std::pair<QString, QString>, 5> groups = {{{QStringLiteral("file."), KeyboardSheet::tr("File")},
                                                                {QStringLiteral("edit."), KeyboardSheet::tr("Edit")},
                                                                {QStringLiteral("view."), KeyboardSheet::tr("View")},
                                                                {QStringLiteral("run."), KeyboardSheet::tr("Run")},
                                                                {QStringLiteral("help."), KeyboardSheet::tr("Help")}}};
    QString sheet;
    for (const auto& [prefix, title] : groups) {
        QString rows;
        for (const QAction* action : actions.all()) {
            if (!action->objectName().startsWith(prefix) || action->shortcut().isEmpty())
                continue;
            QStringList keys;
            for (const QKeySequence& key : action->shortcuts())
                keys << QStringLiteral("`%1`").arg(key.toString(QKeySequence::NativeText));
            rows += QStringLiteral("| %1 | %2 |\n")
                        .arg(keys.join(QStringLiteral(", ")), action->text().remove(QLatin1Char('&')));
        }
        if (!rows.isEmpty())
            sheet += QStringLiteral("\n### %1\n\n| %2 | %3 |\n| :-- | :-- |\n")
                         .arg(title, KeyboardSheet::tr("Key"), KeyboardSheet::tr("Does")) +
                     rows;
    }
    return sheet;
}

} // namespace lanewright::app
