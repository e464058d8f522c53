// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <utility>

/// Inside core/lesson only: the files of resources/lessons, which the build embeds, by name.
namespace lanewright::parts {

extern const std::span<const std::pair<std::string_view, std::string_view>> kLessonFiles;

} // namespace lanewright::parts
