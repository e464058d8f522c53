// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

#include <string>
#include <vector>

namespace lanewright::api {

/// What is asked about the answers of a class to a course.
struct CourseMarkQuestion {
    std::string folder = {};
    std::vector<std::string> lessons = {}; ///< as `lessonsNamed` takes them, beside those of the program
    std::string output = {};               ///< where the page of the class goes; empty: nowhere
    std::string language = "en";           ///< that it speaks
};

/// Marks every file of a folder and of the folders in it, each a pupil's answers to any number of lessons: a line for
/// each answer and one with the pupil's sum. An answer is to the lesson of its title: one of those that are named, else
/// one of the program. `Exit::No` where not all reach all goals of the lessons that are named or that anybody answers.
Reply markCourse(const CourseMarkQuestion& question, const Asker& asker);

} // namespace lanewright::api
