// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/checkpoint.h"

#include "engine/run/stage_host.h"

/// Saves and restores the training state of all ranks, each in one call that all processes make.
///
/// Only process 0 touches the disk. The other processes give and take numbers piece by piece, tensor by tensor in the
/// order of the model, so a state fits any schedule, any number of ranks and any cut, and no process holds more than a
/// piece of it.
namespace lanewright::engine {

/// Writes the state to the request's folder. The state that was there stays whole until the new one is; a full disk
/// ends the run in words and leaves it.
void saveState(const ProcessStages& here, const Progress& progress);

/// Reads the state of the request's folder into all stages. It has been checked before.
Progress restoreState(const ProcessStages& here);

} // namespace lanewright::engine
