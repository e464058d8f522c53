// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"

namespace lanewright::cli {

/// Prints the GPUs that the engine finds on this machine, and what runs on several of them lack. Without any it says
/// why, unless the answer is JSON: that is the engine's own.
Exit listGpus(bool json);

} // namespace lanewright::cli
