// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lanewright {

/// A point in time or a duration in nanoseconds. Never a floating point number.
using Time = std::int64_t;

/// An amount of memory, or a change of it, in bytes.
using Bytes = std::int64_t;

/// One abstract unit of time (`"time_unit": "unit"`) counts as one millisecond.
constexpr Time kTimeUnit = 1'000'000;

/// One abstract unit of memory counts as 10^6 bytes, so that six decimals of a unit are exact.
constexpr Bytes kMemoryUnit = 1'000'000;

} // namespace lanewright
