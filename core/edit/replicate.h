// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

namespace lanewright {

/// The plan `replicas` times side by side, as data-parallel training runs it: each replica has ranks of its own, in the
/// order of the first, and as many microbatches as the plan has now; its directions come after those of the replicas
/// before it. All copies of a stage add their gradients before the optimizer's step; what that takes is the costs'
/// `allReduce`, which stays as it is. Works on problems, too.
///
/// Fails, in words, for fewer than one replica, and when ranks, directions or microbatches would be more than files
/// hold.
Result<Plan> replicate(const Plan& plan, int replicas);

} // namespace lanewright
