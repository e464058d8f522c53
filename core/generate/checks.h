// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

/// What must hold of a problem before a maker sees it. Inside core/generate and core/solve only.
namespace lanewright {

/// Fails with the first reason why no order can be made for the problem: it is not whole, not sound, or too large.
Result<Done> checkProblem(const Plan& problem);

} // namespace lanewright
