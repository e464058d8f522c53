// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <vector>

namespace lanewright {

/// The ops that the schedule's shape demands and no row holds: what the editor's tray shows, and what the findings
/// `incomplete` say one by one. Ordered by direction and stage (copy after copy of a stage), then F, R, B or BW, W,
/// then microbatch and part. Empty for a plan that is complete; all of the shape's ops for a problem.
///
/// Where nothing of the backward of a microbatch is placed, it is demanded as the order has it elsewhere: BW where the
/// order has BW and no B. An order without any backward demands B and W, or BW with `backwardInOne`.
std::vector<Op> unplacedOps(const Plan& plan, bool backwardInOne = false);

} // namespace lanewright
