// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/pytorch/rank_buffers.h"

#include <vector>

namespace lanewright {

/// Per rank the buffers for what it sends, each there from the start of the op that fills it. An activation whose B the
/// order lacks is held to the end. O(ops · log ops).
std::vector<RankBuffers> sendBuffers(const Plan& plan, SendBuffers how);

} // namespace lanewright
