// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>

/// `*.lwsched`, as `schedules/FORMAT.md` says it.
namespace lanewright {

/// Reads a schedule or problem. Fails with one sentence and its place (`line 3, column 5`, or a key such as
/// `costs.transfer[2]`) on text that is no JSON, on missing or wrong keys, newer major versions, numbers out of range,
/// and ops outside the shape. Never throws, whatever the bytes.
Result<Plan> planFromJson(std::string_view text);

/// Writes keys in stable order and an order row per line. `planFromJson(planToJson(p)) == p`.
std::string planToJson(const Plan& plan);

} // namespace lanewright
