// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/pytorch/rank_buffers.h"

#include <vector>

namespace lanewright {

/// Per rank the buffers for what it receives, which published jobs ran out of memory by, where they are kept that way.
///
/// A pool's buffers are as large as the largest message that they hold; messages have the sizes of `Costs::boundary`,
/// and none without. Pools follow the receives as PyTorch lowers the order, all of its passes included: each of its
/// UNSHARD and RESHARD is a turn of a rank, with FSDP or without it, so that other ranks run ahead by as much. They
/// fail on orders that PyTorch can't run. A buffer whose B (or W) the order lacks is held to the end.
Result<std::vector<RankBuffers>> receiveBuffers(const Plan& plan, ReceiveBuffers how);

} // namespace lanewright
