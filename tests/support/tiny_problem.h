// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <cstdint>

namespace lanewright::test {

/// A problem with few orders, all sorts of placements, costs and parts of W, and a limit per rank: some that nobody
/// notices, some that bind, some that no order keeps.
Plan tinyProblem(std::uint64_t seed);

} // namespace lanewright::test
