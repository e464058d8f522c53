// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_data.h"

#include <array>

namespace lanewright {

namespace {

constexpr auto kCourseTexts = std::to_array<PageText>({
    // What is said of the course.
    {"lessons", phrase("course", "Lessons")},
    {"lessonOf", phrase("course", "Lesson %1 of %2")},
    {"choose", phrase("course", "Choose a lesson")},
    {"finished", phrase("course", "finished")},
    {"points", phrase("course", "%1 of 100 points")},
    {"nextLesson", phrase("course", "Next lesson")},
    {"easy", phrase("course", "easy")},
    {"medium", phrase("course", "medium")},
    {"hard", phrase("course", "hard")},
    {"minutes", phrase("course", "%1 minutes")},
    {"after", phrase("course", "after %1")},
    {"cancel", phrase("course", "Close")},
    {"language", phrase("course", "Language")},
    {"starting", phrase("course", "The board is starting …")},
    // What is said of the pupil and of files.
    {"yourName", phrase("course", "Your name")},
    {"nameless", phrase("course", "No name")},
    {"whoAsks",
     phrase("course", "So that your teacher knows whose answers these are. Nothing is sent: it stands in the "
                      "file that you hand in.")},
    {"somebodyElse", phrase("course", "Somebody else")},
    {"somebodyElseSure", phrase("course", "Really? What was done here goes")},
    {"begin", phrase("course", "Begin")},
    {"handIn", phrase("course", "Hand in")},
    {"handedIn",
     phrase("course", "Saved as %1, where the browser keeps downloads; lessons in it: %2. Give this file to "
                      "your teacher.")},
    {"nothingYet", phrase("course", "There is nothing to hand in yet: nothing was done in any lesson.")},
    {"answersFile", phrase("course", "answers")},
    {"files", phrase("course", "My progress")},
    {"kept",
     phrase("course", "This browser keeps what you do until its data is cleared. A file takes it to another one.")},
    {"notKept", phrase("course", "This browser keeps nothing here: save your progress as a file before you leave.")},
    {"saveProgress", phrase("course", "Save my progress")},
    {"progressSaved", phrase("course", "Saved as %1, where the browser keeps downloads.")},
    {"openProgress", phrase("course", "Open my progress …")},
    {"noProgress", phrase("course", "This file holds no progress of a course.")},
    // What is said of the lesson.
    {"lesson", phrase("course", "Lesson")},
    {"goal", phrase("course", "Goal")},
    {"reachedGoal", phrase("course", "Reached: %1")},
    {"openGoal", phrase("course", "Not reached: %1")},
    {"aboutLesson", phrase("course", "What it is about")},
    {"hints", phrase("course", "Hints: %1")},
    {"hintOf", phrase("course", "Hint %1 of %2")},
    {"help", phrase("course", "Help")},
    {"ready", phrase("course", "Show what is ready")},
    {"coach", phrase("course", "Coach")},
    {"takeStep", phrase("course", "Take this step")},
    {"microbatches", phrase("course", "Microbatches: %1")},
    {"generator", phrase("course", "Order of")},
    {"optimizer", phrase("course", "When the ranks step")},
    {"sync", phrase("course", "Synchronous: all together")},
    {"postvalidated", phrase("course", "Post-validated: each at once")},
    {"results", phrase("course", "What you reached")},
    {"score", phrase("course", "Score: %1 of 100")},
    {"scoreLater", phrase("course", "Score: counts once every op runs")},
    {"fullAt", phrase("course", "full at %1")},
    {"showAnswer", phrase("course", "Show the answer")},
    {"hideAnswer", phrase("course", "Hide the answer")},
    {"isAnswer", phrase("course", "This is the teacher's answer. Your own schedule waits unchanged.")},
    {"restart", phrase("course", "Begin again")},
    {"restartSure", phrase("course", "Really? The board goes back to its start")},
    {"playedAll", phrase("course", "Every rank has run all it has.")},
    {"noMoreWaits", phrase("course", "From here on nobody waits between two blocks.")},
});

} // namespace

std::span<const PageText> courseTexts() { return kCourseTexts; }

} // namespace lanewright
