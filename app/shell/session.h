// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/session_record.h"
#include "app/shell/classrooms.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLockFile>
#include <QString>
#include <QStringList>
#include <QWidgetList>

#include <memory>

namespace lanewright::app {

class MainWindow;

/// The windows of one start of the program, classrooms and comparisons among them: kept in
/// XDG_STATE_HOME/lanewright/session.json whenever one opens a file or closes, so that the next start can open them
/// again; and the boards of lessons whose classroom is closed. Windows on schedules without a file are not part of it;
/// what is edited there lives on in the autosave. The program makes one, which outlives all windows.
///
/// Where several programs run at once, the first keeps the session.
///
/// What a start ended on is not opened by the next one. It is set aside, part of the session until a person decides.
class Session {
public:
    Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    static QString file();
    /// Makes this program the one that keeps the session. False when another one does.
    bool claim();

    Classrooms& classrooms() { return m_classrooms; }
    /// The window that shows the file; null when none does.
    static MainWindow* windowOf(const QString& path);

    /// Writes down what the windows show. Nothing happens unless this program keeps the session.
    void save();
    static SessionRecord read();
    /// Opens the windows of the last session whose files and lessons still exist and are not open yet, without those
    /// that speak of a suspect: what was being opened when the last program ended (see `Opening`). Says how many it
    /// opened.
    int restore(const QStringList& suspects = {});
    /// Brings back the boards of all lessons, before windows open. Those that speak of a suspect wait in the session
    /// for the next start.
    void restoreBoards(const QStringList& suspects = {});

    /// @name What was set aside
    /// @{
    /// The names of the files, lessons and comparisons; empty: nothing.
    QStringList setAside() const;
    /// Opens all of it after all. Says how many windows that gave.
    int openSetAside();
    void forgetSetAside();
    /// Asks in the banner of a window, where something was set aside.
    void askAboutSetAside(MainWindow& window);
    /// @}

    /// A window, classroom or comparison is about to close: it leaves the session, unless it is the last one or the
    /// program quits.
    void windowCloses(QWidget& window);
    /// Whether `quit` closes the windows right now; what is in the session comes back.
    bool isQuitting() const { return m_quits; }
    /// Closes all windows and asks once about all edits that are not saved. False when the person would rather stay.
    bool quit();

private:
    /// What those of the windows show that the session keeps.
    SessionRecord recordOf(const QWidgetList& windows) const;
    void write(const SessionRecord& record);
    void write(QJsonObject content);
    int showAll(const QJsonObject& content);
    bool show(const WindowRecord& record);

    Classrooms m_classrooms{*this};
    std::unique_ptr<QLockFile> m_lock; ///< null: another program keeps the session, or nobody asked
    bool m_quits = false;
    bool m_isOpening = false;  ///< windows of a record: those that are yet to come stay written down
    QJsonObject m_aside;       ///< waits for a person's decision, as the session has it: nobody looks at it until then
    QJsonArray m_unreadBoards; ///< closed classrooms whose boards were not read in this start
};

/// Has the desktop speak a language (see `installLanguage`), in all windows that are open as well. They stay what they
/// are.
void setLanguage(const QString& language);

} // namespace lanewright::app
