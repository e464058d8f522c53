// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <array>
#include <vector>

/// What the methods with two directions share. Inside core/generate only.
namespace lanewright {

/// The schedule of the problem with one empty row per rank.
Schedule emptyOrderOf(const Plan& problem);

/// The microbatches of the first two directions, in their order; of one direction the second list is empty.
std::array<std::vector<int>, 2> dealtTo(const Schedule& schedule);

} // namespace lanewright
