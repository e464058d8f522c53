// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/autosave.h"
#include "app/frame/session_record.h"
#include "core/base/result.h"

namespace lanewright::app {

class LessonWindow;

/// Classrooms as citizens of the desktop: each is part of the session, and its board is copied to a safe place while it
/// is edited, like the schedule of any other window.
namespace classroom {

/// A window on the first lesson, not shown yet.
LessonWindow* make();
LessonRecord recordOf(LessonWindow& window);
/// Shows a lesson file, or a student's answers, in the window that has it or a new one. Fails in one sentence.
Result<Done> openFile(const QString& path);
/// A window on the record's lesson, with its board, not shown yet; null when the lesson is gone. A board that does not
/// fit the lesson any more is left out.
LessonWindow* openAgain(const LessonRecord& record);
/// A window on the board that an ended program left behind, not shown yet; null when its lesson is gone.
LessonWindow* recover(const Autosave::Leftover& leftover);

/// All that are open.
std::vector<LessonWindow*> windows();
/// The one that shows the lesson; null when none does.
LessonWindow* windowOf(const QString& lesson);

} // namespace classroom
} // namespace lanewright::app
