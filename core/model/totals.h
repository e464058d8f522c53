// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

namespace lanewright {

/// Limits of single values and of sums, chosen so that no sum over one iteration overflows 63 bits.
constexpr Time kMaxTime = 1'000'000'000'000'000;  ///< the most for one value: 10^15 ns, 11.5 days
constexpr Time kMaxTotalTime = 10 * kMaxTime;     ///< the most for an iteration, were nothing to run in parallel
constexpr Bytes kMaxMemory = Bytes{1} << 53;      ///< the most for one value: 8 PiB
constexpr Bytes kMaxTotalMemory = Bytes{1} << 60; ///< the most for an iteration, were nothing ever freed

/// Fails when all durations of an iteration together, or all allocations, are more than can be counted. The place of
/// the error is `costs` or `memory`.
Result<Done> checkTotals(const Plan& plan);

/// Between which ranks values travel though the costs do not say how long; empty where they say it of all.
Message missingWay(const Transfers& transfer, const Placement& placement);
/// That messages travel so fast, though nothing says how large they are; else empty.
Message missingSize(const Boundaries& boundary);

} // namespace lanewright
