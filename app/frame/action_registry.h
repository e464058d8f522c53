// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>
#include <initializer_list>
#include <vector>

class QWidget;

namespace lanewright::app {

/// Every action of a window, each under a stable id such as `view.fitSelection`. Menus, toolbar, keyboard sheet and
/// tests take their actions from here.
class ActionRegistry {
public:
    explicit ActionRegistry(QWidget& window) : m_window(window) {}

    /// Makes the action and gives it to the window, so that its shortcuts work. The id is new.
    QAction* add(const QString& id, const QString& text, const QList<QKeySequence>& keys, std::function<void()> run);
    /// The same with keys as a person writes them: "Ctrl+S".
    QAction* add(const char* id, const QString& text, std::initializer_list<const char*> keys,
                 std::function<void()> run);
    /// Forgets them all, as the window has.
    void clear() { m_actions.clear(); }
    /// The action of an id that was added.
    QAction* at(const QString& id) const;
    /// In the order of their making.
    const std::vector<QAction*>& all() const { return m_actions; }

private:
    QWidget& m_window;
    std::vector<QAction*> m_actions;
};

/// The keyboard sheet: a table of all actions that have keys, by menu, as Markdown.
QString keyboardSheet(const ActionRegistry& actions);

} // namespace lanewright::app
