// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lanewright {

/// True for a file that may be executed.
bool isProgram(const std::string& path);

/// The path of a program on PATH; empty when there is none.
std::string programOnPath(std::string_view name);

/// The path of a program of ours: beside the running one, in `../libexec/lanewright`, or in `bin` or `folder` of the
/// build tree that the running one stands in (up to three folders up). Empty when there is none.
std::string programNear(std::string_view name, std::string_view folder);

} // namespace lanewright
