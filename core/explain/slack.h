// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <vector>

namespace lanewright {

/// Per rank and position: how much later the block may start, all orders kept, before the makespan grows. 0 on a
/// critical path. With serial links that includes the values that wait for their link behind its own.
std::vector<std::vector<Time>> slackOf(const Plan& plan, const Timeline& timeline);

} // namespace lanewright
