// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"

namespace lanewright::app {

/// The problem that the plan's order answers: its shape, costs, memory and optimizer mode, and what was
/// proved of it.
Plan problemOf(const Plan& plan);

/// True when an order of one plan is an order of the other, and costs the same.
bool isSameProblem(const Plan& a, const Plan& b);

} // namespace lanewright::app
