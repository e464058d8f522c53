// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// How `to_chars` writes a double, by what the C library has: the tables of the C++ library for it are a sixth of a
/// board's module. Slower, some microseconds for a number.
namespace lanewright::wasi {

constexpr int kMostDigits = 17; ///< no double needs more

/// d.dddd × 10^exponent, without the point.
struct Decimal {
    char digits[kMostDigits + 1] = {};
    int count = 0;
    int exponent = 0;
};

inline Decimal rounded(double value, int count) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*e", count - 1, value);
    Decimal decimal{.count = count, .exponent = std::atoi(std::strchr(text, 'e') + 1)};
    decimal.digits[0] = text[0];
    std::memcpy(decimal.digits + 1, text + 2, static_cast<std::size_t>(count - 1));
    return decimal;
}

inline bool reads(const Decimal& decimal, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%se%d", decimal.digits, decimal.exponent - decimal.count + 1);
    return std::strtod(text, nullptr) == value;
}

/// The next decimal of as many digits, the first of which is no 9.
inline Decimal above(Decimal decimal) {
    int at = decimal.count - 1;
    for (; decimal.digits[at] == '9'; --at)
        decimal.digits[at] = '0';
    ++decimal.digits[at];
    return decimal;
}

/// The shortest decimal that is read as the value, and of several the nearest to it. Where one of up to 15 digits is,
/// it is the value rounded to 15, unless that is subnormal. The decimal nearest to a power of two may be read as
/// another double although the next one above is not: below a power of two doubles lie twice as close.
inline Decimal shortestDecimal(double value) {
    constexpr int kAlwaysKept = 15;
    int exponent = 0;
    const bool isPower = std::frexp(value, &exponent) == 0.5;
    Decimal decimal;
    for (int count = std::fpclassify(value) == FP_SUBNORMAL ? 1 : kAlwaysKept;; ++count) {
        decimal = rounded(value, count);
        if (count == kMostDigits || reads(decimal, value))
            break;
        if (isPower && decimal.digits[0] != '9' && reads(above(decimal), value)) {
            decimal = above(decimal);
            break;
        }
    }
    while (decimal.count > 1 && decimal.digits[decimal.count - 1] == '0')
        decimal.digits[--decimal.count] = '\0';
    return decimal;
}

/// Writes the shortest text that is read as the same double, with an exponent only where that is shorter; a whole
/// number without one is the double's exact value. `first` has room for 64 letters. Returns the end.
inline char* writeShortest(char* first, double value) {
    constexpr std::size_t kRoom = 64;
    if (value == 0 || !std::isfinite(value))
        return first + std::snprintf(first, kRoom, "%g", value);
    const Decimal decimal = shortestDecimal(std::fabs(value));
    const int zeros = decimal.exponent - decimal.count + 1; // behind the digits; below 0: digits behind the point
    const bool hasPoint = decimal.count > 1;
    if (zeros <= (hasPoint ? 5 : 4) && zeros >= -(decimal.count + (hasPoint ? 3 : 2)))
        return first + std::snprintf(first, kRoom, "%.*f", zeros < 0 ? -zeros : 0, value);
    return first + std::snprintf(first, kRoom, "%s%c%s%se%+03d", value < 0 ? "-" : "", decimal.digits[0],
                                 hasPoint ? "." : "", decimal.digits + 1, decimal.exponent);
}

} // namespace lanewright::wasi
