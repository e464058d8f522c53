// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/run.h"

#include <optional>

namespace lanewright {

/// The host of the run on which most threads shared each core, where they computed on CPUs and were more than its
/// cores. None where they had cores enough, and where the run does not say what they had.
std::optional<SharedCores> mostCrowdedOf(const Run& run);

/// The same where no plan held them back, so that they took turns. What ops of such a run took holds waits for a core,
/// so that no other order can be told from it.
std::optional<SharedCores> sharedCoresOf(const Run& run);

/// Whether the ops of the run were computed on CPUs, by our engine or by somebody else's program.
bool ranOnCpus(const Run& run);

/// `8 threads shared 2 cores, so that …`
Message sentenceOf(const SharedCores& shared);

} // namespace lanewright
