// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/autosave.h"
#include "app/frame/session_record.h"
#include "core/base/result.h"

#include <QString>

#include <vector>

namespace lanewright::app {

class LessonWindow;

/// Classrooms as citizens of the desktop: each is part of the session, and its board is copied to a safe place while it
/// is edited, like the schedule of any other window.
namespace classroom {

/// A window on the first lesson, not shown yet. Who was in a lesson before goes on there.
LessonWindow* make();
LessonRecord recordOf(LessonWindow& window);
/// Shows a lesson file, a student's answers, or the lesson of the program of this name or number, in the window that
/// has it or a new one. Among the answers may be one to the lesson file `beside`. Fails in one sentence.
Result<Done> open(const QString& fileOrName, const QString& beside = {});
/// A window on the record's lesson, with its board, not shown yet; null when the lesson is gone. A board that does not
/// fit the lesson any more is left out.
LessonWindow* openAgain(const LessonRecord& record);
/// A window on the board that an ended program left behind, not shown yet; null when its lesson is gone.
LessonWindow* recover(const Autosave::Leftover& leftover);

/// @name Boards of windows that are closed
/// Who comes back to one of these lessons goes on there. Answers that were looked at are not among them.
/// @{
std::vector<LessonRecord> closedBoards();
void setClosedBoards(const std::vector<LessonRecord>& boards);
/// @}

/// All that are open.
std::vector<LessonWindow*> windows();
/// The one that shows the lesson; null when none does.
LessonWindow* windowOf(const QString& lesson);

} // namespace classroom
} // namespace lanewright::app
