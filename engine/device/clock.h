// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <string>

/// The one clock of a host: CLOCK_MONOTONIC, the same for all processes on it.
namespace lanewright::engine {

/// Ticks of the clock in a second.
inline constexpr Time kSecond = 1'000'000'000;

Time now();

/// Sleeps until the clock shows `when`; returns at once when that is past.
void sleepUntil(Time when);

/// Lets the calling thread's sleeps end when they should, not up to 50 µs later.
void sharpenTimer();

/// Processes with the same name share the clock, and see each other's process numbers: the kernel's boot identity, and
/// the namespaces of a container. Empty where there is none.
std::string clockDomain();

} // namespace lanewright::engine
