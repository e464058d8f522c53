// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include "engine/accelerator/device.h"
#include "engine/gpt/corpus.h"
#include "engine/run/reporter.h"
#include "engine/run/switches.h"

namespace lanewright::engine {

/// Runs all ranks of a checked request as lanes of one device, on the calling thread, to the end of the run. Says what
/// happens, a failure too. True when the run ended well.
///
/// The calling thread enqueues a whole step of all ranks and then watches it; it waits for the device only between the
/// blocks of a step and the step of the weights, which needs all gradients' norm, and after that.
bool runOnDevice(const RunRequest& request, const Corpus& corpus, Device& device, Reporter& reporter,
                 const Switches& switches);

} // namespace lanewright::engine
