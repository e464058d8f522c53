// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/session_record.h"

#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace lanewright::app {

class MainWindow;

/// The windows of one start of the program, classrooms and comparisons among them: kept in
/// XDG_STATE_HOME/lanewright/session.json whenever one opens a file or closes, so that the next start can open them
/// again; and the boards of lessons whose classroom is closed. Windows on schedules without a file are not part of it;
/// what is edited there lives on in the autosave.
///
/// Where several programs run at once, the first keeps the session.
///
/// What a start ended on is not opened by the next one. It is set aside, part of the session until a person decides.
namespace session {

QString file();
/// Makes this program the one that keeps the session. False when another one does.
bool claim();
/// Gives that up again.
void release();

std::vector<MainWindow*> windows();
/// The window that shows the file; null when none does.
MainWindow* windowOf(const QString& path);

/// Writes down what the windows show. Nothing happens unless this program keeps the session.
void save();
SessionRecord read();
/// Opens the windows of the last session whose files and lessons still exist and are not open yet, without those that
/// speak of a suspect: what was being opened when the last program ended (see `Opening`). Says how many it opened.
int restore(const QStringList& suspects = {});
/// Brings back the boards of all lessons, before windows open. Those that speak of a suspect wait in the session for
/// the next start.
void restoreBoards(const QStringList& suspects = {});

/// @name What was set aside
/// @{
/// The names of the files, lessons and comparisons; empty: nothing.
QStringList setAside();
/// Opens all of it after all. Says how many windows that gave.
int openSetAside();
void forgetSetAside();
/// Asks in the banner of a window, where something was set aside.
void askAboutSetAside(MainWindow& window);
/// @}

/// A window, classroom or comparison is about to close: it leaves the session, unless it is the last one or the program
/// quits.
void windowCloses(QWidget& window);
/// Whether `quit` closes the windows right now; what is in the session comes back.
bool isQuitting();
/// Closes all windows and asks once about all edits that are not saved. False when the person would rather stay.
bool quit();
/// Has the desktop speak a language (see `installLanguage`), in all windows that are open as well. They stay what they
/// are.
void setLanguage(const QString& language);

} // namespace session
} // namespace lanewright::app
