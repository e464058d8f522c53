// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace lanewright {

/// Appends a length to the text of a picture, with at most two decimals: `12.3`.
inline void appendLength(std::string& text, double length) {
    char digits[330];
    const double hundredths = std::round(length * 100);
    const auto written =
        std::to_chars(digits, digits + sizeof digits, hundredths == 0 ? 0 : length, std::chars_format::fixed, 2);
    std::string_view number(digits, static_cast<std::size_t>(written.ptr - digits));
    number = number.substr(0, number.find_last_not_of('0') + 1);
    if (number.ends_with('.'))
        number.remove_suffix(1);
    text += number;
}

} // namespace lanewright
