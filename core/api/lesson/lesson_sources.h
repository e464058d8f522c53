// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/asker.h"
#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace lanewright::api {

/// What a file holds, or the text of a lesson that comes with the program, by its name or number; a file comes first.
/// Fails as `Asker::bytes` does, or, where the word is no file's, with the names of the lessons.
Result<std::string> bytesOrLesson(const std::string& word, const Asker& asker);

/// The lessons that a word names: one of a file or of the program, or all of a course's page or of a folder.
Result<std::vector<Lesson>> lessonsNamed(const std::string& word, const Asker& asker);

} // namespace lanewright::api
