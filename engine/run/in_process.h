// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include "engine/run/reporter.h"
#include "engine/run/switches.h"

#include <string>

namespace lanewright::engine {

/// Runs all ranks of a checked request as threads of this process, to the end of the run. A failure ends the process.
void runInProcess(const RunRequest& request, const std::string& text, Reporter& reporter, const Switches& switches);

} // namespace lanewright::engine
