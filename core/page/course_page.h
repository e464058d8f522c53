// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace lanewright {

/// The page of a course, which holds all it needs to be opened anywhere: the module that asks and marks, and the words
/// of every language. `course` is what `courseToJson` gives; it is shown first in `language`. Fails where the build has
/// no module for browsers.
Result<std::string> coursePage(std::string_view course, std::string_view language);

} // namespace lanewright
