// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/message.h"
#include "core/base/units.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>
#include <string_view>

/// Numbers as people read them. As text, and so on the command line, they have a decimal point; said in a language, the
/// same digits with its own mark.
namespace lanewright::numbers {

/// What was written with decimal points: `18.52 ms`, in German `18,52 ms`.
Message said(std::string_view written);

/// Ticks in units of which `scale` make one, rounded: three decimals, and of what is small three digits: `18.522`,
/// `0.0235`. Of a number that is a difference, `beside` is what it is a part of: digits that this has not say nothing.
/// Files and JSON keep every digit (`decimalFromTicks`).
Message decimalText(std::int64_t ticks, std::int64_t scale, std::int64_t beside = 0);

/// `18.522 ms`; without a unit where the plan has none.
Message timeText(Time time, TimeUnit unit);
/// The same of measured times, and of a time that stands beside larger ones: never more than three decimals, because a
/// clock's last digits say nothing.
Message roundedTimeText(Time time, TimeUnit unit);
Message roundedTimeText(const Fraction& time, TimeUnit unit);
/// `30.333 ms`: of a time that need not be whole.
Message periodText(const Fraction& period, TimeUnit unit);
/// What an iteration of `whole` takes beyond something else: with its digits.
Message differenceText(const Fraction& difference, const Fraction& whole, TimeUnit unit);
/// `192 MiB`, with the decimals of a time.
Message memoryText(Bytes bytes, MemoryUnit unit);
/// A share such as a bubble rate: `0.1579`.
Message shareText(double share);

/// @name As windows and lessons show them: with few decimals, none of them a zero at the end
/// @{
/// Ticks in units of which `scale` make one; what is below 0 has a minus sign (U+2212).
Message shortText(std::int64_t ticks, std::int64_t scale, int decimals);
/// The same with zeros at the end, so that a figure does not jump while it changes: `27.00`.
Message fixedText(std::int64_t ticks, std::int64_t scale, int decimals);
/// How many decimals a time is shown with.
int shownDecimals(TimeUnit unit);
/// `18.52 ms`; without a unit where the plan has none.
Message shortTime(Time time, TimeUnit unit, std::optional<int> decimals = {});
/// `27 → 28 ms`.
Message timeChange(Time before, Time after, TimeUnit unit);
/// `+2 ms`, `−0.5 ms`; `±0 ms` where nothing changes.
Message signedTime(Time change, TimeUnit unit);
/// `11.1 %`.
Message percentText(double share, int decimals = 1);
/// `+3.7 %`, `−3.4 %`.
Message changeText(double share, int decimals = 1);
/// @}

} // namespace lanewright::numbers
