// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson_work.h"

#include <string>
#include <string_view>

namespace lanewright {

/// Where a student was in a lesson, as text to be kept: what a page puts into the browser's store. It is no file that
/// travels; answers are (`answer_json.h`).
std::string progressToJson(const LessonProgress& progress);

/// Fails with one sentence and its place on anything else. Never throws, whatever the bytes.
/// `progressFromJson(progressToJson(p))` is the same progress.
Result<LessonProgress> progressFromJson(std::string_view text);

} // namespace lanewright
