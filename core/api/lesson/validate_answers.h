// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/base/result.h"
#include "core/lesson/answer.h"
#include "core/lesson/lesson.h"

#include <memory>
#include <string>
#include <vector>

namespace lanewright::api {

/// What a file holds of answers: one of a schedule or run, of a `*.lwanswers` all. Fails on what can't be read, and
/// above 64 MiB.
Result<std::vector<Answer>> answersIn(const std::string& path);
/// Those to the lesson, by its title in any language, and those that name none. Fails where there are none.
Result<std::vector<Answer>> onlyFor(std::vector<Answer> answers, const Lesson& lesson);

/// Marks every file of a folder and of the folders in it, hidden ones left out: a line for each answer, by the names of
/// the files. What is no answer gets a line that says why. `Exit::No` where not all reach all goals; refused when the
/// folder can't be read.
Reply markAnswers(const std::shared_ptr<const Lesson>& lesson, const std::string& folder);

} // namespace lanewright::api
