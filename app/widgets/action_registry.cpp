// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/action_registry.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QMenu>
#include <QToolButton>
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

QAction* ActionRegistry::add(QAnyStringView id, const QString& text, Keys keys, std::function<void()> run) {
    auto* action = new QAction(text, &m_window);
    action->setObjectName(id);
    QList<QKeySequence> sequences;
    for (const char* key : keys)
        if (*key != '\0')
            sequences << QKeySequence(QLatin1String(key));
    action->setShortcuts(sequences);
    QObject::connect(action, &QAction::triggered, &m_window, [run = std::move(run)] { run(); });
    m_window.addAction(action);
    m_actions.push_back(action);
    return action;
}

QAction* ActionRegistry::add(QAnyStringView id, const QString& text, Keys keys, const QString& tip,
                             std::function<void()> run) {
    QAction* action = add(id, text, keys, std::move(run));
    action->setToolTip(tip);
    return action;
}

QAction* ActionRegistry::addToggle(QAnyStringView id, const QString& text, Keys keys, bool on,
                                   std::function<void(bool)> toggled) {
    QAction* action = add(id, text, keys, [] {});
    action->setCheckable(true);
    action->setChecked(on);
    QObject::connect(action, &QAction::toggled, &m_window, std::move(toggled));
    return action;
}

QAction* ActionRegistry::addChoice(QActionGroup& group, QAnyStringView id, const QString& text, Keys keys, bool chosen,
                                   std::function<void()> choose) {
    QAction* action = add(id, text, keys, std::move(choose));
    action->setCheckable(true);
    action->setChecked(chosen);
    group.addAction(action);
    return action;
}

QAction* ActionRegistry::at(QAnyStringView id) const {
    const auto found = std::ranges::find_if(m_actions, [&](const QAction* each) { return each->objectName() == id; });
    assert(found != m_actions.end());
    return *found;
}

QToolButton* ActionRegistry::makeButton(QAnyStringView id, QWidget* parent) const {
    auto* button = new QToolButton(parent);
    button->setDefaultAction(at(id));
    return button;
}

void ActionRegistry::fill(QMenu& menu, std::initializer_list<const char*> ids) const {
    for (const char* id : ids) {
        if (*id == '\0')
            menu.addSeparator();
        else
            menu.addAction(at(id));
    }
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
