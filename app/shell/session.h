// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace lanewright {

class MainWindow;

/// What a window showed and how, so that the next start shows it again.
struct WindowRecord {
    QString file = {}; ///< that was opened there: a schedule, a run, a CSV
    QByteArray geometry = {};
    QByteArray columns = {};
    QByteArray rows = {};
    Time from = 0;      ///< of the visible stretch
    Time to = 0;        ///< 0: all of it was in sight
    int laneHeight = 0; ///< 0: as the lanes fit
    int scroll = 0;
    int page = 0; ///< of the panels below
    bool memory = true;
    QStringList selected = {}; ///< ops, the current one first

    QJsonObject toJson() const;
    /// What is missing or of another type stays as it is by default.
    static WindowRecord fromJson(const QJsonObject& json);
    friend bool operator==(const WindowRecord&, const WindowRecord&) = default;
};

/// The windows of one start of the program: kept in XDG_STATE_HOME/lanewright/session.json whenever one opens a file or
/// closes, so that the next start can open them again. Windows on schedules without a file are not part of it; what is
/// edited there lives on in the autosave.
///
/// Of several programs that run at once, the first keeps the session.
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
std::vector<WindowRecord> read();
/// Opens the windows of the last session whose files still exist and are not open yet. Says how many it opened.
int restore();

/// A window is about to close: it leaves the session, unless it is the last one or the program quits.
void windowCloses(MainWindow& window);
/// Closes all windows and asks once about all edits that are not saved. False when the person would rather stay.
bool quit();
/// Closes all windows as `quit` does, calls `between`, and opens them again as they were. False when the person would
/// rather stay.
bool reopen(const std::function<void()>& between);

} // namespace session
} // namespace lanewright
