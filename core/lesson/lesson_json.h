// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <string>
#include <string_view>

/// `*.lwlesson`, as `resources/lessons/FORMAT.md` says it.
namespace lanewright {

/// True when the text is JSON that calls itself a lesson, right or wrong.
bool isLesson(std::string_view text);
/// True also of a file that is called one, so that what is wrong with it is said as of a lesson.
bool isLessonFile(std::string_view path, std::string_view text);

/// Reads a lesson. Fails with one sentence and its place (`line 3, column 5`, or a key such as `goals.makespan`) on
/// anything that is wrong with it. Never throws, whatever the bytes.
Result<Lesson> lessonFromJson(std::string_view text);
/// The same of a file. A pipe is refused: nobody waits at a window for what may come from it.
Result<Lesson> openLesson(const std::string& path);

/// Writes keys in stable order. `lessonFromJson(lessonToJson(l)) == l`.
std::string lessonToJson(const Lesson& lesson);

} // namespace lanewright
