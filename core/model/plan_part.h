// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <vector>

namespace lanewright {

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

} // namespace lanewright
