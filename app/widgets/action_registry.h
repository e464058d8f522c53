// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QAction>
#include <QString>

#include <functional>
#include <initializer_list>
#include <vector>

class QActionGroup;

namespace lanewright::app {

/// Every action of a window, each under a stable id such as `view.fitSelection`. Menus, toolbar, keyboard sheet and
/// tests take their actions from here.
class ActionRegistry {
public:
    explicit ActionRegistry(QWidget& window) : m_window(window) {}

    /// Keys as a person writes them: "Ctrl+S". An empty one is none.
    using Keys = std::initializer_list<const char*>;
    /// Makes the action and gives it to the window, so that its keys work. The id is new. `tip`: what it says to those
    /// who ask; else its text.
    QAction* add(QAnyStringView id, const QString& text, Keys keys, std::function<void()> run);
    QAction* add(QAnyStringView id, const QString& text, Keys keys, const QString& tip, std::function<void()> run);
    /// One that is on or off; `toggled` hears when it changes.
    QAction* addToggle(QAnyStringView id, const QString& text, Keys keys, bool on, std::function<void(bool)> toggled);
    /// One of a group of which one is chosen.
    QAction* addChoice(QActionGroup& group, QAnyStringView id, const QString& text, Keys keys, bool chosen,
                       std::function<void()> choose);
    /// Forgets them all, as the window has.
    void clear() { m_actions.clear(); }
    /// The action of an id that was added.
    QAction* at(QAnyStringView id) const;
    void enable(QAnyStringView id, bool on) const { at(id)->setEnabled(on); }
    /// A button that does what an action does, and looks like it.
    QToolButton* makeButton(QAnyStringView id, QWidget* parent) const;
    /// Adds the actions to the menu; a separator for an empty id.
    void fill(QMenu& menu, std::initializer_list<const char*> ids) const;
    /// In the order of their making.
    const std::vector<QAction*>& all() const { return m_actions; }

private:
    QWidget& m_window;
    std::vector<QAction*> m_actions;
};

/// The keyboard sheet: a table of all actions that have keys, by menu, as Markdown.
QString keyboardSheet(const ActionRegistry& actions);

} // namespace lanewright::app
