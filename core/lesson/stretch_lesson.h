// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/run.h"

/// Lessons count in abstract units, so short that no machine could keep to them. For a run they are stretched.
namespace lanewright {

/// How many times longer an abstract unit is run: 20 ms.
constexpr int kRunStretch = 20;

/// The plan with every duration `factor` times as long, gaps and transfers too; its order and everything else as it is.
/// Of bandwidths a `factor`th, rounded up to a byte a second.
Plan stretched(const Plan& plan, int factor);

/// A run of `stretched(plan, factor)` as one of the plan: every time a `factor`th, rounded down.
Run shrunk(Run run, const Plan& plan, int factor);

} // namespace lanewright
