// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/plan.h"

namespace lanewright::app {

/// The plan that a window starts with when nobody names a file: ZB-H1, 4 ranks, 8 microbatches, ready to edit and run.
Plan firstPlan();

} // namespace lanewright::app
