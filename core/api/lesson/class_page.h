// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/lesson/course_marks.h"
#include "core/page/page.h"

#include <string>

namespace lanewright::api {

/// What a class reached, as a page for its teacher: a table of pupils and lessons with what helped each, who is stuck
/// in which lesson and at what, and every line of the marks. It holds no script and loads nothing, and follows the
/// reader's light or dark. All that pupils wrote is escaped.
std::string classPage(const CourseMarks& marks, const PageLanguage& language);

} // namespace lanewright::api
