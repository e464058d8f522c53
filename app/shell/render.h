// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/command_line.h"

namespace lanewright::app {

/// Draws the picture that `--render` asks for. Fails in words that name the file.
Result<Done> render(const CommandLine& line);

} // namespace lanewright::app
