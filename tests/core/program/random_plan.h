// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <random>

namespace lanewright::test {

/// A valid plan: any placement (chunks, V, two directions), any costs, with BW, parts of W, R, overlapped pairs and
/// gaps mixed as they come, in an order drawn op by op among those that could come next.
Plan randomPlan(std::mt19937& random);

} // namespace lanewright::test
