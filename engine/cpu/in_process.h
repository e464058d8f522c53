// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/stop_flags.h"

namespace lanewright::engine {

/// Runs all ranks of a checked request as threads of this process, to the end of the run. A failure ends the process.
void runInProcess(const RunRequest& request, const Corpus& corpus, Reporter& reporter, const StopFlags& stopFlags);

} // namespace lanewright::engine
