// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace lanewright {

/// `easy`, `medium`, `hard`.
Message levelText(LessonLevel level);

/// What a list of lessons says of one, as far as the lesson does: how hard it is, how long it takes and what comes
/// before it: `easy`, `10 minutes`, `after Fill and drain`. `needs` are the names under which the list shows those
/// lessons.
std::vector<Message> factsText(const Lesson& lesson, const std::vector<std::string>& needs);

} // namespace lanewright
