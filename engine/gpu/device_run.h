// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/channel/channel.h"
#include "engine/gpt/corpus.h"
#include "engine/gpu/device_process.h"
#include "engine/ranks/process_map.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/stop_flags.h"

namespace lanewright::engine {

/// Runs the ranks of one process of a checked request as lanes of its device, on the calling thread, to the end of the
/// run. The process is the channel's member of that number; all processes make this call. `reporter` is there for
/// process 0, and says what happens, a failure too. True when the run ended well; else all processes have been told, or
/// can't be, and the links are aborted.
bool runDeviceProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, Channel& channel,
                      const ProcessDevice& device, Reporter* reporter, const StopFlags& stopFlags);

/// The same for all ranks on one device.
bool runOnDevice(const RunRequest& request, const Corpus& corpus, const ProcessDevice& device, Reporter& reporter,
                 const StopFlags& stopFlags);

} // namespace lanewright::engine
