// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/lesson/validate_lesson.h"
#include "core/api/question.h"
#include "core/base/result.h"
#include "core/lesson/answer.h"
#include "core/lesson/lesson.h"

#include <memory>
#include <string>
#include <vector>

namespace lanewright::api {

/// What a file of a folder holds of answers. Fails on what can't be read, and above 64 MiB.
Result<std::vector<Answer>> answersIn(const std::string& path);

/// @name What tables of marks are made of
/// @{
/// The files of a folder and of the folders in it by name, with their paths below it, hidden ones left out. Fails on
/// what is no folder, and above 10 000 files.
Result<std::vector<std::string>> answerFilesBelow(const std::string& folder);
/// A file's name without folders and ending, by which a pupil goes who gives no name.
std::string stemOf(const std::string& file);
std::string placedSentence(const Error& error);
/// Hints, steps of the coach, whether the answer was shown, and the time; empty where nothing was assessed.
std::vector<std::string> helpCells(const Assessed& assessed, bool forPeople);
std::string csvLine(const std::vector<std::string>& cells);
/// @}

/// Marks every file of a folder and of the folders in it, hidden ones left out: a line for each answer, by the names of
/// the files. What is no answer gets a line that says why. `Exit::No` where not all reach all goals; refused when the
/// folder can't be read.
Reply markAnswers(const std::shared_ptr<const Lesson>& lesson, const std::string& folder);

} // namespace lanewright::api
