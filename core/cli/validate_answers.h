// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cli/output.h"
#include "core/lesson/answer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewright::cli {

/// How the marks of a folder are printed.
enum class MarkFormat : std::uint8_t { Text, Csv, Json };

/// What a file holds of answers: one of a schedule or run, of a `*.lwanswers` all. Fails on what can't be read, and
/// above 64 MiB.
Result<std::vector<Answer>> answersIn(const std::string& path);
/// Those to the lesson, by its title in any language, and those that name none. Fails where there are none.
Result<std::vector<Answer>> onlyFor(std::vector<Answer> answers, const Lesson& lesson);

/// Marks every file of a folder and of the folders in it, hidden ones left out, and prints a line for each answer, by
/// the names of the files. What is no answer gets a line that says why. `Exit::Done` when all reach all goals, else
/// `Exit::No`; `Exit::Usage` when the folder can't be read.
Exit markAnswers(const Lesson& lesson, const std::string& folder, MarkFormat format);

} // namespace lanewright::cli
