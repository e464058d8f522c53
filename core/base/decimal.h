// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewright {

/// Reads a decimal number (`18.522`, `-3`, `1e-3`) as a whole number of ticks of which `scale` make one unit.
///
/// Exact: fails when the text is no number, when digits are left below one tick (`0.0000001` ms), or when it does not
/// fit 63 bits.
Result<std::int64_t> ticksFromDecimal(std::string_view text, std::int64_t scale);

/// Writes ticks as the shortest decimal number of units that reads back to the same ticks: `18522000` at scale 10^6 is
/// `18.522`. For a scale that is no power of ten (MiB) as many digits are given as it takes to be exact.
std::string decimalFromTicks(std::int64_t ticks, std::int64_t scale);

/// Ticks in parts of which `parts` make one unit, halves away from zero: 982.425 at 100 parts is 98243. The one
/// rounding of what people read. `parts` is at most 10^9.
std::int64_t roundedParts(std::int64_t ticks, std::int64_t scale, std::int64_t parts);

/// A fraction of ticks in units of which `scale` ticks make one, in lowest terms: `91/2`, or `24` where it is whole.
std::string fractionText(const Fraction& fraction, Time scale);

/// Reads what `fractionText` writes, of at least 0. Fails when it is no such number or does not fit 63 bits.
Result<Fraction> fractionFromText(std::string_view text, Time scale);

} // namespace lanewright
