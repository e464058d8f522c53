// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"
#include "core/model/plan.h"

#include <vector>

namespace lanewright {

/// The plans into which a plan falls apart when directions that share a rank stay together: one for each replica of a
/// data-parallel pipeline, with ranks, directions and microbatches counted from 0 again, in the order of their first
/// directions. What stands in the file once for all stays as it is.
///
/// Total: a plan that is one pipeline, that names ranks or directions which do not exist, in which a rank has no stage,
/// or in which an op stands on a rank of another replica, comes back as the only one.
std::vector<Plan> replicasOf(const Plan& plan);

/// A plan of some ranks and microbatches of another one, with their numbers there.
struct PlanPart {
    Plan plan = {};
    std::vector<int> ranks = {};
    std::vector<int> microbatches = {};
};

/// The plans of `replicasOf`, each with what it is of.
std::vector<PlanPart> replicaPartsOf(const Plan& plan);

/// The same part with its ranks numbered as its first direction comes by, the others behind them. Ranks exist.
PlanPart inVisitingOrder(const PlanPart& part);

/// Per direction the number of its replica, counted in the order of their first directions. Ranks exist.
std::vector<int> replicaNumbers(const Placement& placement);

} // namespace lanewright
