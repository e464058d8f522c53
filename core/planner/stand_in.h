// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

/// A plan for a cluster as a machine at hand can show it: paced, with a small GPT in place of the large one.
namespace lanewright {

/// A GPT that any machine trains faster than the plan's ops take, cut like the plan's own: as many blocks in every
/// stage.
ModelSpec standInFor(const Plan& plan);

/// By how much to stretch the plan's times so that its shortest op takes 5 ms, the least that pacing holds well; 1
/// where it does. Stretched no further than to ten minutes for an iteration.
int paceStretchOf(const Plan& plan);

} // namespace lanewright
