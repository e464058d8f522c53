// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/check/message_replay.h"
#include "core/model/plan.h"

#include <vector>

namespace lanewright {

/// How the plan goes on each of the transports in the order in which our engine enqueues sends and receives, a device
/// for each rank, gradients of copies included. Fails as `lower` does.
Result<std::vector<HangVerdict>> verdictsOfEngine(const Plan& plan, const TransportQuestion& asked);

} // namespace lanewright
