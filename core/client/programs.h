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

/// The path of a program of ours: beside the running one, in `../libexec/lanewright`, or in `bin` or `folder` of the
/// build tree that the running one stands in (up to three folders up). Empty when there is none.
std::string programNear(std::string_view name, std::string_view folder);

/// The path of a file of ours: in `folder` of the source tree that the running program was built in, or in `installed`
/// beside `bin`. Empty when there is none.
std::string fileNear(std::string_view name, std::string_view folder, std::string_view installed);

/// A launcher's command in words: blanks part them; quotes, single or double, keep blanks together. Fails when there is
/// none, or when its program is not there.
Result<std::vector<std::string>> launcherArguments(std::string_view command);

} // namespace lanewright
