// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <optional>
#include <string_view>
#include <vector>

namespace lanewright {

/// Limits on the activations of ranks, in bytes, from decimals in the unit: one for each of so many ranks, or a list
/// with commas and one per rank, in which `-` and nothing stand for none (`4,4,-,3`). Fails on what is no amount from 0
/// on, and on a list of another length.
Result<std::vector<std::optional<Bytes>>> memoryLimitsFromText(std::string_view text, int ranks, MemoryUnit unit);

} // namespace lanewright
