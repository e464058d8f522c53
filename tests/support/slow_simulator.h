// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/costs.h"
#include "core/model/schedule.h"
#include "core/model/timeline.h"

namespace lanewright::test {

/// What `simulate` should give, found the slow way: all blocks are tried again and again until no more can start.
///
/// It states the rules of the model anew, in its own words, and shares nothing with `simulate` but the types. Tests
/// hold the two against each other.
Timeline slowSimulate(const Schedule& schedule, const Costs& costs);

} // namespace lanewright::test
