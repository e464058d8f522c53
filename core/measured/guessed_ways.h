// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/drafted_step.h"

#include <vector>

namespace lanewright {

/// Ways that nobody measured take what values of their link took that a rank stood waiting for, less what a block
/// of that rank is late even where it waits for nobody.
void settleGuessedWays(std::vector<DraftedStep>& steps);

} // namespace lanewright
