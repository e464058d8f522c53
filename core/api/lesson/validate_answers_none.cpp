// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/lesson_sources.h"
#include "core/api/lesson/mark_course.h"
#include "core/api/lesson/validate_answers.h"

/// Where there are no files, nobody hands any in, and no lesson but the one at hand is known.
namespace lanewright::api {

namespace {

Error noFiles() { return {"there are no files here to mark"}; }

} // namespace

Reply markAnswers(const std::shared_ptr<const Lesson>& /*lesson*/, const std::string& folder) {
    return refused(Exit::Usage, folder, noFiles());
}

Reply markCourse(const CourseMarkQuestion& /*question*/, const Asker& /*asker*/) {
    return refused(Exit::Usage, "", noFiles());
}

Result<std::string> bytesOrLesson(const std::string& word, const Asker& asker) { return asker.bytes(word); }

} // namespace lanewright::api
