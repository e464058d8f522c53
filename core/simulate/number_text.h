// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/units.h"
#include "core/model/plan.h"

#include <string>

/// Numbers as the command line and shared pages write them: the same digits in every language.
namespace lanewright::numbers {

/// `18.522 ms`, every digit there is; without a unit where the plan has none.
std::string timeText(Time time, TimeUnit unit);
/// The same for measured times: to three decimals, because a clock's last digits say nothing.
std::string roundedTimeText(Time time, TimeUnit unit);
std::string roundedTimeText(const Fraction& time, TimeUnit unit);
/// `7.5 ms`, or `91/2 ms` where whole ticks do not say it.
std::string periodText(const Fraction& period, TimeUnit unit);
std::string memoryText(Bytes bytes, MemoryUnit unit);
/// A share such as a bubble rate: `0.1579`.
std::string shareText(double share);

} // namespace lanewright::numbers
