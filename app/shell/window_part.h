// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/base/result.h"

#include <QObject>
#include <QString>

#include <functional>

namespace lanewright::app {

class ActionRegistry;
class Session;
class WindowWords;
struct WindowModel;
struct WindowPanels;

/// What the parts of a window work on.
struct WindowContext {
    QMainWindow& window;
    WindowModel& model;
    WindowPanels& panels;
    ActionRegistry& actions;
    WindowWords& words;
    Session& session;
};

/// A part of a window: some of what it can do.
class WindowPart : public QObject {
public:
    explicit WindowPart(const WindowContext& context)
        : m_window(context.window), m_model(context.model), m_panels(context.panels), m_actions(context.actions),
          m_words(context.words), m_session(context.session) {}

protected:
    /// The file to write; empty: none. `ending` is added to a name without one, before the dialog asks whether to
    /// replace what is there.
    QString askForFile(const QString& title, const QString& start, const QString& filter, const QString& ending);
    /// The same, and has it written; the window says what came of it, and `more` behind that; `fail` says in its place
    /// why nothing did. False: not written.
    bool writeAs(const QString& title, const QString& start, const QString& filter, const QString& ending,
                 const std::function<Result<Done>(const QString& path)>& write, const QString& more = {},
                 const std::function<void(const QString& sentence)>& fail = {});
    /// Asks whether something that goes on may be stopped for the window to close.
    bool mayStop(const char* name, const QString& title, const QString& question, const QString& more,
                 const QString& stop);

    QMainWindow& m_window;
    WindowModel& m_model;
    WindowPanels& m_panels;
    ActionRegistry& m_actions;
    WindowWords& m_words;
    Session& m_session;
};

} // namespace lanewright::app
