// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lanewright::app {

/// Where the program keeps what it must not forget between starts: XDG_STATE_HOME/lanewright.
QString stateFolder();

/// Something is being opened: a file, or another thing by the name that the session has for it.
///
/// It is written down in the state folder before it is read, and until it has been on the screen for a while. A start
/// after an end in the middle of it can tell what that was, and ask before it opens it again. Each program has a note
/// of its own, with a lock beside it that tells it from those that were left behind.
///
/// It begins on the thread of the application, and may end on any.
class Opening {
public:
    /// From the end of reading until the note goes: by then it was laid out and painted.
    static constexpr int kSettleMs = 1'500;

    explicit Opening(const QString& name);
    ~Opening();
    Opening(const Opening&) = delete;
    Opening& operator=(const Opening&) = delete;

    /// What programs were opening when they ended; their notes are gone after that.
    static QStringList takeLeftovers();
    /// Where the notes lie.
    static QString folder();

private:
    QString m_name;
};

} // namespace lanewright::app
