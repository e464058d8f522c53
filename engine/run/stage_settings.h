// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/stage_slabs.h"

#include <vector>

namespace lanewright::engine {

/// What a copy of a stage is to know of the request. `banks`: those of its optimizer state.
StageSettings settingsOf(const RunRequest& request, const StageCopy& copy, int banks);

/// Where the weights of a stage's copies lie.
ParameterLayout layoutOf(const RunRequest& request, int stage);

/// How many banks of optimizer state a rank needs: two where it steps before it knows the decision.
int banksOn(const RunRequest& request, int rank);

} // namespace lanewright::engine
