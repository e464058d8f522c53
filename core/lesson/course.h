// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// Lessons that a teacher hands to a class as one page.
struct Course {
    std::string title = {};
    std::string language = "en"; ///< in which it speaks first
    bool coach = true;           ///< pupils may ask the coach
    std::vector<Lesson> lessons = {};

    friend bool operator==(const Course&, const Course&) = default;
};

/// The lesson as pupils get it where the answer is kept back: nothing in it says the teacher's order, only what its
/// score counts up to. Its tray offers what it offered before.
Lesson withoutAnswer(Lesson lesson);
/// The lesson without hints, in all its languages.
Lesson withoutHints(Lesson lesson);

/// What a page holds of a course, as JSON; the page writes each `<` in it by its number.
std::string courseToJson(const Course& course);

/// Whether it is a page that holds a course, right or wrong.
bool isCoursePage(std::string_view html);
/// The course in a page. Fails in words where it holds none, and, with the lesson's place, where one is wrong.
Result<Course> courseInPage(std::string_view html);

} // namespace lanewright
