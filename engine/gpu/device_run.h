// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/channel/channel.h"
#include "engine/gpt/corpus.h"
#include "engine/gpu/device_seat.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/seating.h"
#include "engine/ranks/stop_flags.h"

namespace lanewright::engine {

/// Runs the ranks of one seat of a checked request as lanes of its device, on the calling thread, to the end of the
/// run. The seat is the channel's member of that number; all seats make this call. `reporter` is there for seat 0, and
/// says what happens, a failure too. True when the run ended well; else all seats have been told, or can't be, and the
/// links are aborted.
bool runOnSeat(const RunRequest& request, const Corpus& corpus, const Seating& seating, Channel& channel,
               const SeatDevice& device, Reporter* reporter, const Switches& switches);

/// The same for all ranks on one device.
bool runOnDevice(const RunRequest& request, const Corpus& corpus, const SeatDevice& device, Reporter& reporter,
                 const Switches& switches);

} // namespace lanewright::engine
