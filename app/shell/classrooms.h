// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/autosave.h"
#include "app/frame/session_record.h"
#include "app/lesson/answers_file.h"
#include "core/base/result.h"

#include <QString>

#include <vector>

namespace lanewright::app {

class LessonWindow;
class Session;

/// Classrooms as citizens of the desktop: each is part of the session, and its board is copied to a safe place while it
/// is edited, like the schedule of any other window. Boards outlive their window: who comes back to a lesson goes on
/// there.
class Classrooms {
public:
    explicit Classrooms(Session& session) : m_session(session) {}

    /// A window on the first lesson, not shown yet. Who was in a lesson before goes on there.
    LessonWindow* make();
    static LessonRecord recordOf(LessonWindow& window);
    /// Shows a lesson file, a student's answers, or the lesson of the program of this name or number, in the window
    /// that has it or a new one. Among the answers may be one to the lesson file `beside`. Fails in one sentence.
    Result<Done> open(const QString& fileOrName, const QString& beside = {});
    /// Shows a lesson that nobody has kept, in a window of its own that no start brings back. Fails where its start
    /// can't be made.
    Result<Done> tryOut(const Lesson& lesson);
    /// A window on the record's lesson, with its board, not shown yet; null when the lesson is gone. A board that does
    /// not fit the lesson any more is left out.
    LessonWindow* openAgain(const LessonRecord& record);
    /// A window on the board that an ended program left behind, not shown yet; null when its lesson is gone.
    LessonWindow* recover(const Autosave::Leftover& leftover);

    /// The boards of windows that are closed. Answers that were looked at are not among them.
    std::vector<LessonRecord> closedBoards() const;
    void setClosedBoards(const std::vector<LessonRecord>& boards);

    /// The window that shows the lesson; null when none does.
    static LessonWindow* windowOf(const QString& lesson);

private:
    LessonWindow* makeEmpty();
    /// Has the window open help, and quit the program.
    void connectMenus(LessonWindow& window);

    Session& m_session;
    LeftLessons m_closed;
};

} // namespace lanewright::app
