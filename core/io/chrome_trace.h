// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/run.h"
#include "core/model/timeline.h"

#include <string>

namespace lanewright {

/// Chrome/Perfetto trace JSON of a plan (one process "plan", a thread per rank) and, when given, of a run (process
/// "run"): complete events with op, stage and microbatch as arguments, in microseconds. Kernels that were traced lie
/// within the blocks that ran them.
std::string chromeTrace(const Plan& plan, const Timeline& predicted, const Run* run = nullptr);

} // namespace lanewright
