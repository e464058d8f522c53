// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/stage_host.h"

#include <string>

/// Looks at what the model has learned, between steps or after the last: all processes call the same function together,
/// and values go from stage to stage through the copies of the first direction, whatever the schedule.
namespace lanewright::engine {

/// The mean loss over the text that is held back: over as many of its samples as a step has, always the same ones.
double validationLoss(const ProcessStages& here);

/// The prompt and what the model writes after it; follows from weights, prompt and seed alone.
std::string writeSample(const ProcessStages& here);

} // namespace lanewright::engine
