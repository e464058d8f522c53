// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// True for a file that may be executed.
bool isProgram(const std::string& path);

/// The path of a program on PATH; empty when there is none.
std::string programOnPath(std::string_view name);

/// The path of a program of ours: beside the running one (or the library that this is), in `libexec/lanewright` or
/// `bin` up to four folders up, where it was installed, or in `folder` of the build tree there. Empty when there is
/// none.
std::string programNear(std::string_view name, std::string_view folder);

/// A launcher's command in words: blanks part them; quotes, single or double, keep blanks together. Fails when there is
/// none, or when its program is not there.
Result<std::vector<std::string>> launcherArguments(std::string_view command);

} // namespace lanewright
